import type { Tx } from '../../../platform/db/index.ts';
import { indexPerson } from '../../../platform/person-index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { endSessions } from '../sessions/store.ts';

/**
 * Suspends an account and ends all its sessions. Returns false when it was already suspended. The caller checks the
 * admin's permission.
 */
export async function suspendUser(tx: Tx, userId: number, reason: string, now: Date): Promise<boolean> {
  const suspended = await tx
    .updateTable('user_account')
    .set({ suspended_at: now, suspended_reason: reason })
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (suspended.numUpdatedRows === 0n) return false;
  await indexPerson(tx, userId);
  await endSessions(tx, userId);
  await announceSuspension(tx, userId, 'suspended', reason);
  return true;
}

/** Lets the user log in again, with everything as it was. Returns false when the account was not suspended. */
export async function restoreUser(tx: Tx, userId: number, reason: string): Promise<boolean> {
  const restored = await tx
    .updateTable('user_account')
    .set({ suspended_at: null, suspended_reason: null })
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (restored.numUpdatedRows === 0n) return false;
  await indexPerson(tx, userId);
  await announceSuspension(tx, userId, 'restored', reason);
  return true;
}

/** Sends an e-mail, because a suspended user cannot log in. Open clients fetch the current user again. */
async function announceSuspension(
  tx: Tx,
  userId: number,
  event: 'suspended' | 'restored',
  reason: string,
): Promise<void> {
  await enqueue(tx, 'notify_suspension', { userId, what: event, reason });
  await publish(tx, { users: [userId], topic: 'identity', id: userId });
}

/** Whether the account is suspended by the decision of this moment. */
export async function isSuspendedSince(tx: Tx, userId: number, at: Date): Promise<boolean> {
  const found = await tx
    .selectFrom('user_account')
    .select('id')
    .where('id', '=', userId)
    .where('suspended_at', '=', at)
    .executeTakeFirst();
  return found !== undefined;
}
