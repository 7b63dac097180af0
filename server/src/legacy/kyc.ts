import { toFormLastName } from '@fws/contract/identity/model';
import * as z from 'zod/mini';
import * as calls from '@fws/contract/kyc/calls';
import type { IdKind } from '@fws/contract/kyc/model';
import type {
  AadhaarCaptcha,
  DigilockerStart,
  IdentityStatus,
  NameStatus,
  SampleVideo,
  SubmittedIdentity,
  VideoCode,
} from '@fws/contract/kyc/schemas';
import { option } from './fields.ts';
import { IDENTITY_CODES } from './shared.ts';
import { replyWithData, translateCall, type LegacyReply } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

const ID_KINDS: Record<IdKind, string> = { aadhaar: '3', pan: '1', gstin: '2' };

/** An Aadhaar number comes as `uid_no`, the others as `id_proof_number`. */
function unpackNumber(body: Fields): Fields {
  const idProofNumber = body['id_proof_number'];
  return idProofNumber === undefined || idProofNumber === ''
    ? { ...body, id_proof_number: body['uid_no'] }
    : body;
}

// The fields of a status are beside `data`.
const statusFields = {
  reference_id: z.string(),
  is_kyc_updated: z.number(),
  reason: z.nullable(z.string()),
  aadhaar_mode: z.string(),
  kyc_captcha_code: z.string(),
};

const encodeStatus = (status: IdentityStatus) => ({
  reference_id: status.referenceId,
  is_kyc_updated: IDENTITY_CODES[status.state],
  reason: status.reason,
  aadhaar_mode: status.aadhaarWay,
  kyc_captcha_code: status.code,
});

const statusReply: LegacyReply<IdentityStatus> = {
  schema: z.object({ data: z.null(), ...statusFields }),
  encode: (status) => ({ data: null, ...encodeStatus(status) }),
};

/** The specification takes 200 for "verified". */
const checkedStatusReply: LegacyReply<IdentityStatus> = {
  ...statusReply,
  findRefusal: ({ state, reason }) => {
    if (state === 'verified') return null;
    if (state === 'pending') return { kind: 'conflict', code: 'kyc.submitted' };
    return reason === null
      ? { kind: 'conflict', code: 'kyc.not_verified' }
      : { kind: 'conflict', code: 'kyc.not_verified_because', values: { reason } };
  },
};

const submittedReply: LegacyReply<SubmittedIdentity> = {
  schema: z.object({ data: z.nullable(z.object({ session_id: z.string() })), ...statusFields }),
  encode: (status) => ({
    data: status.sessionId === null ? null : { session_id: status.sessionId },
    ...encodeStatus(status),
  }),
};

const codeReply = z.object({ kyc_captcha_code: z.string(), expires_at: z.string() });
const captchaReply = z.object({ session_id: z.string(), image_captcha: z.string() });
const digilockerReply = z.object({ reference_id: z.string(), redirect_url: z.string() });
const sampleVideoReply = z.object({ id: z.number(), language: z.string(), video_url: z.string() });

const nameReply = z.object({
  first_name: z.string(),
  last_name: z.string(),
  verified_name: z.string(),
  changes: z.array(
    z.object({
      first_name: z.string(),
      last_name: z.string(),
      explanation: z.string(),
      status: z.string(),
      requested_at: z.string(),
      decided_at: z.nullable(z.string()),
      reason: z.nullable(z.string()),
    }),
  ),
});

const encodeName = (name: NameStatus): z.output<typeof nameReply> => ({
  first_name: name.firstName,
  last_name: toFormLastName(name.lastName),
  verified_name: name.verifiedName,
  changes: name.changes.map((change) => ({
    first_name: change.firstName,
    last_name: toFormLastName(change.lastName),
    explanation: change.explanation,
    status: change.state,
    requested_at: change.requestedAt,
    decided_at: change.decidedAt,
    reason: change.reason,
  })),
});

const video = { video: 'file' };

export const kycTranslations = [
  translateCall(calls.sampleVideos, {
    reply: replyWithData(z.array(sampleVideoReply), (videos: SampleVideo[]) =>
      videos.map(({ id, language, url }) => ({ id, language, video_url: url })),
    ),
  }),
  translateCall(calls.videoCode, {
    reply: replyWithData(codeReply, ({ code, expiresAt }: VideoCode) => ({
      kyc_captcha_code: code,
      expires_at: expiresAt,
    })),
  }),
  translateCall(calls.aadhaarCaptcha, {
    reply: replyWithData(captchaReply, ({ sessionId, image }: AadhaarCaptcha) => ({
      session_id: sessionId,
      image_captcha: image,
    })),
  }),
  translateCall(calls.submitIdentity, {
    aliases: ['kyc_verification', 'aadhar_verify'],
    fields: {
      kind: option('id_proof_type', ID_KINDS),
      number: 'id_proof_number',
      code: 'kyc_captcha_code',
      captcha: 'captcha',
      sessionId: 'session_id',
      nameOnId: 'name_on_id',
    },
    unpack: unpackNumber,
    files: video,
    reply: submittedReply,
  }),
  translateCall(calls.submitAadhaarOtp, {
    aliases: ['aadhar_verify_otp'],
    fields: { sessionId: 'session_id', otp: 'otp' },
    reply: statusReply,
  }),
  translateCall(calls.startDigilocker, {
    fields: { code: 'kyc_captcha_code', nameOnId: 'name_on_id' },
    files: video,
    reply: replyWithData(digilockerReply, ({ referenceId, url }: DigilockerStart) => ({
      reference_id: referenceId,
      redirect_url: url,
    })),
  }),
  translateCall(calls.identityStatus, {
    fields: { referenceId: 'reference_id' },
    reply: checkedStatusReply,
  }),
  translateCall(calls.nameStatus, { reply: replyWithData(nameReply, encodeName) }),
  translateCall(calls.requestNameChange, {
    fields: { firstName: 'first_name', lastName: 'last_name', explanation: 'explanation', otp: 'otp' },
    reply: replyWithData(nameReply, encodeName),
  }),
];
