import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';

/**
 * Whether this database was restored from a backup and must not pay out yet. Its books lack the payouts made after
 * the backup, so the same money could leave twice.
 */

export interface OpenRestore {
  id: number;
  restoredTo: Date;
  markedAt: Date;
}

/** How long a payout task waits before it checks the pause again, unless it is woken earlier. */
export const PAUSED_WAIT_MS = 10 * 60_000;

/** The restore that pauses payouts; null while payouts are allowed. */
export async function findOpenRestore(db: Db | Tx): Promise<OpenRestore | null> {
  const row = await db
    .selectFrom('database_restore')
    .selectAll()
    .where('reopened_at', 'is', null)
    .executeTakeFirst();
  return row ? { id: row.id, restoredTo: row.restored_to, markedAt: row.marked_at } : null;
}

/** Read again before each payout and never cached, so that a mark takes effect at once in every process. */
export const arePayoutsPaused = async (db: Db | Tx): Promise<boolean> => (await findOpenRestore(db)) !== null;

/** When the newest transaction was posted; null when there is none. */
export async function findNewestTransactionTime(db: Db | Tx): Promise<Date | null> {
  const { rows } = await sql<{ at: Date }>`
    SELECT posted_at AS at FROM ledger.txn ORDER BY id DESC LIMIT 1`.execute(db);
  return rows[0]?.at ?? null;
}

/** Marking again while it is marked changes nothing. */
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
  // Skip the ids issued before the loss: at the provider they belong to other records.
  if (inserted) await sql`SELECT skip_lost_ids()`.execute(tx);
  const restore = await findOpenRestore(tx);
  if (!restore) throw new Error('a restore was marked and cannot be read');
  return { restore, isNew: inserted !== undefined };
}

/** False if it was closed before. */
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
