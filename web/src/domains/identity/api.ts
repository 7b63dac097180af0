import { useMutation } from '@tanstack/react-query';
import {
  changePassword,
  forgotPassword,
  resetPassword,
  sendOtpEmail,
  sendOtpMobile,
  sessionEnd,
  sessionEndOthers,
  sessionList,
  socialLogin,
  socialProviders,
  socialRegister,
  updateEmail,
  updateMobile,
  userLogin,
  userRegister,
  verifyEmail,
  verifyMobile,
} from '@fws/contract/identity/calls';
import type { CurrentUser, OtpChannel, SocialProvider } from '@fws/contract/identity/model';
import type { RawOf } from '@fws/contract/platform/call';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';
import { loadSession, signedIn } from '../../platform/session/index.ts';

export type RegistrationValues = RawOf<typeof userRegister>;

export async function logIn(values: { identifier: string; password: string }): Promise<void> {
  signedIn(await callApi(userLogin, values));
}

export const createAccount = (values: RegistrationValues): Promise<CurrentUser> =>
  callApi(userRegister, values);

export function sendCode(channel: OtpChannel, address: string): Promise<null> {
  return channel === 'mobile'
    ? callApi(sendOtpMobile, { mobile: address })
    : callApi(sendOtpEmail, { email: address });
}

export async function checkCode(channel: OtpChannel, address: string, otp: string): Promise<void> {
  if (channel === 'mobile') await callApi(verifyMobile, { mobile: address, otp });
  else await callApi(verifyEmail, { email: address, otp });
  await loadSession();
}

/** Asks for a code to the new address. `otp`: the code to the present mobile, when the server wants it first. */
export const askChange = (channel: OtpChannel, address: string, otp = ''): Promise<null> =>
  channel === 'mobile'
    ? callApi(updateMobile, { mobile: address, otp })
    : callApi(updateEmail, { email: address, otp });

export const askReset = (identifier: string): Promise<null> => callApi(forgotPassword, { identifier });
export const setNewPassword = (values: RawOf<typeof resetPassword>): Promise<null> =>
  callApi(resetPassword, values);

export async function savePassword(values: RawOf<typeof changePassword>): Promise<void> {
  await callApi(changePassword, values);
  await refresh('identity');
}

export const sessions = () => callPages('identity', sessionList, {});

export function useEndSession() {
  return useMutation({
    mutationFn: (id: number) => callApi(sessionEnd, { sessionId: String(id) }),
    onSettled: () => refresh('identity'),
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: () => callApi(sessionEndOthers, {}),
    onSettled: () => refresh('identity'),
  });
}

export const providers = () => callQuery('identity', socialProviders, {});

/** What the issuer told of who has just come back from it, and is new here. */
export const newcomer = (provider: SocialProvider) =>
  callQuery('identity', socialLogin, { provider, idToken: '', nonce: '' });

export const createSocialAccount = (values: RegistrationValues): Promise<CurrentUser> =>
  callApi(socialRegister, values);
