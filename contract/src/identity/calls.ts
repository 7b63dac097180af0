import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));
const sessionSchema = createSchemaLoader(() => import('./session/schemas.ts'));

export { currentUser, logout } from './session/calls.ts';

/** Creates the account, signs in, and sends an OTP to the mobile number. */
export const userRegister = call({
  name: 'user_register',
  access: 'public',
  reads: false,
  sendsCode: true,
  form: schema('registration'),
  reply: schema('currentUser'),
  done: 'identity.registered',
});
export const userLogin = call({
  name: 'user_login',
  access: 'public',
  reads: false,
  form: schema('login'),
  reply: schema('currentUser'),
  done: 'identity.logged_in',
});
/** On the web, after the correct password: what the login still requires. Uses the cookie set with the refusal. */
export const loginChallenge = call({
  name: 'login_challenge',
  access: 'public',
  reads: true,
  kept: false,
  reply: schema('loginChallenge'),
  done: 'common.ok',
});
/** Whether codes and other messages are late at the moment, for whoever waits for one. */
export const codeDelivery = call({
  name: 'code_delivery',
  access: 'public',
  reads: true,
  kept: false,
  reply: schema('codeDelivery'),
  done: 'common.ok',
});
/** Sends the login code again. */
export const loginCodeSend = call({
  name: 'login_code_send',
  access: 'public',
  reads: false,
  sendsCode: true,
  done: 'identity.otp_sent_mobile',
});
export const loginConfirm = call({
  name: 'login_confirm',
  access: 'public',
  reads: false,
  form: schema('loginConfirm'),
  reply: schema('currentUser'),
  done: 'identity.logged_in',
});
export const sendOtpMobile = call({
  name: 'send_otp_mobile',
  access: 'user',
  reads: false,
  sendsCode: true,
  allowUnverified: true,
  scopes: ['limited', 'suspended'],
  form: schema('mobile'),
  done: 'identity.otp_sent_mobile',
});
export const sendOtpEmail = call({
  name: 'send_otp_email',
  access: 'user',
  reads: false,
  sendsCode: true,
  allowUnverified: true,
  scopes: ['limited', 'suspended'],
  form: schema('email'),
  done: 'identity.otp_sent_email',
});
export const verifyMobile = call({
  name: 'verify_mobile',
  access: 'user',
  reads: false,
  allowUnverified: true,
  scopes: ['limited', 'suspended'],
  form: schema('mobileOtp'),
  done: 'identity.mobile_verified',
});
export const verifyEmail = call({
  name: 'verify_email',
  access: 'user',
  reads: false,
  allowUnverified: true,
  scopes: ['limited', 'suspended'],
  form: schema('emailOtp'),
  done: 'identity.email_verified',
});

/** Sends a code to the new number. The current one stays until `verify_mobile` confirms the code. */
export const updateMobile = call({
  name: 'update_mobile',
  access: 'user',
  reads: false,
  allowUnverified: true,
  form: schema('newMobile'),
  done: 'identity.otp_sent_mobile',
});
export const updateEmail = call({
  name: 'update_email',
  access: 'user',
  reads: false,
  form: schema('newEmail'),
  done: 'identity.otp_sent_email',
});

/** The reply is the same whether or not the account exists. */
export const forgotPassword = call({
  name: 'forgot_password',
  access: 'public',
  reads: false,
  sendsCode: true,
  form: schema('forgotPassword'),
  done: 'identity.reset_code_sent',
});
/** Ends every session of the account. */
export const resetPassword = call({
  name: 'reset_password',
  access: 'public',
  reads: false,
  form: schema('resetPassword'),
  done: 'identity.password_reset',
});
/** Ends every other session of the account. */
export const changePassword = call({
  name: 'change_password',
  access: 'user',
  reads: false,
  form: schema('changePassword'),
  done: 'identity.password_changed',
});

export const socialProviders = call({
  name: 'social_providers',
  access: 'public',
  reads: true,
  kept: false,
  reply: schema('socialProviders'),
  done: 'common.ok',
});
/** Proven by the issuer's identity token. The web returns from the issuer with a ticket in a cookie instead. */
export const socialLogin = call({
  name: 'social_login',
  access: 'public',
  reads: false,
  form: schema('socialLogin'),
  reply: schema('socialLoginResult'),
  done: 'identity.logged_in',
});
export const socialRegister = call({
  name: 'social_register',
  access: 'public',
  reads: false,
  sendsCode: true,
  form: schema('socialRegistration'),
  reply: schema('currentUser'),
  done: 'identity.registered',
});

/** Where the caller is signed in, newest first. */
export const sessionList = call({
  name: 'session_list',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('page'),
  reply: pageSchema(schema('session')),
  done: 'common.ok',
});
/** After authenticating again: on a device that was just proven, with the password, or with a code. */
export const sessionEnd = call({
  name: 'session_end',
  access: 'user',
  reads: false,
  allowUnverified: true,
  needsProvenDevice: true,
  form: sessionSchema('sessionToEnd'),
  done: 'identity.session_ended',
});
/** Ends all sessions except the caller's, after authenticating again as for `session_end`. */
export const sessionEndOthers = call({
  name: 'session_end_others',
  access: 'user',
  reads: false,
  allowUnverified: true,
  needsProvenDevice: true,
  form: sessionSchema('sessionsToEnd'),
  done: 'identity.sessions_ended',
});

/** The last fifty entries of the security log of the caller's account, newest first. */
export const securityEvents = call({
  name: 'security_events',
  access: 'user',
  reads: true,
  kept: false,
  reply: schema('securityEvents'),
  done: 'common.ok',
});
