import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';

/**
 * Whether this database was restored from a backup and may not pay out yet: what was paid out after the backup is unknown
 * to its books, so that the same money could leave twice.
 */

export interface OpenRestore {
  id: number;
  restoredTo: Date;
  markedAt: Date;
}

/** What waits for payouts looks again after so long, if nobody wakes it. */
export const PAUSED_WAIT_MS = 10 * 60_000;

/** Null: payouts go out. */
export async function openRestore(db: Db | Tx): Promise<OpenRestore | null> {
  const row = await db
    .selectFrom('database_restore')
    .selectAll()
    .where('reopened_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, restoredTo: row.restored_to, markedAt: row.marked_at } : null;
}

/** Asked anew before each payout: nothing is remembered, so a mark counts at once in every process. */
export const arePayoutsPaused = async (db: Db | Tx): Promise<boolean> => (await openRestore(db)) !== null;

/** When the newest transaction was posted; null when there is none. */
export async function newestTransactionAt(db: Db | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT posted_at AS at FROM ledger.txn ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** Marked again while it is marked, it stays as it is. */
export async function markRestore(
  tx: Tx,
  mark: { restoredTo: Date; now: Date },
): Promise<{ restore: OpenRestore; isNew: boolean }> {
  const inserted = await tx
    .insertInto('database_restore')
    .values({ restored_to: mark.restoredTo, marked_at: mark.now })
    .onConflict((conflict) =>
      conflict
        .expression(sql`(true)`)
        .where('reopened_at', 'is', null)
        .doNothing(),
    )
    .returning('id')
    .executeTakeFirst();
  // A number of before the loss, given out again, would be somebody else's at the provider.
  if (inserted) await sql`SELECT skip_lost_ids()`.execute(tx);
  const restore = await openRestore(tx);
  if (!restore) throw new Error('a restore was marked and cannot be read');
  return { restore, isNew: inserted !== undefined };
}

/** False when it was reopened before. */
export async function closeRestore(tx: Tx, id: number, now: Date): Promise<boolean> {
  const row = await tx
    .updateTable('database_restore')
    .set({ reopened_at: now })
    .where('id', '=', id)
    .where('reopened_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
