export const REGISTER_FOR = ['individual', 'company'] as const;
export const LOOKING_FOR = ['projects', 'services'] as const;
export const OTP_DIGITS = 6;
export const OTP_TTL_MS = 10 * 60_000;
export const OTP_TRIES = 5;
export const OTP_RESEND_MS = 30_000;
/**
 * A one-time code given this recently allows a withdrawal without another one. A password never does; it only ends
 * sessions.
 */
export const STEP_UP_MS = 10 * 60_000;

export const RECOVERY_CODES = 10;
/** A browser in which a code was given this recently needs no other one at login. */
export const DEVICE_CONFIRMED_MS = 30 * 24 * 3600_000;
/** The time allowed between the correct password and the code. */
export const LOGIN_CHALLENGE_MS = 10 * 60_000;
export const PASSKEYS_MAX = 10;

export type OtpChannel = 'mobile' | 'email';

export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];
/** The time allowed to register after the issuer's confirmation. */
export const SOCIAL_TICKET_MS = 30 * 60_000;

/** How a login may be proven: by the code sent to the mobile number, or by a factor that the user has set up. */
export const LOGIN_METHODS = ['otp', 'authenticator', 'passkey', 'recovery_code'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

/** The kinds of entries in the security log. Each has a label in the web app. */
export const SECURITY_EVENTS = [
  'registered',
  'logged_in',
  'logged_out',
  'login_failed',
  'login_code_failed',
  'new_device',
  'session_ended',
  'sessions_ended',
  'step_up',
  'step_up_failed',
  'password_reset_requested',
  'password_reset',
  'password_changed',
  'contact_change_requested',
  'mobile_changed',
  'email_changed',
  'mobile_verified',
  'email_verified',
  'name_change_requested',
  'name_changed',
  'social_linked',
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
  'second_factor_reset_asked',
  'second_factor_reset',
  'payout_account_added',
  'payout_account_changed',
  'payout_account_removed',
  'payout_account_used',
  'denied_by_owner',
  'withdrawals_allowed',
  'access_refused',
  'suspended',
  'restored',
  'personal_data_read',
] as const;
export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];

/** Events that owners are alerted to at once, with a way to deny them. */
export const ALERT_KINDS = [
  'payout_account_added',
  'payout_account_changed',
  'payout_account_used',
  'password_changed',
  'mobile_changed',
  'email_changed',
  'social_linked',
  'second_factor_changed',
  'second_factor_lost',
  'new_device',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
/**
 * How somebody who has lost every second factor proves to support who they are. A call alone, or what is known about the
 * person, proves nothing.
 */
export const FACTOR_PROOFS = ['video_document', 'office_document', 'both_contacts'] as const;
export type FactorProof = (typeof FACTOR_PROOFS)[number];
/** How long the owner can object before lost second factors are removed. */
export const FACTOR_REMOVAL_HOURS = 24;

/** How long the link in an alert can be used. */
export const ALERT_LINK_DAYS = 30;

/** What stands for the last name of somebody who uses one name, in forms and for clients of the specification. */
export const ONE_NAME = '.';

/** A last name as it is stored: empty for somebody who uses one name. */
export const toStoredLastName = (lastName: string): string => (lastName === ONE_NAME ? '' : lastName);

/** A stored last name as forms and clients of the specification have it. */
export const toFormLastName = (lastName: string): string => (lastName === '' ? ONE_NAME : lastName);
