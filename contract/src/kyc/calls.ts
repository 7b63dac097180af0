import { call } from '../platform/call.ts';
import { identityStatusReply, referenceForm, submitIdentityForm } from './wire.ts';

/** PAN or GSTIN, checked with the vendor; the number itself is not kept. */
export const submitIdentity = call({
  name: 'upload_id_proof',
  aliases: ['kyc_verification'],
  access: 'user',
  form: submitIdentityForm,
  reply: identityStatusReply,
  done: 'kyc.submitted',
});

/** The present state; asks the vendor again when it was pending. */
export const identityStatus = call({
  name: 'verify_aadhar_status',
  access: 'user',
  form: referenceForm,
  reply: identityStatusReply,
  done: 'common.ok',
});
