import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt, forgiveAttempt } from '../../../platform/attempts.ts';
import type { Deps } from '../../../platform/deps.ts';
import { commitRefusal, type Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Keyring } from '../../../platform/keys.ts';
import { findLastSentAt, markUsed, replaceOtp, takeTry } from './store.ts';
import { isOtpCode, calculateResendSeconds, type OtpAddress } from '../rules.ts';
import type { Limit, Limits } from '../../../platform/limits.ts';
import { LIMITS } from '../limits.ts';

/** More retries would be further apart than a code lives, and would only send expired codes. */
const SEND_ATTEMPTS = 6;

/**
 * Creates a new code and enqueues its message to the user. Without a user it does the same work and sends nothing.
 * Counts first, so that parallel requests wait for this one. `isOwner`: the user has verified the contact.
 */
export async function issueOtp(
  { config }: Pick<Deps, 'config'>,
  tx: Tx,
  to: OtpAddress,
  userId: number | null,
  now: Date,
  isOwner = false,
): Promise<Outcome<null>> {
  const { purpose, channel, address } = to;
  // Each purpose has its own limit, so that a stranger who requests resets cannot use up the codes for withdrawals. The
  // owner of a contact has their own, so that neither can strangers who register with it.
  const subject = `${purpose} ${channel} ${address}${isOwner ? ` ${to.user_id}` : ''}`;
  const counted = await countAttempt(tx, config.limits.get(LIMITS.otp_contact), subject, now);
  if (!counted.ok) return counted;
  const seconds = calculateResendSeconds(await findLastSentAt(tx, to), now);
  if (seconds > 0) {
    await forgiveAttempt(tx, config.limits.get(LIMITS.otp_contact), subject, now);
    // What the caller counted on the way stays counted.
    return commitRefusal(refuse('too_many', 'identity.otp_wait', { values: { seconds } }));
  }
  await replaceOtp(tx, to, now);
  await enqueue(
    tx,
    'send_otp',
    { purpose, channel, userId },
    { key: `otp:${purpose}:${channel}:${userId ?? address}`, maxAttempts: SEND_ATTEMPTS },
  );
  return done(null);
}

/**
 * Counts a code that somebody without a session requests, by the limit of the call and by the day: the contact may be a
 * stranger's, and each message costs money.
 */
export async function countCodeOfStranger(
  tx: Tx,
  limits: Limits,
  { limit, addressKey }: { limit: Limit; addressKey: string },
  now: Date,
): Promise<Outcome<null>> {
  for (const each of [limit, LIMITS.code_address]) {
    const counted = await countAttempt(tx, limits.get(each), addressKey, now);
    if (!counted.ok) return counted;
  }
  return done(null);
}

/** Checks a code and marks it used. A try that fails counts: its refusal commits. */
export async function spendOtp(
  tx: Tx,
  keyring: Keyring,
  to: OtpAddress,
  given: string,
  now: Date,
): Promise<Outcome<null>> {
  const otp = await takeTry(tx, to, now);
  if (!otp) return commitRefusal(refuseField('otp', 'identity.otp_expired'));
  if (!isOtpCode(keyring, otp, given)) return commitRefusal(refuseField('otp', 'identity.otp_wrong'));
  await markUsed(tx, to, now);
  return done(null);
}
