import { call, emptyReply } from '../platform/call.ts';
import {
  emailForm,
  emailOtpForm,
  loginForm,
  mobileForm,
  mobileOtpForm,
  noForm,
  registrationForm,
  userReply,
} from './wire.ts';

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
/** Ends this session. */
export const logout = call({
  name: 'logout',
  access: 'user',
  form: noForm,
  reply: emptyReply,
  done: 'identity.logged_out',
});
export const currentUser = call({
  name: 'current_user',
  access: 'user',
  form: noForm,
  reply: userReply,
  done: 'common.ok',
});

export const sendOtpMobile = call({
  name: 'send_otp_mobile',
  access: 'user',
  form: mobileForm,
  reply: emptyReply,
  done: 'identity.otp_sent_mobile',
});
export const sendOtpEmail = call({
  name: 'send_otp_email',
  access: 'user',
  form: emailForm,
  reply: emptyReply,
  done: 'identity.otp_sent_email',
});
export const verifyMobile = call({
  name: 'verify_mobile',
  access: 'user',
  form: mobileOtpForm,
  reply: emptyReply,
  done: 'identity.mobile_verified',
});
export const verifyEmail = call({
  name: 'verify_email',
  access: 'user',
  form: emailOtpForm,
  reply: emptyReply,
  done: 'identity.email_verified',
});
