import type { OtpChannel } from '@fws/contract/identity/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../../platform/attempts.ts';
import { commitRefusal, inTx, isUniqueViolation, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Keyring } from '../../../platform/keys.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../../platform/security-log.ts';
import { alertOwner } from '../alerts/service.ts';
import { issueOtp, spendOtp } from '../otp/service.ts';
import { deleteOtherChanges } from '../otp/store.ts';
import { mayCorrectMobile } from '../policy.ts';
import type { OtpAddress } from '../rules.ts';
import { recordAccessChange } from '../withdrawals-stop/service.ts';
import { lockForProof, takeFromOthers } from '../contact-proof/service.ts';
import { setContact, getUserById } from '../store.ts';
import { LIMITS } from '../limits.ts';

const CHANNEL_RULES = {
  mobile: {
    same: 'identity.same_mobile',
    taken: 'identity.mobile_taken',
    constraint: 'user_account_verified_mobile',
  },
  email: {
    same: 'identity.same_email',
    taken: 'identity.email_taken',
    constraint: 'user_account_verified_email',
  },
} as const;

/**
 * Sends a code to the new contact. Nothing changes until the code comes back. A contact that another account has verified
 * gets no code and its owner is told, which this does not reveal.
 */
export function requestContactChange(
  deps: Deps,
  userId: number,
  { channel, address }: { channel: OtpChannel; address: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const rules = CHANNEL_RULES[channel];
  return inTx(deps.db, async (tx) => {
    const counted = await countAttempt(
      tx,
      deps.config.limits.get(LIMITS.contact_change_user),
      String(userId),
      now,
    );
    if (!counted.ok) return counted;
    const user = await getUserById(tx, userId);
    if (channel === 'mobile' && user.mobile_verified_at === null && !mayCorrectMobile(user))
      return commitRefusal(
        refuse('conflict', 'identity.verify_mobile_first', {
          fields: { mobile: { code: 'identity.verify_mobile_first' } },
        }),
      );
    if (user[channel] === address) return commitRefusal(refuseField(channel, rules.same));
    const change: OtpAddress = { purpose: 'change', channel, address, user_id: userId };
    await deleteOtherChanges(tx, change);
    await recordSecurityEvent(tx, { kind: 'contact_change_requested', userId, details: { channel } }, now);
    return issueOtp(deps, tx, change, userId, now);
  });
}

/** Replaces the contact with the new, verified one after its code came back. */
export async function changeContact(
  tx: Tx,
  keyring: Keyring,
  change: OtpAddress,
  otp: string,
  now: Date,
): Promise<Outcome<'changed'>> {
  const { channel, address, user_id: userId } = change;
  // Accounts are locked before codes, and only the right code tells that another account has it.
  const isFree = await lockForProof(tx, userId, { channel, address });
  const spent = await spendOtp(tx, keyring, change, otp, now);
  if (!spent.ok) return spent;
  if (!isFree) return commitRefusal(refuseTaken(channel));
  const { mobile, email, ...user } = await getUserById(tx, userId);
  const wasVerified = user[`${channel}_verified_at`] !== null;
  await setContact(tx, userId, channel, address, now);
  await takeFromOthers(tx, userId, { channel, address });
  if (wasVerified) await recordAccessChange(tx, userId, 'contact_changed_at', now);
  await recordSecurityEvent(tx, { kind: `${channel}_changed`, userId }, now);
  // A former contact that was never verified may be a stranger's, so it gets no alert.
  const former = channel === 'mobile' ? { mobile } : { email };
  const alert = { userId, kind: `${channel}_changed`, ...(wasVerified ? { former } : {}) } as const;
  if (wasVerified || channel === 'email') await alertOwner(tx, alert, now);
  await publish(tx, { users: [userId], topic: 'identity', id: userId });
  return done('changed');
}

/** Returns the refusal when two users verified the same contact at the same moment. */
export function toTakenRefusal(error: unknown, channel: OtpChannel): ReturnType<typeof refuse> | null {
  return isUniqueViolation(error, CHANNEL_RULES[channel].constraint) ? refuseTaken(channel) : null;
}

export const refuseTaken = (channel: OtpChannel) =>
  refuse('conflict', CHANNEL_RULES[channel].taken, {
    fields: { [channel]: { code: CHANNEL_RULES[channel].taken } },
  });
