import type { ColumnType, Generated } from 'kysely';
import type { CheckState, IdentityState, NameChangeState } from '@fws/contract/kyc/lifecycle';
import type { AadhaarWay, IdKind } from '@fws/contract/kyc/model';
import type { AlertKind, SecurityEventKind, SocialProvider } from '@fws/contract/identity/model';
import type { AlertFacts } from '@fws/contract/identity/alerts/schemas';
import type { Gender, Qualification, Radius, RateType, ReferenceKind } from '@fws/contract/profile/model';
import type { SignalKind } from '@fws/contract/links/model';
import type { Locale } from '@fws/contract/platform/messages';
import type { RequiredStateColumn, StateColumn } from './state-column.ts';

export interface UserAccountTable {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  email_verified_at: Date | null;
  mobile: string;
  mobile_verified_at: Date | null;
  password_hash: string | null;
  register_for: 'individual' | 'company';
  looking_for: ('projects' | 'services')[];
  location: string;
  company_name: Generated<string>;
  aadhaar_last4: Generated<string>;
  skills: Generated<string[]>;
  locale: Generated<Locale>;
  identity_state: StateColumn<IdentityState>;
  identity_name: Generated<string>;
  rating_sum: Generated<number>;
  rating_count: Generated<number>;
  completed_projects: Generated<number>;
  photo_id: Generated<string | null>;
  suspended_at: Date | null;
  suspended_reason: Generated<string | null>;
  withdrawals_stopped_at: Generated<Date | null>;
  contacts_trusted_before: Generated<Date | null>;
  password_reset_at: Generated<Date | null>;
  contact_changed_at: Generated<Date | null>;
  created_at: Generated<Date>;
}

export interface SessionTable {
  token_hash: Buffer;
  id: Generated<number>;
  user_id: number;
  client: Generated<string>;
  device: Generated<string>;
  created_at: Date;
  seen_at: Date;
  expires_at: Date;
  confirmed_at: Date | null;
  proven_at: Generated<Date | null>;
  previous_token_hash: Generated<Buffer | null>;
  previous_token_until: Generated<Date | null>;
}

export type SecurityEventDetails = Record<string, string | number | boolean | null>;

export interface SecurityEventTable {
  id: Generated<number>;
  at: Date;
  user_id: number | null;
  kind: SecurityEventKind;
  actor_id: number | null;
  address: string;
  device: string;
  details: ColumnType<SecurityEventDetails, string, never>;
}

export interface KnownDeviceTable {
  user_id: number;
  token_hash: Buffer;
  name: string;
  confirmed_at: Date | null;
  created_at: Date;
  seen_at: Date;
}

export interface AccountSignalTable {
  user_id: number;
  kind: SignalKind;
  /** A keyed hash: the value itself is nowhere. */
  value_hash: Buffer;
  first_seen_at: Date;
  last_seen_at: Date;
}

export interface LoginChallengeTable {
  id: Generated<number>;
  token_hash: Buffer;
  user_id: number;
  proof: 'code' | 'second_factor';
  nonce: Buffer;
  passkey_challenge: string | null;
  tries: Generated<number>;
  sends: Generated<number>;
  sent_at: Generated<Date | null>;
  expires_at: Date;
}

export interface AuthenticatorTable {
  user_id: number;
  secret: Buffer;
  set_at: Date | null;
  last_step: Generated<number>;
}

