import type * as z from 'zod/mini';
import type { registration, socialRegistration } from './schemas.ts';

export const REGISTER_FOR = ['individual', 'company'] as const;
export const LOOKING_FOR = ['projects', 'services'] as const;
export const OTP_DIGITS = 6;
export const OTP_TTL_MS = 10 * 60_000;
export const OTP_TRIES = 5;
export const OTP_RESEND_MS = 30_000;
/** A one-time code to the mobile number given this recently lets money out without asking again; a password never does. */
export const STEP_UP_MS = 10 * 60_000;

export type OtpChannel = 'mobile' | 'email';

export const SOCIAL_PROVIDERS = ['google', 'facebook'] as const;
export type SocialProvider = (typeof SOCIAL_PROVIDERS)[number];
/** How long after the issuer's word the account must be made. */
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

export type Registration = z.output<typeof registration>;
export type SocialRegistration = z.output<typeof socialRegistration>;

/** What an issuer says about somebody who has no account with us yet. */
export interface SocialProfile {
  firstName: string;
  lastName: string;
  /** Empty: the issuer told none. */
  email: string;
  emailVerified: boolean;
  /** Lets `social_register` make the account; absent for the web, which has it in a cookie. */
  ticket?: string;
}

export type SocialLogin =
  | { firstTime: false; user: CurrentUser }
  | { firstTime: true; profile: SocialProfile };

/** What the security log tells. Each has a label in the web app. */
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

/** A place where the user is signed in. */
export interface Session {
  id: number;
  /** "Chrome · Android"; empty when the client did not say. */
  device: string;
  createdAt: string;
  seenAt: string;
  /** The one that asks. */
  current: boolean;
}
