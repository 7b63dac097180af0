import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';
import { enqueue, tell } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';

/** Since when nothing may leave the wallet, because its owner said that something was not them; null: it may. */
export async function withdrawalsStoppedAt(db: Db | Tx, userId: number): Promise<Date | null> {
  const user = await db
    .selectFrom('user_account')
    .select('withdrawals_stopped_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.withdrawals_stopped_at;
}

/** Held until the end of the transaction: who adds or changes an account waits for who stops it, and the converse. */
export async function lockOwner(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('user_account').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/** Contacts verified since `trustedBefore` get no code for a new password from now on; the password counts no more. */
export async function stopWithdrawals(tx: Tx, userId: number, trustedBefore: Date, now: Date): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({
      withdrawals_stopped_at: sql<Date>`coalesce(withdrawals_stopped_at, ${now})`,
      contacts_trusted_before: sql<Date>`least(contacts_trusted_before, ${trustedBefore})`,
      password_hash: null,
    })
    .where('id', '=', userId)
    .execute();
}

/** A person of FWS has made sure who it is. False when they were not stopped. Who may is the caller's to know. */
export async function allowWithdrawals(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const allowed = await tx
    .updateTable('user_account')
    .set({ withdrawals_stopped_at: null, contacts_trusted_before: null })
    .where('id', '=', userId)
    .where('withdrawals_stopped_at', 'is not', null)
    .executeTakeFirst();
  if (allowed.numUpdatedRows === 0n) return false;
  for (const channel of ['mobile', 'email'])
    await enqueue(tx, 'send_withdrawals_allowed', { userId, channel });
  await tell(tx, {
    userId,
    type: 'withdrawals_allowed',
    values: {},
    path: '/payment',
    dedupeKey: `withdrawals_allowed:${now.toISOString()}`,
  });
  await publish(tx, { users: [userId], topic: 'wallet', id: null });
  return true;
}
