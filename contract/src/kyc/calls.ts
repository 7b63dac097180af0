import { noForm } from '../identity/session/wire.ts';
import { call } from '../platform/call.ts';
import {
  aadhaarOtpForm,
  captchaReply,
  codeReply,
  digilockerForm,
  digilockerReply,
  identityStatusReply,
  referenceForm,
  sampleVideosReply,
  submitIdentityForm,
  submittedReply,
  videoFile,
} from './wire.ts';

export const sampleVideos = call({
  name: 'get_sample_kyc_videos',
  access: 'user',
  reads: true,
  form: noForm,
  reply: sampleVideosReply,
  done: 'common.ok',
});

/** What is to be read aloud in the video; a later one takes its place. */
export const videoCode = call({
  name: 'get_kyc_captcha_code',
  access: 'user',
  form: noForm,
  reply: codeReply,
  done: 'common.ok',
});

/** Begins an Aadhaar check: a picture with characters, and the session that goes with it. */
export const aadhaarCaptcha = call({
  name: 'aadhar_captcha',
  access: 'user',
  form: noForm,
  reply: captchaReply,
  done: 'common.ok',
});

/**
 * A number, checked with the vendor and not kept. PAN and GSTIN are decided by it; for Aadhaar it sends the one-time
 * password. The video comes with the first of it and stays with its code.
 */
export const submitIdentity = call({
  name: 'upload_id_proof',
  aliases: ['kyc_verification', 'aadhar_verify'],
  access: 'user',
  form: submitIdentityForm,
  files: [videoFile],
  reply: submittedReply,
  done: 'kyc.submitted',
});

export const submitAadhaarOtp = call({
  name: 'aadhar_otp_verify',
  aliases: ['aadhar_verify_otp'],
  access: 'user',
  form: aadhaarOtpForm,
  reply: identityStatusReply,
  done: 'kyc.submitted',
});

/** Where DigiLocker takes the place of typing the Aadhaar number: the address of its page. */
export const startDigilocker = call({
  name: 'aadhar_digilocker',
  access: 'user',
  form: digilockerForm,
  files: [videoFile],
  reply: digilockerReply,
  done: 'common.ok',
});

/** The present state; asks the vendor again when it was pending, or when the user comes back from DigiLocker. */
export const identityStatus = call({
  name: 'verify_aadhar_status',
  access: 'user',
  reads: true,
  form: referenceForm,
  reply: identityStatusReply,
  done: 'common.ok',
});
