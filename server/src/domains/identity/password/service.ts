import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt, forgiveAttempt } from '../../../platform/attempts.ts';
import { commitRefusal, inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { alertOwner } from '../alerts/service.ts';
import type { Client } from '../login/client.ts';
import { deleteDevices } from '../devices/store.ts';
import { clearLoginAttempts } from '../login-attempts/service.ts';
import { deleteChallenges } from '../login-challenge/store.ts';
import { restoreOtp } from '../otp/store.ts';
import { countCodeOfStranger, issueOtp, spendOtp } from '../otp/service.ts';
import { checkPassword, isCommonPassword, type PasswordOwner } from './rules.ts';
import { hashPassword, isPasswordCorrect } from './passwords.ts';
import { mayReset } from '../policy.ts';
import { parseLoginIdentifier, toResetAddress } from '../rules.ts';
import { endSessions } from '../sessions/store.ts';
import { findVerifiedHolder, getUserById, setPassword, type UserRow } from '../store.ts';
import type { SessionHolder } from '../verification/service.ts';
import { recordAccessChange } from '../withdrawals-stop/service.ts';
import { LIMITS } from '../limits.ts';

/**
 * Sends a code to a verified contact. Known and unknown contacts lead to the same rows, the same task and the same
 * answer. An unverified contact may belong to a stranger, who must not get the account.
 */
export function forgotPassword(
  deps: Deps,
  identifier: string,
  { addressKey }: Pick<Client, 'addressKey'>,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const contact = parseLoginIdentifier(identifier);
  return inTx(deps.db, async (tx) => {
    const counted = await countCodeOfStranger(
      tx,
      deps.config.limits,
      { limit: LIMITS.reset_address, addressKey },
      now,
    );
    if (!counted.ok) return counted;
    const user = await findVerifiedHolder(tx, contact);
    const recipientId = user && mayReset(user, contact) ? user.id : null;
    await recordSecurityEvent(tx, { kind: 'password_reset_requested', userId: recipientId }, now);
    return issueOtp(deps, tx, toResetAddress(contact), recipientId, now);
  });
}

/** Sets a new password with the code that was sent, and ends all sessions. */
export async function resetPassword(
  deps: Deps,
  form: { identifier: string; otp: string; password: string },
  { addressKey }: Pick<Client, 'addressKey'>,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const contact = parseLoginIdentifier(form.identifier);
  // A common password is refused without a code. A personal one is refused only to a client with the code, because that
  // refusal reveals personal data.
  if (isCommonPassword(form.password)) return refuseField('password', 'identity.password_common');
  return inTx(deps.db, async (tx) => {
    const counted = await countAttempt(
      tx,
      deps.config.limits.get(LIMITS.reset_code_address),
      addressKey,
      now,
    );
    if (!counted.ok) return counted;
    const spent = await spendOtp(tx, deps.keyring, toResetAddress(contact), form.otp, now);
    if (!spent.ok) return spent;
    const user = await findVerifiedHolder(tx, contact);
    // The code was sent to nobody, so it was guessed.
    if (!user || !mayReset(user, contact)) return commitRefusal(refuseField('otp', 'identity.otp_wrong'));
    const allowed = checkPassword(form.password, toPasswordOwner(user));
    if (!allowed.ok) {
      await restoreOtp(tx, toResetAddress(contact));
      return commitRefusal(allowed);
    }
    await setPassword(tx, user.id, await hashPassword(form.password));
    await recordAccessChange(tx, user.id, 'password_reset_at', now);
    await endSessions(tx, user.id);
    await deleteDevices(tx, user.id);
    await deleteChallenges(tx, user.id);
    await forgiveAttempt(tx, deps.config.limits.get(LIMITS.reset_code_address), addressKey, now);
    await clearLoginAttempts(tx, deps.config.limits, `user ${user.id}`, addressKey);
    await recordSecurityEvent(tx, { kind: 'password_reset', userId: user.id }, now);
    await alertOwner(tx, { userId: user.id, kind: 'password_changed' }, now);
    await publish(tx, { users: [user.id], topic: 'identity', id: user.id });
    return done(null);
  });
}

const toPasswordOwner = (user: UserRow): PasswordOwner => ({
  firstName: user.first_name,
  lastName: user.last_name,
  email: user.email,
  mobile: user.mobile,
  companyName: user.company_name,
});

/** Changes the password after checking the old one. Keeps this session and ends all others. */
export async function changePassword(
  deps: Deps,
  holder: SessionHolder,
  form: { oldPassword: string; password: string },
  client: Client,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const account = String(holder.userId);
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.old_password_user), account, now),
  );
  if (!counted.ok) return counted;
  const user = await getUserById(deps.db, holder.userId);
  const { password_hash: oldHash } = user;
  if (oldHash === null) return refuse('conflict', 'identity.no_password');
  if (!(await isPasswordCorrect(oldHash, form.oldPassword)))
    return refuseField('oldPassword', 'identity.old_password_wrong');
  const allowed = checkPassword(form.password, toPasswordOwner(user));
  if (!allowed.ok) return allowed;
  const passwordHash = await hashPassword(form.password);
  return inTx(deps.db, async (tx) => {
    // Of two parallel changes the second fails, because the old password has changed meanwhile.
    if (!(await setPassword(tx, holder.userId, passwordHash, oldHash)))
      return refuseField('oldPassword', 'identity.old_password_wrong');
    await forgiveAttempt(tx, deps.config.limits.get(LIMITS.old_password_user), account, now);
    await endSessions(tx, holder.userId, holder.sessionId);
    await deleteDevices(tx, holder.userId, client);
    await deleteChallenges(tx, holder.userId);
    await recordSecurityEvent(tx, { kind: 'password_changed', userId: holder.userId }, now);
    await alertOwner(tx, { userId: holder.userId, kind: 'password_changed' }, now);
    await publish(tx, { users: [holder.userId], topic: 'identity', id: holder.userId });
    return done(null);
  });
}

/**
 * Checks the password of a signed-in user. Wrong ones are counted by session: whoever has a stolen one uses up its own
 * tries, not those of the owner, who ends it from another device.
 */
export async function checkOwnPassword(
  deps: Deps,
  { userId, sessionId }: SessionHolder,
  password: string,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const limit = deps.config.limits.get(LIMITS.session_end_password_source);
  const source = `user ${userId} session ${sessionId}`;
  const counted = await inTx(deps.db, (tx) => countAttempt(tx, limit, source, now));
  if (!counted.ok) return counted;
  const { password_hash: stored } = await getUserById(deps.db, userId);
  const isCorrect = await isPasswordCorrect(stored, password);
  if (stored === null) return refuse('conflict', 'identity.no_password');
  return inTx(deps.db, async (tx) => {
    if (isCorrect) {
      await forgiveAttempt(tx, limit, source, now);
      return done(null);
    }
    await recordSecurityEvent(tx, { kind: 'step_up_failed', userId }, now);
    return commitRefusal(refuseField('password', 'identity.password_wrong'));
  });
}
