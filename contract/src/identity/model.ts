export const REGISTER_FOR = ['individual', 'company'] as const;
export const LOOKING_FOR = ['projects', 'services'] as const;
export const OTP_DIGITS = 6;
export const OTP_TTL_MS = 10 * 60_000;
export const OTP_TRIES = 5;
export const OTP_RESEND_MS = 30_000;
/** A one-time code given this recently allows a withdrawal without another one. A password never does. */
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

/** What an issuer says about a person who has no account yet. */
export interface SocialProfile {
  firstName: string;
  lastName: string;
  /** Empty: the issuer gave none. */
  email: string;
  emailVerified: boolean;
  /** Lets `social_register` create the account; absent for the web, which has it in a cookie. */
  ticket?: string;
}

/** How a login may be proven: by the code sent to the mobile number, or by a factor that the user has set up. */
export const LOGIN_METHODS = ['otp', 'authenticator', 'passkey', 'recovery_code'] as const;
export type LoginMethod = (typeof LOGIN_METHODS)[number];

/** What a login requires after the correct password. */
export interface LoginChallenge {
  methods: LoginMethod[];
  /** The last digits of the mobile number that the code was sent to; null when none was sent. */
  sentTo: string | null;
  /** For the browser's `navigator.credentials.get`, as JSON; null without a passkey. */
  passkeyOptions: string | null;
  /** Where text messages can be read in a trial installation; null when real ones are sent. */
  outboxUrl: string | null;
}

/** The second factors of the signed-in user. */
export interface SecondFactors {
  authenticator: { setAt: string } | null;
  passkeys: { id: number; name: string; createdAt: string; lastUsedAt: string | null }[];
  recoveryCodesLeft: number;
}

/** What an authenticator app needs. */
export interface NewAuthenticator {
  secret: string;
  /** For a QR code. */
  uri: string;
}

/** A line of the security log, as its owner sees it. */
export interface SecurityEvent {
  id: number;
  at: string;
  kind: SecurityEventKind;
  /** "Chrome · Android"; empty when the client did not say. */
  device: string;
  /** The network address it came from; empty for what FWS did by itself. */
  address: string;
  /** Done by FWS staff. */
  byStaff: boolean;
}

export type SocialLogin =
  | { firstTime: false; user: CurrentUser }
  | { firstTime: true; profile: SocialProfile };

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
  'social_linked',
  'authenticator_added',
  'authenticator_removed',
  'passkey_added',
  'passkey_removed',
  'recovery_codes_renewed',
  'recovery_code_used',
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
  'new_device',
] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
/** How long the link in an alert can be used. */
export const ALERT_LINK_DAYS = 30;

/** The facts of an alert's event. Account and mobile numbers have only their last four digits. */
export interface AlertFacts {
  /** The payout account. */
  account?:
    | { kind: 'bank' | 'upi'; bankName: string; ending: string; upiId: string; nameAtBank: string }
    | undefined;
  /** What the account was before it was changed, as "State Bank of India ··4417". */
  before?: string | undefined;
  amountPaise?: number | undefined;
  /** "Google". */
  provider?: string | undefined;
}

/** An event of an account that its owner is asked about. */
export interface OwnerAlert {
  id: number;
  kind: AlertKind;
  at: string;
  /** Denied: the owner pressed "This was not me". */
  answer: 'none' | 'confirmed' | 'denied';
  facts: AlertFacts;
  /** About a payout account: from when money can be sent there (null: it can), and whether it is still there. */
  account: { usableFrom: string | null; removed: boolean } | null;
  /** "Chrome · Android"; empty when it is not known. */
  device: string;
  /** The network address it came from; empty when it is not known. */
  address: string;
  told: { sms: boolean; email: boolean };
  /** The reader is signed in as the owner. Otherwise they used the link. */
  own: boolean;
}

/** A session of the user. */
export interface Session {
  id: number;
  /** "Chrome · Android"; empty when the client did not say. */
  device: string;
  createdAt: string;
  seenAt: string;
  /** The caller's own session. */
  current: boolean;
}
