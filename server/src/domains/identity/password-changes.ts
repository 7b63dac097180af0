import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { clearAttempts, countAttempt, forgiveAttempt, type AttemptLimit } from '../../platform/attempts.ts';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { publish } from '../../platform/realtime/index.ts';
import { tellChanged } from './jobs.ts';
import { issueOtp, spendOtp } from './otp.ts';
import { hashPassword, isPassword } from './passwords.ts';
import { loginKey, resetAddress } from './rules.ts';
import { LOGINS_OF_ACCOUNT } from './service.ts';
import { endSessions } from './sessions.ts';
import { setPassword, userByContact, userById, type UserRow } from './store.ts';
import type { Holder } from './verification.ts';

const QUARTER_HOUR = 15 * 60_000;
/** Many people share one address behind a mobile network. */
const RESETS_FROM_IP: AttemptLimit = { scope: 'reset_ip', max: 60, windowMs: 3600_000 };
const RESET_CODES_FROM_IP: AttemptLimit = { scope: 'reset_code_ip', max: 100, windowMs: QUARTER_HOUR };
const OLD_PASSWORDS: AttemptLimit = { scope: 'old_password', max: 10, windowMs: QUARTER_HOUR };

type LoginKey = ReturnType<typeof loginKey>;

/**
 * Sends a code to a verified contact. Whoever it is, or nobody: the same rows, the same job, the same answer. An
 * unverified contact may be a stranger's, who must not be given the account.
 */
export function forgotPassword(
  deps: Deps,
  identifier: string,
  { ip }: { ip: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const contact = loginKey(identifier);
  return inTx(deps.db, async (tx) => {
    const counted = await countAttempt(tx, RESETS_FROM_IP, ip, now);
    if (!counted.ok) return counted;
    const user = await userByContact(tx, contact);
    const reached = user && isVerified(user, contact) ? user.id : null;
    return issueOtp(tx, resetAddress(contact), reached, now);
  });
}

const isVerified = (user: UserRow, contact: LoginKey): boolean =>
  ('mobile' in contact ? user.mobile_verified_at : user.email_verified_at) !== null;

/** A new password by the code that was sent; whoever was signed in is signed out everywhere. */
export async function resetPassword(
  deps: Deps,
  secret: Buffer,
  form: { identifier: string; otp: string; password: string },
  { ip }: { ip: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const contact = loginKey(form.identifier);
  return inTx(deps.db, async (tx) => {
    const counted = await countAttempt(tx, RESET_CODES_FROM_IP, ip, now);
    if (!counted.ok) return counted;
    const spent = await spendOtp(tx, secret, resetAddress(contact), form.otp, now);
    if (!spent.ok) return spent;
    const user = await userByContact(tx, contact);
    // The code was guessed, for it was sent to nobody.
    if (!user || !isVerified(user, contact)) return refuseField('otp', 'identity.otp_wrong');
    await setPassword(tx, user.id, await hashPassword(form.password));
    await endSessions(tx, user.id);
    for (const key of [{ mobile: user.mobile }, { email: user.email }])
      await clearAttempts(tx, LOGINS_OF_ACCOUNT, JSON.stringify(key));
    await tellChanged(tx, user.id, 'password');
    await publish(tx, { users: [user.id], topic: 'identity', id: user.id });
    return done(null);
  });
}

/** Needs the old one. This session stays, all others end. */
export async function changePassword(
  deps: Deps,
  holder: Holder,
  form: { oldPassword: string; password: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const account = String(holder.userId);
  const counted = await inTx(deps.db, (tx) => countAttempt(tx, OLD_PASSWORDS, account, now));
  if (!counted.ok) return counted;
  const { password_hash: old } = await userById(deps.db, holder.userId);
  if (old === null) return refuse('conflict', 'identity.no_password');
  if (!(await isPassword(old, form.oldPassword)))
    return refuseField('oldPassword', 'identity.old_password_wrong');
  const passwordHash = await hashPassword(form.password);
  return inTx(deps.db, async (tx) => {
    // Two changes at once: the second one's old password is no longer the old one.
    if (!(await setPassword(tx, holder.userId, passwordHash, old)))
      return refuseField('oldPassword', 'identity.old_password_wrong');
    await forgiveAttempt(tx, OLD_PASSWORDS, account, now);
    await endSessions(tx, holder.userId, holder.sessionId);
    await tellChanged(tx, holder.userId, 'password');
    await publish(tx, { users: [holder.userId], topic: 'identity', id: holder.userId });
    return done(null);
  });
}
