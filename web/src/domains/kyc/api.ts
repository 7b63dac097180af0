import {
  aadhaarCaptcha,
  identityStatus,
  nameStatus,
  requestNameChange,
  sampleVideos,
  startDigilocker,
  submitAadhaarOtp,
  submitIdentity,
  videoCode,
} from '@fws/contract/kyc/calls';
import type { IdentityStatus, NameStatus, SubmittedIdentity } from '@fws/contract/kyc/schemas';
import type { CallInput } from '@fws/contract/platform/call';
import { callApi, CallError } from '../../platform/client/index.ts';
import { callQuery, refresh } from '../../platform/queries/index.ts';
import { loadSession } from '../../platform/session/index.ts';
import { forgetRecording } from './recording.ts';

/** `referenceId`: of the visit to DigiLocker that the user has just returned from. */
export const ownIdentityQuery = (referenceId = '') => callQuery('identity', identityStatus, { referenceId });

export const sampleVideosQuery = () => callQuery('samples', sampleVideos, {});

/** A session at the vendor, with its captcha. Fetched once, and again only when a new one is needed. */
export const captchaQuery = () => ({
  ...callQuery('captcha', aadhaarCaptcha, {}),
  staleTime: Infinity,
  gcTime: 0,
});

/** A new code each time: the server accepts no code for two videos. */
export const videoCodeQuery = () => ({
  ...callQuery('captcha', videoCode, {}),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnMount: 'always' as const,
});

/** A refusal also changes the state. */
const refreshIdentity = () => Promise.all([refresh('identity'), loadSession()]);

/** When the number has been checked, the server has the video or no longer needs it. */
export async function sendNumber(
  values: CallInput<typeof submitIdentity>,
  video: File | null,
): Promise<SubmittedIdentity> {
  try {
    const submitted = await callApi(submitIdentity, values, { files: { video } });
    await refreshIdentity();
    forgetRecording();
    return submitted;
  } catch (error) {
    await refreshIdentity();
    if (error instanceof CallError && 'number' in error.fields) forgetRecording();
    throw error;
  }
}

export async function sendOtp(values: CallInput<typeof submitAadhaarOtp>): Promise<IdentityStatus> {
  try {
    return await callApi(submitAadhaarOtp, values);
  } finally {
    await refreshIdentity();
  }
}

export async function goToDigilocker(
  values: CallInput<typeof startDigilocker>,
  video: File | null,
): Promise<void> {
  const { url } = await callApi(startDigilocker, values, { files: { video } });
  window.location.assign(url);
}

/** Refetched when the identity changes: an admin may have decided. */
export const nameQuery = () => callQuery('identity', nameStatus, {});

export async function sendNameChange(values: CallInput<typeof requestNameChange>): Promise<NameStatus> {
  const status = await callApi(requestNameChange, values);
  await refresh('identity');
  return status;
}
