import * as z from 'zod/mini';
import {
  isAadhaar,
  isAscii,
  isEmail,
  normaliseEmail,
  normaliseMobile,
  toLatinDigits,
} from '../platform/identifiers.ts';
import { maybeText, optionalText, pageFields, requiredText } from '../platform/schemas.ts';
import { isReadable, removeInvisible } from '../platform/text.ts';
import { LOGIN_METHODS, LOOKING_FOR, ONE_NAME, REGISTER_FOR, SOCIAL_PROVIDERS } from './model.ts';

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
    z.refine((text) => normaliseMobile(text) !== null, 'identity.mobile_invalid'),
  ),
  z.transform((text: string) => normaliseMobile(text) ?? text),
);

export const emailText = z.string().check(
  z.trim(),
  z.overwrite(normaliseEmail),
  z.minLength(1, 'identity.email_required'),
  z.maxLength(254, 'common.too_long'),
  // Few mail services can send to such an address.
  z.refine((text) => isAscii(text.split('@')[0] ?? ''), {
    error: 'identity.email_other_script',
    abort: true,
  }),
  z.refine(isEmail, 'identity.email_invalid'),
);

/** `ONE_NAME` for somebody who has no last name, which is common in the south and the north-east. */
export const lastNameText = z.string().check(
  z.overwrite(removeInvisible),
  z.trim(),
  z.refine((text) => text === ONE_NAME || isReadable(text), 'identity.last_name_required'),
  z.maxLength(60, 'common.too_long'),
);

export const registerStep1 = z.object({
  firstName: requiredText('identity.first_name_required', 60),
  lastName: lastNameText,
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
  lastName: lastNameText,
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

/** The signed-in user as the whole product sees them. */
export const currentUser = z.object({
  id: z.number(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  /** E.164. */
  mobile: z.string(),
  mobileVerified: z.boolean(),
  emailVerified: z.boolean(),
  /** Empty: the default picture. */
  profileImage: z.string(),
  location: z.string(),
  registerFor: z.enum(REGISTER_FOR),
  lookingFor: z.array(z.enum(LOOKING_FOR)),
  skills: z.array(z.string()),
  identity: z.enum(['none', 'pending', 'verified', 'refused']),
  rating: z.nullable(z.number()),
  completedProjects: z.number(),
  /** Set while the account is suspended: it can only withdraw what it has earned. */
  suspension: z.nullable(z.object({ at: z.string(), reason: z.string() })),
  /** For clients without cookies; absent for the web. */
  authToken: z.optional(z.string()),
  /** The session is limited: it was opened by a password alone, so most fields are empty. */
  limited: z.optional(z.literal(true)),
});
export type CurrentUser = z.output<typeof currentUser>;

/** What an issuer says about a person who has no account yet. */
const socialProfile = z.object({
  firstName: z.string(),
  lastName: z.string(),
  /** Empty: the issuer gave none. */
  email: z.string(),
  emailVerified: z.boolean(),
  /** Lets `social_register` create the account; absent for the web, which has it in a cookie. */
  ticket: z.optional(z.string()),
});
export type SocialProfile = z.output<typeof socialProfile>;

/** For a new user only what the issuer returned; otherwise the whole user, whose session is in a cookie. */
export const socialLoginResult = z.union([
  // Not limited: such a login asks for the code before it opens a session.
  z.object({ firstTime: z.literal(false), user: z.omit(currentUser, { authToken: true, limited: true }) }),
  z.object({ firstTime: z.literal(true), profile: socialProfile }),
]);
export type SocialLogin = z.output<typeof socialLoginResult>;

export const socialProviders = z.array(z.enum(SOCIAL_PROVIDERS));

/** A session of the user. */
export const session = z.object({
  id: z.number(),
  /** "Chrome · Android"; empty when the client did not say. */
  device: z.string(),
  createdAt: z.string(),
  seenAt: z.string(),
  /** The caller's own session. */
  current: z.boolean(),
});
export type Session = z.output<typeof session>;

export const loginConfirm = z.object({
  method: z.enum(LOGIN_METHODS, 'identity.login_method_required'),
  code: maybeText(40),
  passkey: maybeText(8_000),
});
/** What a login requires after the correct password. */
export const loginChallenge = z.object({
  methods: z.array(z.enum(LOGIN_METHODS)),
  /** The last digits of the mobile number that the code was sent to; null when none was sent. */
  sentTo: z.nullable(z.string()),
  /** For the browser's `navigator.credentials.get`, as JSON; null without a passkey. */
  passkeyOptions: z.nullable(z.string()),
  /** Where text messages can be read in a trial installation; null when real ones are sent. */
  outboxUrl: z.nullable(z.string()),
});
export type LoginChallenge = z.output<typeof loginChallenge>;

/** Whether codes and other messages are late at the moment. */
export const codeDelivery = z.object({ isLate: z.boolean() });
export type CodeDelivery = z.output<typeof codeDelivery>;

export { securityEvents, type SecurityEvent } from './security-log.ts';

export const mobile = z.object({ mobile: mobileText });
export const email = z.object({ email: emailText });
export const mobileOtp = z.object({ mobile: mobileText, otp: otpText });
export const emailOtp = z.object({ email: emailText, otp: otpText });
