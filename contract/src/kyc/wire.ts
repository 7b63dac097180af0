import type * as z from 'zod/mini';
import { createSchemaLoader, wireForm, type WireBody } from '../platform/form.ts';
import { dataReply, type CallFile, type WireReply } from '../platform/call.ts';
import { optionField } from '../jobs/wire.ts';
import type {
  AadhaarCaptcha,
  DigilockerStart,
  IdentityStatus,
  SampleVideo,
  SubmittedIdentity,
  VideoCode,
} from './model.ts';
import type {
  captchaWire,
  codeWire,
  digilockerWire,
  sampleVideosWire,
  statusWire,
  submittedWire,
} from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** An Aadhaar number comes as `uid_no`, the others as `id_proof_number`. */
function unpackNumber(body: WireBody): WireBody {
  const idProofNumber = body['id_proof_number'];
  return idProofNumber === undefined || idProofNumber === ''
    ? { ...body, id_proof_number: body['uid_no'] }
    : body;
}

export const submitIdentityForm = wireForm(
  schema('submitIdentity'),
  {
    kind: optionField('id_proof_type', { aadhaar: '3', pan: '1', gstin: '2' }),
    number: 'id_proof_number',
    code: 'kyc_captcha_code',
    captcha: 'captcha',
    sessionId: 'session_id',
  },
  { unpack: unpackNumber },
);
export const aadhaarOtpForm = wireForm(schema('aadhaarOtp'), { sessionId: 'session_id', otp: 'otp' });
export const digilockerForm = wireForm(schema('digilocker'), { code: 'kyc_captcha_code' });
export const referenceForm = wireForm(schema('reference'), {
  referenceId: 'reference_id',
});

export const videoFile: CallFile = { name: 'video', wireName: 'file', kinds: ['video'] };

const FLAG = { none: 0, verified: 1, refused: 2, pending: 3 } as const;
const STATE = ['none', 'verified', 'refused', 'pending'] as const;

const statusToWire = (status: IdentityStatus) => ({
  reference_id: status.referenceId,
  is_kyc_updated: FLAG[status.state],
  reason: status.reason,
  aadhaar_mode: status.aadhaarWay,
  kyc_captcha_code: status.code,
});

const statusFromWire = (
  wire: ReturnType<typeof statusToWire> | z.infer<typeof statusWire>,
): IdentityStatus => ({
  state: STATE[wire.is_kyc_updated] ?? 'none',
  referenceId: wire.reference_id,
  reason: wire.reason,
  aadhaarWay: wire.aadhaar_mode === 'digilocker' ? 'digilocker' : 'number',
  code: wire.kyc_captcha_code,
});

export const identityStatusReply: WireReply<IdentityStatus, z.infer<typeof statusWire>> = {
  schema: schema('statusWire'),
  encode: (status) => ({ data: null, ...statusToWire(status) }),
  decode: statusFromWire,
};

export const submittedReply: WireReply<SubmittedIdentity, z.infer<typeof submittedWire>> = {
  schema: schema('submittedWire'),
  encode: (status) => ({
    data: status.sessionId === null ? null : { session_id: status.sessionId },
    ...statusToWire(status),
  }),
  decode: (wire) => ({
    ...statusFromWire({ ...wire, data: null }),
    sessionId: wire.data?.session_id ?? null,
  }),
};

export const codeReply = dataReply<VideoCode, z.infer<typeof codeWire>>(
  schema('codeWire'),
  ({ code, expiresAt }) => ({ kyc_captcha_code: code, expires_at: expiresAt }),
  (wire) => ({ code: wire.kyc_captcha_code, expiresAt: wire.expires_at }),
);

export const captchaReply = dataReply<AadhaarCaptcha, z.infer<typeof captchaWire>>(
  schema('captchaWire'),
  ({ sessionId, image }) => ({ session_id: sessionId, image_captcha: image }),
  (wire) => ({ sessionId: wire.session_id, image: wire.image_captcha }),
);

export const digilockerReply = dataReply<DigilockerStart, z.infer<typeof digilockerWire>>(
  schema('digilockerWire'),
  ({ referenceId, url }) => ({ reference_id: referenceId, redirect_url: url }),
  (wire) => ({ referenceId: wire.reference_id, url: wire.redirect_url }),
);

export const sampleVideosReply = dataReply<SampleVideo[], z.infer<typeof sampleVideosWire>>(
  schema('sampleVideosWire'),
  (videos) => videos.map(({ id, language, url }) => ({ id, language, video_url: url })),
  (wire) => wire.map(({ id, language, video_url: url }) => ({ id, language, url })),
);
