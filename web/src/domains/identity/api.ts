import { useMutation } from '@tanstack/react-query';
import {
  changePassword,
  codeDelivery,
  forgotPassword,
  loginChallenge,
  loginCodeSend,
  loginConfirm,
  resetPassword,
  securityEvents,
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
import {
  authenticatorBegin,
  authenticatorRemove,
  authenticatorSet,
  passkeyAdd,
  passkeyBegin,
  passkeyRemove,
  recoveryCodesRenew,
  secondFactors,
} from '@fws/contract/identity/factors/calls';
import type { OtpChannel, SocialProvider } from '@fws/contract/identity/model';
import type { CurrentUser } from '@fws/contract/identity/schemas';
import type { NewAuthenticator } from '@fws/contract/identity/factors/schemas';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi } from '../../platform/client/index.ts';
import { callPages, callQuery, refresh } from '../../platform/queries/index.ts';
import { setSignedIn } from '../../platform/session/index.ts';
import { keepPush } from './keepPush.ts';

export type RegistrationValues = CallInput<typeof userRegister>;

/** Refused with `stepUp: 'login'` when this browser needs a second step. */
export async function logIn(values: { identifier: string; password: string }): Promise<void> {
  enter(await callApi(userLogin, values));
}

function enter(user: CurrentUser): void {
  setSignedIn(user);
  void keepPush();
}

/** Asked again while somebody waits for a code. */
export const codeDeliveryQuery = () => ({
  ...callQuery('identity', codeDelivery, {}),
  refetchInterval: 15_000,
});

/** The challenge of the login that this browser has begun. */
export const challengeQuery = () => ({
  ...callQuery('identity', loginChallenge, {}),
  // A challenge never changes, and the next login has its own.
  staleTime: Infinity,
  gcTime: 0,
});
export const sendLoginCode = (): Promise<null> => callApi(loginCodeSend, {});
export async function confirmLogin(proof: CallInput<typeof loginConfirm>): Promise<void> {
  enter(await callApi(loginConfirm, proof));
}

export const createAccount = (values: RegistrationValues): Promise<CurrentUser> =>
  callApi(userRegister, values);

export function sendCode(channel: OtpChannel, address: string): Promise<null> {
  return channel === 'mobile'
    ? callApi(sendOtpMobile, { mobile: address })
    : callApi(sendOtpEmail, { email: address });
}

export const verifyContact = (channel: OtpChannel, address: string, otp: string): Promise<null> =>
  channel === 'mobile'
    ? callApi(verifyMobile, { mobile: address, otp })
    : callApi(verifyEmail, { email: address, otp });

/**
 * Requests a code to the new address. `otp`: the code to the current mobile number, when the server requires
 * one first.
 */
export const requestContactChange = (channel: OtpChannel, address: string, otp: string): Promise<null> =>
  channel === 'mobile'
    ? callApi(updateMobile, { mobile: address, otp })
    : callApi(updateEmail, { email: address, otp });

export const requestPasswordReset = (identifier: string): Promise<null> =>
  callApi(forgotPassword, { identifier });
export const setNewPassword = (values: CallInput<typeof resetPassword>): Promise<null> =>
  callApi(resetPassword, values);

export async function savePassword(values: CallInput<typeof changePassword>): Promise<void> {
  await callApi(changePassword, values);
  await refresh('identity');
}

export const sessionPages = () => callPages('identity', sessionList, {});

export function useEndSession() {
  return useMutation({
    mutationFn: ({ id, ...proof }: { id: number; otp: string; password: string }) =>
      callApi(sessionEnd, { sessionId: String(id), ...proof }),
    onSettled: () => refresh('identity'),
  });
}

export function useEndOtherSessions() {
  return useMutation({
    mutationFn: (proof: { otp: string; password: string }) => callApi(sessionEndOthers, proof),
    onSettled: () => refresh('identity'),
  });
}

export const securityLogQuery = () => callQuery('identity', securityEvents, {});
export const factorsQuery = () => callQuery('identity', secondFactors, {});

/** `otp` here and below: the code to the mobile number, when the server requires one first. */
export const beginAuthenticator = (otp: string): Promise<NewAuthenticator> =>
  callApi(authenticatorBegin, { otp });
/** Returns recovery codes, only this once, when the user had none. */
export const setAuthenticator = (code: string): Promise<string[]> => callApi(authenticatorSet, { code });
export const removeAuthenticator = (otp: string): Promise<null> => callApi(authenticatorRemove, { otp });
export const beginPasskey = (otp: string): Promise<string> => callApi(passkeyBegin, { otp });
/** Returns recovery codes, only this once, when the user had none. */
export const addPasskey = (name: string, passkey: string): Promise<string[]> =>
  callApi(passkeyAdd, { name, passkey });
export const removePasskey = (id: number, otp: string): Promise<null> =>
  callApi(passkeyRemove, { passkeyId: String(id), otp });
export const renewRecoveryCodes = (otp: string): Promise<string[]> => callApi(recoveryCodesRenew, { otp });

export const providersQuery = () => callQuery('identity', socialProviders, {});

/** What the issuer reported about a new user who has just returned from it. */
export const socialProfileQuery = (provider: SocialProvider) =>
  callQuery('identity', socialLogin, { provider, idToken: '', nonce: '' });

export const createSocialAccount = (values: RegistrationValues): Promise<CurrentUser> =>
  callApi(socialRegister, values);