export interface PasskeyTable {
  id: Generated<number>;
  user_id: number;
  credential_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

export interface ConsentTable {
  user_id: number;
  notice: 'terms' | 'privacy' | 'adult';
  version: string;
  locale: Locale;
  client: string;
  agreed_at: Date;
}

export interface OwnerAlertTable {
  id: Generated<number>;
  user_id: number;
  kind: AlertKind;
  subject_id: number | null;
  nonce: Buffer;
  at: Date;
  device: string;
  address: string;
  facts: ColumnType<AlertFacts, string, never>;
  mobile: string;
  email: string;
  confirmed_at: Generated<Date | null>;
  denied_at: Generated<Date | null>;
}

export interface OtpTable {
  purpose: 'verify' | 'reset' | 'change' | 'login';
  channel: 'mobile' | 'email';
  address: string;
  user_id: Generated<number>;
  nonce: Buffer;
  tries: Generated<number>;
  sent_at: Date;
  expires_at: Date;
  used_at: Date | null;
}

export interface SocialIdentityTable {
  issuer: string;
  subject: string;
  user_id: number;
  provider: SocialProvider;
  linked_at: Date;
}

export interface SocialAttemptTable {
  state_hash: Buffer;
  browser_hash: Buffer;
  provider: SocialProvider;
  nonce: string;
  code_verifier: string;
  next_path: string;
  expires_at: Date;
}

export interface SocialTicketTable {
  token_hash: Buffer;
  issuer: string;
  subject: string;
  provider: SocialProvider;
  first_name: string;
  last_name: string;
  email: string;
  email_verified: boolean;
  expires_at: Date;
}

export interface ProfileTable {
  user_id: number;
  qualification: Generated<Qualification | null>;
  age: Generated<number | null>;
  gender: Generated<Gender | null>;
  native_location: Generated<string>;
  web_link: Generated<string>;
  about: Generated<string>;
  inexperienced: Generated<boolean>;
  is_ready: Generated<boolean | null>;
  ready_from: Generated<string | null>;
  rate_paise: Generated<number | null>;
  rate_type: Generated<RateType | null>;
  additional_condition: Generated<string>;
  radius: Generated<Radius | null>;
  resume_id: Generated<string | null>;
  is_public: Generated<boolean>;
  taken_down_at: Generated<Date | null>;
  taken_photo_id: Generated<string | null>;
  was_public: Generated<boolean>;
  held_back: Generated<'change_asked' | 'waiting' | null>;
  changed_at: Date;
}

export interface WorkExperienceTable {
  user_id: number;
  position: number;
  year_tenths: number;
  company: string;
  from_date: string;
  to_date: string;
}

export interface ReferencePersonTable {
  user_id: number;
  kind: ReferenceKind;
  position: number;
  name: string;
  mobile: string;
  profession: string;
  username: string;
}

export interface IdentityCheckTable {
  id: Generated<number>;
  reference_id: string;
  user_id: number;
  kind: IdKind;
  number_last4: string | null;
  state: RequiredStateColumn<CheckState>;
  provider_reference: string | null;
  /** A message id, or text written by a person of FWS. */
  reason: string | null;
  created_at: Date;
  checked_at: Date;
  decided_at: Date | null;
  video_id: number | null;
  reviewed_at: Generated<Date | null>;
  reviewed_by: Generated<number | null>;
  provider_name: Generated<string | null>;
  name_on_id: Generated<string>;
  fingerprints: Generated<string[]>;
}

export interface IdentityUseTable {
  fingerprint: string;
  user_id: number;
  check_id: number;
  is_sole: boolean;
  since: Date;
}

export interface NameChangeTable {
  id: Generated<number>;
  user_id: number;
  former_first_name: string;
  former_last_name: string;
  first_name: string;
  last_name: string;
  explanation: string;
  state: StateColumn<NameChangeState>;
  requested_at: Date;
  decided_at: Generated<Date | null>;
  decided_by: Generated<number | null>;
  /** Written by a person of FWS. */
  reason: Generated<string | null>;
  ended_verification: Generated<boolean>;
}

export interface IdentityVideoTable {
  id: Generated<number>;
  user_id: number;
  code: string;
  made_at: Date;
  file_id: string | null;
  sha256: string | null;
  spent_at: Date | null;
}

export interface IdentitySessionTable {
  id: Generated<string>;
  user_id: number;
  way: AadhaarWay;
  provider_reference: string;
  video_id: number | null;
  number_last4: string | null;
  otp_sent_at: Date | null;
  tries: Generated<number>;
  created_at: Date;
  asked_at: Date;
  check_id: number | null;
  name_on_id: Generated<string>;
}
