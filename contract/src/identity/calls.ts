import { call, emptyReply } from '../platform/call.ts';
import {
  alertForm,
  alertReply,
  authenticatorCodeForm,
  changePasswordForm,
  emailForm,
  emailOtpForm,
  forgotPasswordForm,
  loginChallengeReply,
  loginConfirmForm,
  loginForm,
  mobileForm,
  mobileOtpForm,
  newAuthenticatorReply,
  newEmailForm,
  newMobileForm,
  newPasskeyForm,
  passkeyOptionsReply,
  passkeyToRemoveForm,
  providersReply,
  recoveryCodesReply,
  registrationForm,
  resetPasswordForm,
  secondFactorsReply,
  securityEventsReply,
  sessionForm,
  sessionsForm,
  sessionsReply,
  socialLoginForm,
  socialLoginReply,
  socialRegistrationForm,
  stepUpForm,
} from './wire.ts';
import { noForm, userReply } from './session/wire.ts';

export { currentUser, logout } from './session/calls.ts';

/** Makes the account and signs in; the OTP to the mobile is on its way. */
export const userRegister = call({
  name: 'user_register',
  access: 'public',
  form: registrationForm,
  reply: userReply,
  done: 'identity.registered',
});
export const userLogin = call({
  name: 'user_login',
  access: 'public',
  form: loginForm,
  reply: userReply,
  done: 'identity.logged_in',
});
/** In the web, after the right password: what has to be given next. Asked for with the cookie that came with the refusal. */
export const loginChallenge = call({
  name: 'login_challenge',
  access: 'public',
  reads: true,
  form: noForm,
  reply: loginChallengeReply,
  done: 'common.ok',
});
/** Sends the code of a login once more. */
export const loginCodeSend = call({
  name: 'login_code_send',
  access: 'public',
  form: noForm,
  reply: emptyReply,
  done: 'identity.otp_sent_mobile',
});
export const loginConfirm = call({
  name: 'login_confirm',
  access: 'public',
  form: loginConfirmForm,
  reply: userReply,
  done: 'identity.logged_in',
});
export const sendOtpMobile = call({
  name: 'send_otp_mobile',
  access: 'user',
  allowUnverified: true,
  form: mobileForm,
  reply: emptyReply,
  done: 'identity.otp_sent_mobile',
});
export const sendOtpEmail = call({
  name: 'send_otp_email',
  access: 'user',
  allowUnverified: true,
  form: emailForm,
  reply: emptyReply,
  done: 'identity.otp_sent_email',
});
export const verifyMobile = call({
  name: 'verify_mobile',
  access: 'user',
  allowUnverified: true,
  form: mobileOtpForm,
  reply: emptyReply,
  done: 'identity.mobile_verified',
});
export const verifyEmail = call({
  name: 'verify_email',
  access: 'user',
  allowUnverified: true,
  form: emailOtpForm,
  reply: emptyReply,
  done: 'identity.email_verified',
});

/** A code to the new address; the present one stays until that code comes back by `verify_mobile`. */
export const updateMobile = call({
  name: 'update_mobile',
  access: 'user',
  allowUnverified: true,
  form: newMobileForm,
  reply: emptyReply,
  done: 'identity.otp_sent_mobile',
});
export const updateEmail = call({
  name: 'update_email',
  access: 'user',
  form: newEmailForm,
  reply: emptyReply,
  done: 'identity.otp_sent_email',
});

/** The answer is the same whether or not there is such an account. */
export const forgotPassword = call({
  name: 'forgot_password',
  access: 'public',
  form: forgotPasswordForm,
  reply: emptyReply,
  done: 'identity.reset_code_sent',
});
/** Ends every session of the account. */
export const resetPassword = call({
  name: 'reset_password',
  access: 'public',
  form: resetPasswordForm,
  reply: emptyReply,
  done: 'identity.password_reset',
});
/** Ends every other session of the account. */
export const changePassword = call({
  name: 'change_password',
  access: 'user',
  form: changePasswordForm,
  reply: emptyReply,
  done: 'identity.password_changed',
});

