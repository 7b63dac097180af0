import * as z from 'zod/mini';
import { isAadhaar, isEmail, normaliseMobile, toLatinDigits } from '../platform/identifiers.ts';
import { idText, maybeText, optionalText, pageFields, requiredText } from '../platform/schemas.ts';
import {
  ALERT_KINDS,
  LOGIN_METHODS,
  LOOKING_FOR,
  REGISTER_FOR,
  SECURITY_EVENTS,
  SOCIAL_PROVIDERS,
} from './model.ts';

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

const CHECKED = /^(?:1|yes|true|on)$/i;
/** A ticked checkbox, in any form that clients send. */
const checkbox = (required: 'identity.terms_required' | 'identity.adult_required') =>
  z.pipe(
    z
      .union([z.string(), z.boolean()], required)
      .check(z.refine((value) => CHECKED.test(String(value)), required)),
    z.transform(() => true as const),
  );

/** Every registration requires these, from any client. */
const consents = {
  termsAccepted: checkbox('identity.terms_required'),
  isAdult: checkbox('identity.adult_required'),
};

/** The kind of account in a registration; each kind requires its own documents. */
type AccountKind = z.output<typeof registerStep2>;

const companyIsNamed = z.refine<AccountKind>(
  (form) => form.registerFor !== 'company' || form.companyName !== '',
  {
    path: ['companyName'],
    message: 'identity.company_name_required',
  },
);
const aadhaarIsWellFormed = z.refine<AccountKind>(
  (form) =>
    form.registerFor !== 'individual' ||
    form.aadhaarNumber === '' ||
    isAadhaar(form.aadhaarNumber.replace(/\s/g, '')),
  { path: ['aadhaarNumber'], message: 'identity.aadhaar_invalid' },
);

/** Both steps together, with the rules across fields. */
export const registration = z.object({ ...registerStep1.shape, ...registerStep2.shape, ...consents }).check(
  z.refine((form) => form.password === form.confirmPassword, {
    path: ['confirmPassword'],
    message: 'identity.passwords_differ',
  }),
  companyIsNamed,
  aadhaarIsWellFormed,
);
export type Registration = z.output<typeof registration>;

/** The first step for users who come from Google or Facebook. */
export const socialStep1 = z.object({
  firstName: requiredText('identity.first_name_required', 60),
  lastName: requiredText('identity.last_name_required', 60),
  email: emailText,
  mobile: mobileText,
});

/** These users have no password. Password fields that are sent are ignored. */
export const socialRegistration = z
  .object({
    ...socialStep1.shape,
    ...registerStep2.shape,
    ...consents,
    ticket: z.optional(optionalText(100)),
  })
  .check(companyIsNamed, aadhaarIsWellFormed);
export type SocialRegistration = z.output<typeof socialRegistration>;

/** Old clients also send names, number and e-mail. These are unproven and ignored: only the token's values count. */
export const socialLogin = z.object({
  provider: z.enum(SOCIAL_PROVIDERS, 'identity.social_type_required'),
  idToken: optionalText(8_000),
  nonce: optionalText(200),
  otp: maybeText(20),
});

export const login = z.object({
  identifier: requiredText('identity.identifier_required', 254),
  password: z
    .string()
    .check(z.minLength(1, 'identity.password_required'), z.maxLength(200, 'common.too_long')),
  /** The second factor of a client without cookies, when one is required. */
  otp: maybeText(20),
});

export const otpText = z
  .string()
  .check(
    z.trim(),
    z.overwrite(toLatinDigits),
    z.minLength(1, 'identity.otp_required'),
    z.regex(/^\d{6}$/, 'identity.otp_invalid'),
  );

const confirmText = z
  .string()
  .check(z.minLength(1, 'identity.confirm_password_required'), z.maxLength(200, 'common.too_long'));
const newPassword = z
  .string()
  .check(
    z.minLength(1, 'identity.new_password_required'),
    z.minLength(8, 'identity.password_rule'),
    z.maxLength(200, 'common.too_long'),
    z.regex(/\p{L}/u, 'identity.password_rule'),
    z.regex(/\d/, 'identity.password_rule'),
  );
const sameTwice = z.refine<{ password: string; confirmPassword: string }>(
  (form) => form.password === form.confirmPassword,
  { path: ['confirmPassword'], message: 'identity.passwords_differ' },
);

export const forgotPassword = z.object({ identifier: requiredText('identity.identifier_required', 254) });
export const resetPassword = z
  .object({
    identifier: requiredText('identity.identifier_required', 254),
    otp: otpText,
    password: newPassword,
    confirmPassword: confirmText,
  })
  .check(sameTwice);
