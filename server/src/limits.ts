import type { Faults } from './config-faults.ts';
import type { AttemptLimit } from './platform/attempts.ts';

/**
 * All rate limits by name: how many in how long, and what is counted. The last part of a name says per what: an address
 * may stand for thousands of people behind one carrier, so limits by account are tight and limits by address are wide.
 */
export const LIMITS = {
  requests_address: ['6000/1m', 'calls of the API by nobody who is signed in, from one address'],
  requests_user: ['1200/1m', 'calls of the API by one signed-in user'],
  pages_address: ['12000/1m', 'pages for one address; scripts, styles and pictures of the app do not count'],
  webhooks_address: ['6000/1m', 'webhooks from one address'],
  login_source: ['10/15m', 'wrong passwords for one account from one known browser or one address'],
  login_account: [
    '30/1h',
    'wrong passwords for one account from unknown places; more refuse nobody, but its token clients need a code',
  ],
  login_address: ['1000/15m', 'wrong passwords from one address'],
  register_address: ['300/1h', 'registrations from one address; each sends a text message'],
  login_code_source: ['10/15m', 'wrong codes at the second step of a login, for one account from one place'],
  login_code_account: ['50/1d', 'the same from all unknown places; above it six digits are not enough there'],
  login_code_send_user: ['20/1h', 'codes sent for logins to one account'],
  authenticator_code_user: ['10/10m', 'first codes of an authenticator app that one user sets up'],
  social_address: ['2000/1h', 'logins by Google or Facebook begun from one address'],
  reset_address: ['300/1h', 'forgotten passwords from one address; each sends a message'],
  reset_code_address: ['500/15m', 'wrong codes for a new password from one address'],
  alert_link_address: ['100/1h', 'wrong links of messages about an account, from one address'],
  device_alert_user: ['10/1d', 'messages to one user about new devices; more are only in the security log'],
  otp_contact: ['5/1h', 'codes sent to one contact for one purpose'],
  old_password_user: ['10/15m', 'wrong old passwords of one user who changes theirs'],
  contact_change_user: ['10/1h', 'new contacts of one user; each sends a message to a stranger, perhaps'],
  access_refused_user: [
    '100/1h',
    'refused accesses of one user that the security log notes; more are only refused',
  ],
  admin_code_user: ['5/10m', 'wrong second factors of one of the people of FWS'],
  name_check_user: ['40/1d', 'times that banks are asked whose an account of one user is; each is paid for'],
  captcha_user: ['30/1h', 'captchas of the identity vendor for one user'],
  video_code_user: ['30/1h', 'codes to read aloud for one user'],
  identity_check_user: ['10/1d', 'identity checks of one user; the vendor is paid by the check'],
  name_change_user: ['5/30d', 'corrected names that one user asks for; a person reads each'],
  aadhaar_user: ['10/1d', 'Aadhaar checks begun by one user; each costs a fee or sends a text message'],
  connect_user: ['60/1h', 'people that one user connects with'],
  connect_pair: ['3/1d', 'times that one user connects with the same person'],
  share_user: ['60/1h', 'jobs that one user shares'],
  notify_address: ['200/1h', 'addresses left for news from one address'],
  notify_ordinary_all: ['300/1h', 'addresses left for news by all; above it each is asked once more'],
  notify_asked_all: ['3000/1h', 'addresses left for news by all who were asked once more'],
  enquiry_address: ['100/1h', 'enquiries of companies from one address'],
} as const satisfies Record<string, readonly [usual: string, what: string]>;

export type LimitName = keyof typeof LIMITS;
export type Limits = Readonly<Record<LimitName, AttemptLimit>>;

const UNITS_MS = { s: 1_000, m: 60_000, h: 3600_000, d: 24 * 3600_000 } as const;
const PREFIX = 'LIMIT_';

/** `LIMIT_LOGIN_SOURCE=20/15m`; `off` for no limit. An unknown name is a fault. */
export function readLimits(env: Record<string, string | undefined>, faults: Faults): Limits {
  for (const name of Object.keys(env))
    if (name.startsWith(PREFIX) && !(toLimitName(name) in LIMITS))
      faults.add(name, 'is no limit: docs/operations.md lists them');
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
  if (limit === null) throw new Error(`the usual value of ${name} is no limit`);
  return limit;
}

function readLimit(scope: string, text: string): AttemptLimit | null {
  if (text === 'off') return { scope, max: Infinity, windowMs: UNITS_MS.h };
  const [, max, length, unit] = /^([1-9]\d{0,8})\/([1-9]\d{0,3})([smhd])$/.exec(text) ?? [];
  if (max === undefined || length === undefined || unit === undefined) return null;
  return { scope, max: Number(max), windowMs: Number(length) * UNITS_MS[unit as keyof typeof UNITS_MS] };
}
