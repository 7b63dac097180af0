import type { Tx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { endSessions } from './sessions.ts';

/** Nobody of that account is anywhere from now on. False when it was so before. Who may is the caller's to know. */
export async function suspendUser(tx: Tx, userId: number, reason: string, now: Date): Promise<boolean> {
  const suspended = await tx
    .updateTable('user_account')
    .set({ suspended_at: now, suspended_reason: reason })
    .where('id', '=', userId)
    .where('suspended_at', 'is', null)
    .executeTakeFirst();
  if (suspended.numUpdatedRows === 0n) return false;
  await endSessions(tx, userId);
  await tellSuspension(tx, userId, 'suspended', reason);
  return true;
}

/** They may log in again; what they had is as it was. */
export async function restoreUser(tx: Tx, userId: number, reason: string): Promise<boolean> {
  const restored = await tx
    .updateTable('user_account')
    .set({ suspended_at: null, suspended_reason: null })
    .where('id', '=', userId)
    .where('suspended_at', 'is not', null)
    .executeTakeFirst();
  if (restored.numUpdatedRows === 0n) return false;
  await tellSuspension(tx, userId, 'restored', reason);
  return true;
}

/** By mail: inside they cannot read it. Open screens ask again who they are. */
async function tellSuspension(
  tx: Tx,
  userId: number,
  what: 'suspended' | 'restored',
  reason: string,
): Promise<void> {
  await enqueue(tx, 'tell_suspension', { userId, what, reason });
  await publish(tx, { users: [userId], topic: 'identity', id: userId });
}
