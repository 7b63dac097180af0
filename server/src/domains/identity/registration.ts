import type { Registration } from '@fws/contract/identity/schemas';
import { done, refuse, type FieldError, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { recordSecurityEvent } from '../../platform/security-log.ts';
import type { Client } from './client.ts';
import { recordConsents } from './consents.ts';
import { startSession, type SignedIn } from './open-session.ts';
import { issueOtp } from './otp.ts';
import { checkPassword } from './password-rules.ts';
import { hashPassword } from './passwords.ts';
import { toVerifyAddress, toAccountPapers } from './rules.ts';
import { toCurrentUser, insertUser, findTakenContacts } from './store.ts';

export async function register(deps: Deps, form: Registration, client: Client): Promise<Outcome<SignedIn>> {
  const now = deps.ports.clock.now();
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.register_address, client.addressKey, now),
  );
  if (!counted.ok) return counted;
  const allowed = checkPassword(form.password, form);
  if (!allowed.ok) return allowed;
  const passwordHash = await hashPassword(form.password);
  return inTx(deps.db, async (tx): Promise<Outcome<SignedIn>> => {
    const user = await insertUser(tx, {
      first_name: form.firstName,
      last_name: form.lastName,
      email: form.email,
      mobile: form.mobile,
      password_hash: passwordHash,
      register_for: form.registerFor,
      looking_for: [...new Set(form.lookingFor)],
      location: form.location,
      ...toAccountPapers(form),
      locale: client.locale,
      created_at: now,
    });
    if (!user) return refuseTaken(tx, form);
    return done(await completeRegistration(deps, tx, user, client));
  });
}

/** Completes every new account, however it was created: records consents, sends a code, starts a session. */
export async function completeRegistration(
  deps: Deps,
  tx: Tx,
  user: Parameters<typeof toCurrentUser>[0],
  client: Client,
): Promise<SignedIn> {
  const now = deps.ports.clock.now();
  await recordConsents(tx, user.id, client, now);
  await recordSecurityEvent(tx, { kind: 'registered', userId: user.id }, now);
  await issueOtp(deps, tx, toVerifyAddress({ channel: 'mobile', address: user.mobile }), user.id, now);
  const session = await startSession(tx, deps, user.id, client, now);
  return { user: toCurrentUser(user), ...session, deviceToken: null };
}

export async function refuseTaken(tx: Tx, form: { email: string; mobile: string }) {
  const taken = await findTakenContacts(tx, form);
  const fields: Record<string, FieldError> = {
    ...(taken.email ? { email: { code: 'identity.email_taken' } } : {}),
    ...(taken.mobile ? { mobile: { code: 'identity.mobile_taken' } } : {}),
  };
  return refuse('conflict', taken.email ? 'identity.email_taken' : 'identity.mobile_taken', { fields });
}
