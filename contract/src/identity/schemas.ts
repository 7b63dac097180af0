import * as z from 'zod/mini';
import { isAadhaar, isEmail, normaliseMobile, toLatinDigits } from '../platform/identifiers.ts';
import { optionalText, requiredText } from '../platform/schemas.ts';
import { LOOKING_FOR, REGISTER_FOR } from './model.ts';

const password = z
  .string()
  .check(
    z.minLength(8, 'identity.password_rule'),
    z.maxLength(200, 'common.too_long'),
    z.regex(/\p{L}/u, 'identity.password_rule'),
    z.regex(/\d/, 'identity.password_rule'),
  );

export const mobileText = z.pipe(
  z.string().check(
    z.trim(),
    z.overwrite(toLatinDigits),
    z.minLength(1, 'identity.mobile_required'),
    z.regex(/^\+?[\d\s-]{10,16}$/, 'identity.mobile_invalid'),
    z.refine((text) => normaliseMobile(text) !== null, 'identity.mobile_invalid'),
  ),
  z.transform((text: string) => normaliseMobile(text) ?? text),
);

export const emailText = z.pipe(
  z
    .string()
    .check(
      z.trim(),
      z.minLength(1, 'identity.email_required'),
      z.maxLength(254, 'common.too_long'),
      z.refine(isEmail, 'identity.email_invalid'),
    ),
  z.transform((text: string) => text.toLowerCase()),
);

export const registerStep1 = z.object({
  firstName: requiredText('identity.first_name_required', 60),
  lastName: requiredText('identity.last_name_required', 60),
  email: emailText,
  mobile: mobileText,
  password,
  confirmPassword: z.string().check(z.minLength(1, 'identity.confirm_password_required')),
});

export const registerStep2 = z.object({
  registerFor: z.enum(REGISTER_FOR, 'identity.register_for_required'),
  lookingFor: z
    .array(z.enum(LOOKING_FOR, 'identity.looking_for_required'))
    .check(z.minLength(1, 'identity.looking_for_required')),
  location: requiredText('identity.location_required', 200),
  companyName: optionalText(120),
  aadhaarNumber: optionalText(20).check(z.overwrite(toLatinDigits)),
});

/** Both steps together, with what only makes sense across fields. */
export const registration = z.object({ ...registerStep1.shape, ...registerStep2.shape }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'identity.passwords_differ',
  }),
  z.refine((form) => form.registerFor !== 'company' || form.companyName !== '', {
    path: ['companyName'],
    message: 'identity.company_name_required',
  }),
  z.refine((form) => form.registerFor !== 'individual' || form.aadhaarNumber !== '', {
    path: ['aadhaarNumber'],
    message: 'identity.aadhaar_required',
  }),
  z.refine(
    (form) =>
      form.registerFor !== 'individual' ||
      form.aadhaarNumber === '' ||
      isAadhaar(form.aadhaarNumber.replace(/\s/g, '')),
    {
      path: ['aadhaarNumber'],
      message: 'identity.aadhaar_invalid',
    },
  ),
);

export const login = z.object({
  identifier: requiredText('identity.identifier_required', 254),
  password: z
    .string()
    .check(z.minLength(1, 'identity.password_required'), z.maxLength(200, 'common.too_long')),
});

export const otpText = z
  .string()
  .check(
    z.trim(),
    z.overwrite(toLatinDigits),
    z.minLength(1, 'identity.otp_required'),
    z.regex(/^\d{6}$/, 'identity.otp_invalid'),
  );

export const userWire = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  email_id: z.string(),
  mobile_number: z.string(),
  verify_mobile: z.number(),
  verify_email: z.number(),
  profile_image: z.string(),
  location: z.string(),
  register_for: z.string(),
  looking_for: z.string(),
  skills: z.string(),
  is_kyc_updated: z.number(),
  user_rating: z.nullable(z.number()),
  total_completed_project: z.number(),
  auth_token: z.optional(z.string()),
});

export const nothing = z.object({});
export const mobile = z.object({ mobile: mobileText });
export const email = z.object({ email: emailText });
export const mobileOtp = z.object({ mobile: mobileText, otp: otpText });
export const emailOtp = z.object({ email: emailText, otp: otpText });
