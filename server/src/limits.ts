import type { Faults } from './config-faults.ts';
import type { AttemptLimit } from './platform/attempts.ts';

/**
 * All rate limits by name: how many in how long, and what is counted. The last part of a name says per what: an address
 * may stand for thousands of people behind one carrier, so limits by account are tight and limits by address are wide.
 */
export const LIMITS = {
  requests_address: ['6000/1m', 'API calls without a session, from one address'],
  requests_user: ['1200/1m', 'API calls of one signed-in user'],
  tokens_address: [
    '600/1m',
    'session tokens sent from one address that were not valid before; those of signed-in users do not count',
  ],
  pages_address: [
    '12000/1m',
    'pages requested from one address; scripts, styles and images of the app do not count',
  ],
  webhooks_address: ['6000/1m', 'webhooks from one address'],
  login_source: ['10/15m', 'wrong passwords for one account from one known browser or one address'],
  login_account: [
    '30/1h',
    'wrong passwords for one account from unknown browsers; above it logins continue, but its token clients need a code',
  ],
  login_address: ['1000/15m', 'wrong passwords from one address'],
  register_address: ['300/1h', 'registrations from one address; each sends an SMS'],
  login_code_source: [
    '10/15m',
    'wrong codes at the second step of a login, for one account from one known browser or one address',
  ],
  login_code_account: [
    '50/1d',
    'the same for one account from all unknown browsers; above it they cannot use six-digit codes',
  ],
  login_code_send_user: ['20/1h', 'login codes sent to one user'],
  authenticator_code_user: ['10/10m', 'codes that one user enters to set up an authenticator app'],
  social_address: ['2000/1h', 'logins with Google or Facebook started from one address'],
  reset_address: ['300/1h', 'password reset requests from one address; each sends a message'],
  reset_code_address: ['500/15m', 'wrong codes for a password reset from one address'],
  alert_link_address: ['100/1h', 'invalid links of account alerts opened from one address'],
  device_alert_user: [
    '10/1d',
    'alerts to one user about new devices; further logins are only in the security log',
  ],
  otp_contact: ['5/1h', 'codes sent to one contact for one purpose'],
  contact_claimed_user: ['1/1d', 'mails to the owner of a contact that somebody entered for another account'],
  old_password_user: ['10/15m', 'wrong old passwords when one user changes the password'],
  contact_change_user: [
    '10/1h',
    'changes of contact that one user requests; each may send a message to a stranger',
  ],
  access_refused_user: [
    '100/1h',
    'refused accesses of one user in the security log; further ones are refused but not logged',
  ],
  admin_code_user: ['5/10m', 'wrong second factors of one admin'],
  name_check_user: ['40/1d', 'name checks of the payout accounts of one user; the provider charges for each'],
  captcha_user: ['30/1h', 'captchas of the identity vendor for one user'],
  video_code_user: ['30/1h', 'codes for identity videos of one user'],
  identity_check_user: ['10/1d', 'identity checks of one user; the vendor charges for each'],
  name_change_user: ['5/30d', 'name corrections that one user requests; a person reviews each'],
  aadhaar_user: ['10/1d', 'Aadhaar checks started by one user; each costs a fee or sends an SMS'],
  connect_user: ['60/1h', 'connections that one user makes'],
  connect_pair: ['3/1d', 'connections that one user makes with the same person'],
  share_user: ['60/1h', 'jobs that one user shares'],
  notify_address: ['200/1h', 'newsletter sign-ups from one address'],
  notify_ordinary_all: [
    '300/1h',
    'newsletter sign-ups of all visitors; above it each visitor must confirm with one more click',
  ],
  notify_asked_all: ['3000/1h', 'newsletter sign-ups of all visitors who confirmed'],
  enquiry_address: ['100/1h', 'business enquiries from one address'],
} as const satisfies Record<string, readonly [usual: string, what: string]>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, AttemptLimit>>;

const UNITS_MS = { s: 1_000, m: 60_000, h: 3600_000, d: 24 * 3600_000 } as const;
const PREFIX = 'LIMIT_';

/** `LIMIT_LOGIN_SOURCE=20/15m`; `off` for no limit. An unknown name is a fault. */
export function readLimits(env: Record<string, string | undefined>, faults: Faults): Limits {
  for (const name of Object.keys(env))
    if (name.startsWith(PREFIX) && !(toLimitName(name) in LIMITS))
      faults.add(name, 'is not a known limit: docs/operations.md lists all limits');
  const limits = (Object.keys(LIMITS) as LimitName[]).map((name): [LimitName, AttemptLimit] => {
    const setting = toSettingName(name);
    const givenText = env[setting] || undefined;
    const limit = givenText === undefined ? null : readLimit(name, givenText);
    if (givenText !== undefined && limit === null)
      faults.add(setting, 'is wrong: it must be like 100/15m (s, m, h, d) or off');
    return [name, limit ?? getDefaultLimit(name)];
  });
  return Object.fromEntries(limits) as Limits;
}

export const toSettingName = (name: LimitName): string => PREFIX + name.toUpperCase();
const toLimitName = (setting: string): string => setting.slice(PREFIX.length).toLowerCase();

function getDefaultLimit(name: LimitName): AttemptLimit {
  const limit = readLimit(name, LIMITS[name][0]);
  if (limit === null) throw new Error(`the default of ${name} is not a valid limit`);
  return limit;
}

function readLimit(scope: string, text: string): AttemptLimit | null {
  if (text === 'off') return { scope, max: Infinity, windowMs: UNITS_MS.h };
  const [, max, length, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,3})([smhd])$/.exec(text) ?? [];
  if (max === undefined || length === undefined || unit === undefined) return null;
  return { scope, max: Number(max), windowMs: Number(length) * UNITS_MS[unit as keyof typeof UNITS_MS] };
}
