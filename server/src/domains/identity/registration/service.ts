import { toStoredLastName } from '@fws/contract/identity/model';
import type { Registration } from '@fws/contract/identity/schemas';
import { done, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import type { Client } from '../login/client.ts';
import { recordConsents } from '../consents/store.ts';
import { startSession, type SignedIn } from '../open-session/service.ts';
import { countCodeOfStranger, issueOtp } from '../otp/service.ts';
import { checkPassword } from '../password/rules.ts';
import { hashPassword } from '../password/passwords.ts';
import { checkAccountNames, toVerifyAddress, toAccountPapers } from '../rules.ts';
import { toCurrentUser, insertUser } from '../store.ts';
import { LIMITS } from '../limits.ts';

/**
 * Answers alike, in the same time, whether or not an account has verified these contacts: tasks decide later whether a
 * code is sent or the owner is told.
 */
export async function register(deps: Deps, form: Registration, client: Client): Promise<Outcome<SignedIn>> {
  const now = deps.ports.clock.now();
  const counted = await countRegistration(deps, client);
  if (!counted.ok) return counted;
  const named = checkAccountNames(form);
  if (!named.ok) return named;
  const allowed = checkPassword(form.password, form);
  if (!allowed.ok) return allowed;
  const passwordHash = await hashPassword(form.password);
  return inTx(deps.db, async (tx): Promise<Outcome<SignedIn>> => {
    const user = await insertUser(tx, {
      first_name: form.firstName,
      last_name: toStoredLastName(form.lastName),
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
    return done(await completeRegistration(deps, tx, user, client));
  });
}

/** Counts before the transaction of the account, so that registrations behind one address do not wait for each other. */
export const countRegistration = (
  { config, db, ports }: Deps,
  { addressKey }: Pick<Client, 'addressKey'>,
): Promise<Outcome<null>> =>
  inTx(db, (tx) =>
    countCodeOfStranger(tx, config.limits, { limit: LIMITS.register_address, addressKey }, ports.clock.now()),
  );

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
  const mobile = toVerifyAddress(user.id, { channel: 'mobile', address: user.mobile });
  await issueOtp(deps, tx, mobile, user.id, now);
  await enqueue(tx, 'tell_email_owner', { userId: user.id });
  const session = await startSession(tx, deps, user.id, client, now);
  return { user: toCurrentUser(user), ...session, deviceToken: null };
}
