import type { OtpChannel } from '@fws/contract/identity/model';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { countAttempt } from '../../../platform/attempts.ts';
import { translate } from '../../../platform/messages.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import {
  deleteVerifyCodesOfOthers,
  findVerifiedHolder,
  getUserById,
  listOtherHolders,
  lockHolders,
  type UserRow,
} from '../store.ts';
import { mayProve } from '../policy.ts';
import { LIMITS } from '../limits.ts';

/** A contact as its user wrote it. */
export interface Contact {
  channel: OtpChannel;
  address: string;
}

export const toLoginContact = ({ channel, address }: Contact): { mobile: string } | { email: string } =>
  channel === 'mobile' ? { mobile: address } : { email: address };

/**
 * Locks all accounts with this contact and the user's own, by id, so that of two provers the second waits and finds the
 * contact taken. Returns false when another account has verified it.
 */
export async function lockForProof(tx: Tx, userId: number, contact: Contact): Promise<boolean> {
  await lockHolders(tx, userId, contact);
  const holder = await findVerifiedHolder(tx, toLoginContact(contact));
  return mayProve(holder, userId);
}

/**
 * After a user has proven a contact: the codes of others for it end, and those who had it unverified are told at their
 * other contact.
 */
export async function takeFromOthers(tx: Tx, userId: number, contact: Contact): Promise<void> {
  await deleteVerifyCodesOfOthers(tx, userId, contact);
  await enqueue(tx, 'tell_contact_lost', { userId, ...contact });
}

/** More accounts than this are attempts to send mail through us. */
const TOLD_MAX = 10;

/**
 * Task: tells the accounts that have a mobile number unverified that another account has proven it. Those that lost an
 * e-mail are not told: no SMS for it is registered.
 */
export async function tellContactLost(deps: Deps, proof: Contact & { userId: number }): Promise<void> {
  if (proof.channel === 'email') return;
  const values = { ending: proof.address.slice(-4) };
  for (const loser of await listOtherHolders(deps.db, proof.userId, proof, TOLD_MAX)) {
    // Only a verified contact is known to be theirs.
    if (loser.email_verified_at === null) continue;
    const subject = translate(loser.locale, 'identity.contact_lost_subject');
    await deps.ports.mail.send({
      to: loser.email,
      subject,
      text: translate(loser.locale, 'identity.contact_lost', values),
    });
  }
}

/**
 * Tells the owner of a verified contact that somebody entered it for another account, at most once a day. The caller was
 * answered as if a code had been sent.
 */
export async function tellContactOwner(deps: Deps, owner: UserRow, { channel }: Contact): Promise<void> {
  if (owner.email_verified_at === null) return;
  const now = deps.ports.clock.now();
  const counted = await inTx(deps.db, (tx) =>
    countAttempt(tx, deps.config.limits.get(LIMITS.contact_claimed_user), String(owner.id), now),
  );
  if (!counted.ok) return;
  const { locale, email: to } = owner;
  const link = `${deps.config.publicUrl}/login`;
  await deps.ports.mail.send({
    to,
    subject: translate(locale, 'identity.contact_claimed_subject'),
    text: translate(locale, `identity.contact_claimed_${channel}`, { link }),
  });
}

/** The account, other than this user's, that has verified a contact; null when there is none. */
export async function findOtherOwner(
  db: Deps['db'],
  userId: number,
  contact: Contact,
): Promise<UserRow | null> {
  const owner = await findVerifiedHolder(db, toLoginContact(contact));
  return mayProve(owner, userId) ? null : owner;
}

/** Task, for every registration: tells the owner of its e-mail. The code to its number does the same for that. */
export async function tellEmailOwner(deps: Deps, userId: number): Promise<void> {
  const { email } = await getUserById(deps.db, userId);
  const contact: Contact = { channel: 'email', address: email };
  const owner = await findOtherOwner(deps.db, userId, contact);
  if (owner) await tellContactOwner(deps, owner, contact);
}
