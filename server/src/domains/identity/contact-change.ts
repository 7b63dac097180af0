import type { OtpChannel } from '@fws/contract/identity/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { countAttempt } from '../../platform/attempts.ts';
import { commitRefusal, inTx, violates, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { Keyring } from '../../platform/keys.ts';
import { publish } from '../../platform/realtime/index.ts';
import { recordSecurityEvent } from '../../platform/security-log.ts';
import { alertOwner } from './alerts.ts';
import { issueOtp, spendOtp } from './otp.ts';
import { forgetOtherChanges } from './otp-store.ts';
import type { OtpAddress } from './rules.ts';
import { contactTaken, setContact, userById, type UserRow } from './store.ts';

const WORDS = {
  mobile: {
    same: 'identity.same_mobile',
    taken: 'identity.mobile_taken',
    constraint: 'user_account_mobile_key',
  },
  email: {
    same: 'identity.same_email',
    taken: 'identity.email_taken',
    constraint: 'user_account_email_key',
  },
} as const;

/**
 * A mistyped number receives no code, so its account would stay unusable. The number may be corrected while it protects
 * nothing.
 */
const mayCorrectMobile = ({ identity_state: identity }: UserRow): boolean => identity === 'none';

/** Sends a code to the new contact. Nothing changes until the code comes back. */
export function askChange(
  deps: Deps,
  userId: number,
  { channel, address }: { channel: OtpChannel; address: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const words = WORDS[channel];
  return inTx(deps.db, async (tx) => {
    const counted = await countAttempt(tx, deps.config.limits.contact_change_user, String(userId), now);
    if (!counted.ok) return counted;
    const user = await userById(tx, userId);
    if (channel === 'mobile' && user.mobile_verified_at === null && !mayCorrectMobile(user))
      return commitRefusal(
        refuse('conflict', 'identity.verify_mobile_first', {
          fields: { mobile: { code: 'identity.verify_mobile_first' } },
        }),
      );
    if (user[channel] === address) return commitRefusal(refuseField(channel, words.same));
    if (await contactTaken(tx, channel, address)) return commitRefusal(refuseTaken(channel));
    const asked: OtpAddress = { purpose: 'change', channel, address, user_id: userId };
    await forgetOtherChanges(tx, asked);
    await recordSecurityEvent(tx, { kind: 'contact_change_requested', userId, details: { channel } }, now);
    return issueOtp(deps, tx, asked, userId, now);
  });
}

/** Replaces the contact with the new, verified one after its code came back. */
export async function changeContact(
  tx: Tx,
  keyring: Keyring,
  asked: OtpAddress,
  otp: string,
  now: Date,
): Promise<Outcome<'changed'>> {
  const { channel, address, user_id: userId } = asked;
  const spent = await spendOtp(tx, keyring, asked, otp, now);
  if (!spent.ok) return spent;
  if (await contactTaken(tx, channel, address)) return commitRefusal(refuseTaken(channel));
  const { mobile, email, ...user } = await userById(tx, userId);
  const wasVerified = user[`${channel}_verified_at`] !== null;
  await setContact(tx, userId, channel, address, now);
  await recordSecurityEvent(tx, { kind: `${channel}_changed`, userId }, now);
  // A former contact that was never verified may be a stranger's, so it gets no alert.
  const former = channel === 'mobile' ? { mobile } : { email };
  const alert = { userId, kind: `${channel}_changed`, ...(wasVerified ? { former } : {}) } as const;
  if (wasVerified || channel === 'email') await alertOwner(tx, alert, now);
  await publish(tx, { users: [userId], topic: 'identity', id: userId });
  return done('changed');
}

/** Returns the refusal when two users verified the same contact at the same moment. */
export function isTaken(error: unknown, channel: OtpChannel): ReturnType<typeof refuse> | null {
  return violates(error, WORDS[channel].constraint) ? refuseTaken(channel) : null;
}

const refuseTaken = (channel: OtpChannel) =>
  refuse('conflict', WORDS[channel].taken, { fields: { [channel]: { code: WORDS[channel].taken } } });
