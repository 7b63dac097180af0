import * as z from 'zod/mini';
import { isAadhaar, isEmail, normaliseMobile, toLatinDigits } from '../platform/identifiers.ts';
import { optionalText, requiredText } from '../platform/form.ts';

export const REGISTER_FOR = ['individual', 'company'] as const;
export const LOOKING_FOR = ['projects', 'services'] as const;
export const OTP_DIGITS = 6;
export const OTP_TTL_MS = 10 * 60_000;
export const OTP_TRIES = 5;
export const OTP_RESEND_MS = 30_000;
/** A password or OTP given this recently lets money out without asking again. */
export const STEP_UP_MS = 10 * 60_000;

export type OtpChannel = 'mobile' | 'email';

/** The signed-in user as the whole product sees them. */
export interface CurrentUser {
  id: number;
  firstName: string;
  lastName: string;
  email: string;
  /** E.164. */
  mobile: string;
  mobileVerified: boolean;
  emailVerified: boolean;
  /** Empty: the default picture. */
  profileImage: string;
  location: string;
  registerFor: (typeof REGISTER_FOR)[number];
  lookingFor: (typeof LOOKING_FOR)[number][];
  skills: string[];
  identity: 'none' | 'pending' | 'verified' | 'refused';
  rating: number | null;
  completedProjects: number;
  /** For clients without cookies; absent for the web. */
  authToken?: string;
}

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
export type Registration = z.output<typeof registration>;

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
