import * as z from 'zod/mini';
import { isAadhaar, isGstin, isPan, toLatinDigits } from '../platform/identifiers.ts';
import { optionalText, requiredText } from '../platform/schemas.ts';
import { CODE_CHARACTERS, CODE_LENGTH, ID_KINDS } from './model.ts';

const CODE = new RegExp(`^[${CODE_CHARACTERS}]{${CODE_LENGTH}}$`);

/** Converts a number as typed to its printed form. */
const normaliseIdNumber = (text: string): string => toLatinDigits(text).replace(/[\s-]/g, '').toUpperCase();

const code = z
  .string()
  .check(z.trim(), z.toUpperCase(), z.minLength(1, 'kyc.video_required'), z.regex(CODE, 'kyc.code_invalid'));

export const submitIdentity = z.pipe(
  z
    .object({
      kind: z.enum(ID_KINDS, 'kyc.kind_required'),
      number: requiredText('kyc.number_required', 20),
      code,
      captcha: optionalText(20),
      sessionId: optionalText(80),
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

export const digilocker = z.object({ code });

export const reference = z.object({ referenceId: optionalText(80) });

const status = {
  reference_id: z.string(),
  is_kyc_updated: z.number(),
  reason: z.nullable(z.string()),
  aadhaar_mode: z.string(),
  kyc_captcha_code: z.string(),
};
export const statusWire = z.object({ data: z.null(), ...status });
export const submittedWire = z.object({ data: z.nullable(z.object({ session_id: z.string() })), ...status });

export const codeWire = z.object({ kyc_captcha_code: z.string(), expires_at: z.string() });
export const captchaWire = z.object({ session_id: z.string(), image_captcha: z.string() });
export const digilockerWire = z.object({ reference_id: z.string(), redirect_url: z.string() });
export const sampleVideosWire = z.array(
  z.object({ id: z.number(), language: z.string(), video_url: z.string() }),
);