export const changePassword = z
  .object({
    oldPassword: z
      .string()
      .check(z.minLength(1, 'identity.old_password_required'), z.maxLength(200, 'common.too_long')),
    password: newPassword,
    confirmPassword: confirmText,
    otp: maybeText(20),
  })
  .check(sameTwice);

/** `otp`: the code to the current mobile number, when one is required. */
export const newMobile = z.object({ mobile: mobileText, otp: optionalText(20) });
export const newEmail = z.object({ email: emailText, otp: optionalText(20) });

export const page = z.object(pageFields);
export const sessionToEnd = z.object({ sessionId: idText('identity.session_required') });

/** An alert by its number, for its signed-in owner, or with the secret part of the link that was sent. */
export const alertToAnswer = z.object({
  alert: z.pipe(
    z.string().check(z.trim(), z.regex(/^[1-9]\d{0,14}(-[\w-]{1,64})?$/, 'identity.alert_unknown')),
    z.transform((text: string) => {
      const dash = text.indexOf('-');
      return dash < 0
        ? { id: Number(text), mac: null }
        : { id: Number(text.slice(0, dash)), mac: text.slice(dash + 1) };
    }),
  ),
});

export const ownerAlert = z.object({
  id: z.number(),
  kind: z.enum(ALERT_KINDS),
  at: z.string(),
  answer: z.enum(['none', 'confirmed', 'denied']),
  facts: z.object({
    account: z.optional(
      z.object({
        kind: z.enum(['bank', 'upi']),
        bankName: z.string(),
        ending: z.string(),
        upiId: z.string(),
        nameAtBank: z.string(),
      }),
    ),
    before: z.optional(z.string()),
    amountPaise: z.optional(z.number()),
    provider: z.optional(z.string()),
  }),
  account: z.nullable(z.object({ usableFrom: z.nullable(z.string()), removed: z.boolean() })),
  device: z.string(),
  address: z.string(),
  told: z.object({ sms: z.boolean(), email: z.boolean() }),
  own: z.boolean(),
});

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

/** For a new user only what the issuer returned; otherwise the whole user. */
export const socialLoginWire = z.object({
  is_first_time: z.enum(['Yes', 'No']),
  data: z.array(z.partial(userWire)),
});

export const providersWire = z.object({ data: z.array(z.string()) });

export const sessionWire = z.object({
  session_id: z.number(),
  device: z.string(),
  created_at: z.string(),
  seen_at: z.string(),
  current: z.boolean(),
});

export const loginConfirm = z.object({
  method: z.enum(LOGIN_METHODS, 'identity.login_method_required'),
  code: maybeText(40),
  passkey: maybeText(8_000),
});
export const loginChallengeWire = z.object({
  methods: z.array(z.enum(LOGIN_METHODS)),
  sentTo: z.nullable(z.string()),
  passkeyOptions: z.nullable(z.string()),
  outboxUrl: z.nullable(z.string()),
});

/** `otp`: the code to the mobile number, when one is required. */
export const stepUpOnly = z.object({ otp: maybeText(20) });
export const authenticatorCode = z.object({
  code: z
    .string()
    .check(z.trim(), z.overwrite(toLatinDigits), z.regex(/^\d{6}$/, 'identity.authenticator_code_invalid')),
});
export const newPasskey = z.object({
  name: requiredText('identity.passkey_name_required', 60),
  passkey: requiredText('identity.passkey_failed', 20_000),
});
export const passkeyToRemove = z.object({
  passkeyId: idText('identity.passkey_unknown'),
  otp: maybeText(20),
});

export const secondFactorsWire = z.object({
  authenticator: z.nullable(z.object({ setAt: z.string() })),
  passkeys: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      createdAt: z.string(),
      lastUsedAt: z.nullable(z.string()),
    }),
  ),
  recoveryCodesLeft: z.number(),
});
export const newAuthenticatorWire = z.object({ secret: z.string(), uri: z.string() });
export const recoveryCodesWire = z.array(z.string());
export const passkeyOptionsWire = z.string();
export const securityEventsWire = z.array(
  z.object({
    id: z.number(),
    at: z.string(),
    kind: z.enum(SECURITY_EVENTS),
    device: z.string(),
    address: z.string(),
    byStaff: z.boolean(),
  }),
);
export const mobile = z.object({ mobile: mobileText });
export const email = z.object({ email: emailText });
export const mobileOtp = z.object({ mobile: mobileText, otp: otpText });
export const emailOtp = z.object({ email: emailText, otp: otpText });
