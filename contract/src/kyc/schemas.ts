import * as z from 'zod/mini';
import { lastNameText } from '../identity/schemas.ts';
import { isAadhaar, isGstin, isPan, toLatinDigits } from '../platform/identifiers.ts';
import { knownText, maybeText, optionalText, requiredText } from '../platform/schemas.ts';
import type { IdentityState, NameChangeState } from './lifecycle.ts';
import { AADHAAR_WAYS, CODE_CHARACTERS, CODE_LENGTH, ID_KINDS, NAME_ON_ID_MAX } from './model.ts';

const CODE = new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`);

/** Converts a number as typed to its printed form. */
const normaliseIdNumber = (text: string): string => toLatinDigits(text).replace(/[\s-]/g, '').toUpperCase();

const code = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.minLength(1, 'kyc.video_required'), z.regex(CODE, 'kyc.code_invalid'));

/** The name as printed on the ID, when it differs from the account's. */
const nameOnId = maybeText(NAME_ON_ID_MAX);

export const submitIdentity = z.pipe(
  z
    .object({
      kind: z.enum(ID_KINDS, 'kyc.kind_required'),
      number: requiredText('kyc.number_required', 20),
      code,
      captcha: optionalText(20),
      sessionId: optionalText(80),
      nameOnId,
    })
    .check(
      z.refine((form) => form.kind !== 'aadhaar' || isAadhaar(normaliseIdNumber(form.number)), {
        path: ['number'],
        message: 'identity.aadhaar_invalid',
      }),
      z.refine((form) => form.kind !== 'pan' || isPan(normaliseIdNumber(form.number)), {
        path: ['number'],
        message: 'kyc.pan_invalid',
      }),
      z.refine((form) => form.kind !== 'gstin' || isGstin(normaliseIdNumber(form.number)), {
        path: ['number'],
        message: 'kyc.gstin_invalid',
      }),
      z.refine((form) => form.kind !== 'aadhaar' || form.captcha.trim() !== '', {
        path: ['captcha'],
        message: 'kyc.captcha_required',
      }),
      z.refine((form) => form.kind !== 'aadhaar' || form.sessionId.trim() !== '', {
        path: ['sessionId'],
        message: 'kyc.session_over',
      }),
    ),
  z.transform((form) => ({ ...form, number: normaliseIdNumber(form.number) })),
);
export type SubmitIdentity = z.output<typeof submitIdentity>;

export const aadhaarOtp = z.object({
  sessionId: requiredText('kyc.session_over', 80),
  otp: z
    .string()
    .check(
      z.trim(),
      z.overwrite(toLatinDigits),
      z.minLength(1, 'identity.otp_required'),
      z.regex(/^\d{6}$/, 'identity.otp_invalid'),
    ),
});

export const digilocker = z.object({ code, nameOnId });

export const reference = z.object({ referenceId: optionalText(80) });

export const identityStatus = z.object({
  state: knownText<IdentityState>(),
  /** Our reference of the latest request. */
  referenceId: z.string(),
  /** Why it was refused, or what a pending check waits for. */
  reason: z.nullable(z.string()),
  aadhaarWay: z.enum(AADHAAR_WAYS),
  /** The code of a stored video that is still valid, so that nobody records twice; empty: none. */
  code: z.string(),
});
export type IdentityStatus = z.output<typeof identityStatus>;

export const submittedIdentity = z.extend(identityStatus, {
  /** For Aadhaar: the session of the one-time password that was sent. */
  sessionId: z.nullable(z.string()),
});
export type SubmittedIdentity = z.output<typeof submittedIdentity>;

/** A corrected name that a user asks for. */
export const nameChange = z.object({
  firstName: requiredText('identity.first_name_required', 60),
  lastName: lastNameText,
  explanation: requiredText('kyc.explanation_required', 500),
  otp: maybeText(20),
});
export type NameChange = Omit<z.output<typeof nameChange>, 'otp'>;

export const nameStatus = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** The name on the ID that verified the user; empty while they are not verified. */
  verifiedName: z.string(),
  /** The newest first. */
  changes: z.array(
    z.object({
      firstName: z.string(),
      lastName: z.string(),
      explanation: z.string(),
      state: knownText<NameChangeState>(),
      requestedAt: z.string(),
      decidedAt: z.nullable(z.string()),
      /** Why it was decided so. */
      reason: z.nullable(z.string()),
    }),
  ),
});
export type NameStatus = z.output<typeof nameStatus>;

export const videoCode = z.object({ code: z.string(), expiresAt: z.string() });
export type VideoCode = z.output<typeof videoCode>;

export const aadhaarCaptcha = z.object({
  sessionId: z.string(),
  /** A picture in base64. */
  image: z.string(),
});
export type AadhaarCaptcha = z.output<typeof aadhaarCaptcha>;

export const digilockerStart = z.object({ referenceId: z.string(), url: z.string() });
export type DigilockerStart = z.output<typeof digilockerStart>;

const sampleVideo = z.object({
  id: z.number(),
  /** As a language tag: "hi". */
  language: z.string(),
  url: z.string(),
});
export type SampleVideo = z.output<typeof sampleVideo>;
export const sampleVideos = z.array(sampleVideo);
