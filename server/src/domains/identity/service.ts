import type { CurrentUser, Registration } from '@fws/contract/identity/model';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, type FieldError, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt, forgiveAttempt, type AttemptLimit } from '../../platform/attempts.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { issueOtp } from './otp.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { deviceOf, loginKey, ownContact, papersOf } from './rules.ts';
import { createSession, endSession } from './sessions.ts';
import { currentUserOf, insertUser, setLocale, takenContacts, userByContact, userById } from './store.ts';

const QUARTER_HOUR = 15 * 60_000;
export const LOGINS_OF_ACCOUNT: AttemptLimit = { scope: 'login', max: 10, windowMs: QUARTER_HOUR };
/** Many people share one address behind a mobile network. */
const LOGINS_FROM_IP: AttemptLimit = { scope: 'login_ip', max: 100, windowMs: QUARTER_HOUR };
/** Each registration sends a text message, which costs money and may reach a stranger. */
export const REGISTRATIONS_FROM_IP: AttemptLimit = { scope: 'register_ip', max: 60, windowMs: 3600_000 };

/** Who asks, before they are known. */
export interface Client {
  ip: string;
  locale: Locale;
  kind: 'web' | 'api';
  userAgent: string;
}

export interface SignedIn {
  user: CurrentUser;
  token: string;
}

export async function register(deps: Deps, form: Registration, client: Client): Promise<Outcome<SignedIn>> {
  const now = deps.ports.clock.now();
  const counted = await inTx(deps.db, (tx) => countAttempt(tx, REGISTRATIONS_FROM_IP, client.ip, now));
  if (!counted.ok) return counted;
  const passwordHash = await hashPassword(form.password);
  return inTx(deps.db, async (tx) => {
    const user = await insertUser(tx, {
      first_name: form.firstName,
      last_name: form.lastName,
      email: form.email,
      mobile: form.mobile,
      password_hash: passwordHash,
      register_for: form.registerFor,
      looking_for: [...new Set(form.lookingFor)],
      location: form.location,
      ...papersOf(form),
      locale: client.locale,
      created_at: now,
    });
    if (!user) return refuseTaken(tx, form);
    await issueOtp(tx, ownContact({ channel: 'mobile', address: user.mobile }), user.id, now);
    return done({ user: currentUserOf(user), token: await newSession(tx, deps, user.id, client, now) });
  });
}

export async function refuseTaken(tx: Tx, form: { email: string; mobile: string }) {
  const taken = await takenContacts(tx, form);
  const fields: Record<string, FieldError> = {
    ...(taken.email ? { email: { code: 'identity.email_taken' } } : {}),
    ...(taken.mobile ? { mobile: { code: 'identity.mobile_taken' } } : {}),
  };
  return refuse('conflict', taken.email ? 'identity.email_taken' : 'identity.mobile_taken', { fields });
}

/** The answer for an unknown account is the one for a wrong password, and takes as long. */
export async function logIn(
  deps: Deps,
  form: { identifier: string; password: string },
  client: Client,
): Promise<Outcome<SignedIn>> {
  const now = deps.ports.clock.now();
  const contact = loginKey(form.identifier);
  const account = JSON.stringify(contact);
  const counted = await inTx(deps.db, async (tx) => {
    const fromIp = await countAttempt(tx, LOGINS_FROM_IP, client.ip, now);
    return fromIp.ok ? countAttempt(tx, LOGINS_OF_ACCOUNT, account, now) : fromIp;
  });
  if (!counted.ok) return counted;

  const user = await userByContact(deps.db, contact);
  const matches = await isPassword(user?.password_hash ?? null, form.password);
  if (!user || !matches) return refuse('unauthenticated', 'identity.wrong_login');
  if (user.suspended_at) return refuse('forbidden', 'identity.suspended');

  return inTx(deps.db, async (tx) => {
    await forgiveAttempt(tx, LOGINS_FROM_IP, client.ip, now);
    await forgiveAttempt(tx, LOGINS_OF_ACCOUNT, account, now);
    await setLocale(tx, user.id, client.locale);
    return done({ user: currentUserOf(user), token: await newSession(tx, deps, user.id, client, now) });
  });
}

export function newSession(tx: Tx, deps: Deps, userId: number, client: Client, now: Date): Promise<string> {
  const { sessionMs: ttlMs } = deps.config;
  const device = deviceOf(client.userAgent);
  return createSession(tx, { userId, now, ttlMs, client: client.kind, device, confirmed: false });
}

export async function logOut(deps: Deps, sessionId: number): Promise<Outcome<null>> {
  await inTx(deps.db, (tx) => endSession(tx, sessionId));
  return done(null);
}

export async function readCurrentUser(deps: Deps, userId: number): Promise<Outcome<CurrentUser>> {
  return done(currentUserOf(await userById(deps.db, userId)));
}