export const socialProviders = call({
  name: 'social_providers',
  access: 'public',
  reads: true,
  form: noForm,
  reply: providersReply,
  done: 'common.ok',
});
/** Proven by the issuer's identity token; the web comes back from the issuer with a ticket in a cookie instead. */
export const socialLogin = call({
  name: 'social_login',
  access: 'public',
  form: socialLoginForm,
  reply: socialLoginReply,
  done: 'identity.logged_in',
});
export const socialRegister = call({
  name: 'social_register',
  access: 'public',
  form: socialRegistrationForm,
  reply: userReply,
  done: 'identity.registered',
});

/** Where the caller is signed in, newest first. */
export const sessionList = call({
  name: 'session_list',
  access: 'user',
  reads: true,
  form: sessionsForm,
  reply: sessionsReply,
  done: 'common.ok',
});
export const sessionEnd = call({
  name: 'session_end',
  access: 'user',
  allowUnverified: true,
  form: sessionForm,
  reply: emptyReply,
  done: 'identity.session_ended',
});
/** Ends all but the one that asks. */
export const sessionEndOthers = call({
  name: 'session_end_others',
  access: 'user',
  allowUnverified: true,
  form: noForm,
  reply: emptyReply,
  done: 'identity.sessions_ended',
});

export const secondFactors = call({
  name: 'second_factors',
  access: 'user',
  reads: true,
  form: noForm,
  reply: secondFactorsReply,
  done: 'common.ok',
});
/** A secret for an authenticator app; it counts from when the first code comes back. */
export const authenticatorBegin = call({
  name: 'authenticator_begin',
  access: 'user',
  form: stepUpForm,
  reply: newAuthenticatorReply,
  done: 'common.ok',
});
/** Tells the recovery codes, this once, when there were none. */
export const authenticatorSet = call({
  name: 'authenticator_set',
  access: 'user',
  form: authenticatorCodeForm,
  reply: recoveryCodesReply,
  done: 'identity.authenticator_added',
});
export const authenticatorRemove = call({
  name: 'authenticator_remove',
  access: 'user',
  form: stepUpForm,
  reply: emptyReply,
  done: 'identity.authenticator_removed',
});
/** What the browser's `navigator.credentials.create` needs, as JSON. */
export const passkeyBegin = call({
  name: 'passkey_begin',
  access: 'user',
  form: stepUpForm,
  reply: passkeyOptionsReply,
  done: 'common.ok',
});
/** Tells the recovery codes, this once, when there were none. */
export const passkeyAdd = call({
  name: 'passkey_add',
  access: 'user',
  form: newPasskeyForm,
  reply: recoveryCodesReply,
  done: 'identity.passkey_added',
});
export const passkeyRemove = call({
  name: 'passkey_remove',
  access: 'user',
  form: passkeyToRemoveForm,
  reply: emptyReply,
  done: 'identity.passkey_removed',
});
/** Ten new ones; the former count no more. */
export const recoveryCodesRenew = call({
  name: 'recovery_codes_renew',
  access: 'user',
  form: stepUpForm,
  reply: recoveryCodesReply,
  done: 'identity.recovery_codes_renewed',
});
/** The last fifty lines of the security log about the caller's account, newest first. */
export const securityEvents = call({
  name: 'security_events',
  access: 'user',
  reads: true,
  form: noForm,
  reply: securityEventsReply,
  done: 'common.ok',
});
/** What the owner was told, for its page: by the link that was sent, or by its number for the signed-in owner. */
export const ownerAlert = call({
  name: 'owner_alert',
  access: 'public',
  reads: true,
  form: alertForm,
  reply: alertReply,
  done: 'common.ok',
});
/** "Yes, that was me." It is noted and changes nothing. */
export const alertConfirm = call({
  name: 'alert_confirm',
  access: 'public',
  form: alertForm,
  reply: alertReply,
  done: 'identity.alert_confirmed',
});
/**
 * "This was not me": withdrawals stop, the account that it is about is removed, every session ends, and the password
 * counts no more.
 */
export const alertDeny = call({
  name: 'alert_deny',
  access: 'public',
  form: alertForm,
  reply: alertReply,
  done: 'identity.alert_denied',
});
