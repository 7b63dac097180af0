import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { notify } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';

/** When withdrawals were stopped because the owner denied an alert; null when they are allowed. */
export async function getWithdrawalsStoppedAt(db: Db | Tx, userId: number): Promise<Date | null> {
  const user = await db
    .selectFrom('user_account')
    .select('withdrawals_stopped_at')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return user.withdrawals_stopped_at;
}

/** When the password was last reset by a code, and when a verified contact was last replaced. */
export async function getAccessChanges(
  db: Db | Tx,
  userId: number,
): Promise<{ passwordResetAt: Date | null; contactChangedAt: Date | null }> {
  const user = await db
    .selectFrom('user_account')
    .select(['password_reset_at', 'contact_changed_at'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { passwordResetAt: user.password_reset_at, contactChangedAt: user.contact_changed_at };
}

/** Payout accounts that are added from now on, and those of the last days, rest. */
export async function recordAccessChange(
  tx: Tx,
  userId: number,
  column: 'password_reset_at' | 'contact_changed_at',
  now: Date,
): Promise<void> {
  await tx
    .updateTable('user_account')
    .set({ [column]: now })
    .where('id', '=', userId)
    .execute();
}

/**
 * Locks the user until the transaction ends, so that adding or changing a payout account and stopping withdrawals wait
 * for each other.
 */
export async function lockOwner(tx: Tx, userId: number): Promise<void> {
  await tx.selectFrom('user_account').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
}

/**
 * Stops withdrawals and removes the password. Contacts that were verified since `trustedBefore` get no password reset
 * code from now on.
 */
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

/**
 * Allows withdrawals again, after an admin has verified who the user is. Returns false when they were not stopped. The
 * caller checks the admin's permission.
 */
export async function allowWithdrawals(tx: Tx, userId: number, now: Date): Promise<boolean> {
  const allowed = await tx
    .updateTable('user_account')
    .set({ withdrawals_stopped_at: null, contacts_trusted_before: null })
    .where('id', '=', userId)
    .where('withdrawals_stopped_at', 'is not', null)
    .executeTakeFirst();
  if (allowed.numUpdatedRows === 0n) return false;
  await notify(tx, {
    userId,
    type: 'withdrawals_allowed',
    values: {},
    path: '/payment',
    dedupeKey: `withdrawals_allowed:${now.toISOString()}`,
  });
  await publish(tx, { users: [userId], topic: 'wallet', id: null });
  return true;
}
