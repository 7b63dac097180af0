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
  reply: sampleVideosReply,
  done: 'common.ok',
});

/** Creates the code to be read aloud in the video. A later code replaces it. */
export const videoCode = call({
  name: 'get_kyc_captcha_code',
  access: 'user',
  reads: false,
  reply: codeReply,
  done: 'common.ok',
});

/** Starts an Aadhaar check: returns a captcha image and its session. */
export const aadhaarCaptcha = call({
  name: 'aadhar_captcha',
  access: 'user',
  reads: false,
  reply: captchaReply,
  done: 'common.ok',
});

/**
 * Checks a number with the vendor and does not store it. For PAN and GSTIN this decides; for Aadhaar it sends the one-time
 * password. The video is sent with the first attempt and stays with its code.
 */
export const submitIdentity = call({
  name: 'upload_id_proof',
  aliases: ['kyc_verification', 'aadhar_verify'],
  access: 'user',
  reads: false,
  form: submitIdentityForm,
  files: [videoFile],
  reply: submittedReply,
  done: 'kyc.submitted',
});

export const submitAadhaarOtp = call({
  name: 'aadhar_otp_verify',
  aliases: ['aadhar_verify_otp'],
  access: 'user',
  reads: false,
  form: aadhaarOtpForm,
  reply: identityStatusReply,
  done: 'kyc.submitted',
});

/** Returns the address of DigiLocker's page, where DigiLocker replaces typing the Aadhaar number. */
export const startDigilocker = call({
  name: 'aadhar_digilocker',
  access: 'user',
  reads: false,
  form: digilockerForm,
  files: [videoFile],
  reply: digilockerReply,
  done: 'common.ok',
});

/** The current state. Asks the vendor again when it was pending or the user returns from DigiLocker. */
export const identityStatus = call({
  name: 'verify_aadhar_status',
  access: 'user',
  reads: true,
  form: referenceForm,
  reply: identityStatusReply,
  done: 'common.ok',
});
