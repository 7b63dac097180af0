import {
  sendOtpEmail,
  sendOtpMobile,
  userLogin,
  userRegister,
  verifyEmail,
  verifyMobile,
} from '@fws/contract/identity/calls';
import type { CurrentUser, OtpChannel } from '@fws/contract/identity/model';
import type { RawOf } from '@fws/contract/platform/call';
import { callApi } from '../../platform/client/index.ts';
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
