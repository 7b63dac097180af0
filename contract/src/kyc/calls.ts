import { call, type CallFile } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

const video: CallFile = { name: 'video', kinds: ['video'] };

export const sampleVideos = call({
  name: 'get_sample_kyc_videos',
  access: 'user',
  reads: true,
  kept: false,
  reply: schema('sampleVideos'),
  done: 'common.ok',
});

/** Creates the code to be read aloud in the video. A later code replaces it. */
export const videoCode = call({
  name: 'get_kyc_captcha_code',
  access: 'user',
  reads: false,
  reply: schema('videoCode'),
  done: 'common.ok',
});

/** Starts an Aadhaar check: returns a captcha image and its session. */
export const aadhaarCaptcha = call({
  name: 'aadhar_captcha',
  access: 'user',
  reads: false,
  reply: schema('aadhaarCaptcha'),
  done: 'common.ok',
});

/**
 * Checks a number with the vendor and does not store it. For PAN and GSTIN this decides; for Aadhaar it sends the one-time
 * password. The video is sent with the first attempt and stays with its code.
 */
export const submitIdentity = call({
  name: 'upload_id_proof',
  access: 'user',
  reads: false,
  form: schema('submitIdentity'),
  files: [video],
  reply: schema('submittedIdentity'),
  done: 'kyc.submitted',
});

export const submitAadhaarOtp = call({
  name: 'aadhar_otp_verify',
  access: 'user',
  reads: false,
  form: schema('aadhaarOtp'),
  reply: schema('identityStatus'),
  done: 'kyc.submitted',
});

/** Returns the address of DigiLocker's page, where DigiLocker replaces typing the Aadhaar number. */
export const startDigilocker = call({
  name: 'aadhar_digilocker',
  access: 'user',
  reads: false,
  form: schema('digilocker'),
  files: [video],
  reply: schema('digilockerStart'),
  done: 'common.ok',
});

/** The current state. Asks the vendor again when it was pending or the user returns from DigiLocker. */
export const identityStatus = call({
  name: 'verify_aadhar_status',
  access: 'user',
  reads: true,
  kept: false,
  form: schema('reference'),
  reply: schema('identityStatus'),
  done: 'common.ok',
});

/** The user's name, the verified one, and the changes that they asked for. */
export const nameStatus = call({
  name: 'name_status',
  access: 'user',
  reads: true,
  kept: false,
  reply: schema('nameStatus'),
  done: 'common.ok',
});

/** Asks for a corrected name, which an admin decides. Needs a one-time code given in the last ten minutes. */
export const requestNameChange = call({
  name: 'request_name_change',
  access: 'user',
  reads: false,
  form: schema('nameChange'),
  reply: schema('nameStatus'),
  done: 'kyc.name_requested',
});
