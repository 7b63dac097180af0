import {
  aadhaarCaptcha,
  identityStatus,
  sampleVideos,
  startDigilocker,
  submitAadhaarOtp,
  submitIdentity,
  videoCode,
} from '@fws/contract/kyc/calls';
import type { IdentityStatus, SubmittedIdentity } from '@fws/contract/kyc/model';
import type { RawOf } from '@fws/contract/platform/call';
import { callApi, CallError } from '../../platform/client/index.ts';
import { callQuery, refresh } from '../../platform/queries/index.ts';
import { loadSession } from '../../platform/session/index.ts';
import { forgetRecording } from './recording.ts';

/** `referenceId`: of a visit to DigiLocker that one has just come back from. */
export const ownIdentity = (referenceId = '') => callQuery('identity', identityStatus, { referenceId });

export const listSampleVideos = () => callQuery('samples', sampleVideos, {});

/** A session at the vendor and its picture: asked for once, and again only when a new one is needed. */
export const newCaptcha = () => ({
  ...callQuery('captcha', aadhaarCaptcha, {}),
  staleTime: Infinity,
  gcTime: 0,
});

/** Another one each time: the server takes none for two videos. */
export const newVideoCode = () => ({
  ...callQuery('captcha', videoCode, {}),
  staleTime: Infinity,
  gcTime: 0,
  refetchOnMount: 'always' as const,
});

/** A refusal is also a new state. */
const afterwards = () => Promise.all([refresh('identity'), loadSession()]);

/** Once the number was looked at, the server has the video, or has no more use for it. */
export async function sendNumber(
  values: RawOf<typeof submitIdentity>,
  video: File | null,
): Promise<SubmittedIdentity> {
  try {
    const submitted = await callApi(submitIdentity, values, { files: { video } });
    await afterwards();
    forgetRecording();
    return submitted;
  } catch (error) {
    await afterwards();
    if (error instanceof CallError && 'number' in error.fields) forgetRecording();
    throw error;
  }
}

export async function sendOtp(values: RawOf<typeof submitAadhaarOtp>): Promise<IdentityStatus> {
  try {
    return await callApi(submitAadhaarOtp, values);
  } finally {
    await afterwards();
  }
}

export async function goToDigilocker(code: string, video: File | null): Promise<void> {
  const { url } = await callApi(startDigilocker, { code }, { files: { video } });
  window.location.assign(url);
}
