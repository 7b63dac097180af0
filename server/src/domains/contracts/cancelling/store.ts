import type { Selectable } from 'kysely';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { CancellationTable } from '../../../platform/db/tables.ts';

type CancellationRow = Selectable<CancellationTable>;

/** The poster's request that the worker has not answered. A unique index allows at most one per job. */
export async function findOpenCancellation(db: Db | Tx, jobId: number): Promise<CancellationRow | null> {
  const row = await db
    .selectFrom('cancellation')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('state', '=', 'asked')
    .executeTakeFirst();
  return row ?? null;
}

/** The caller must hold the job lock. */
export async function insertCancellation(
  tx: Tx,
  cancellation: { jobId: number; comment: string; state: 'asked' | 'agreed'; now: Date },
): Promise<number> {
  const { jobId, comment, state, now } = cancellation;
  const { id } = await tx
    .insertInto('cancellation')
    .values({
      job_id: jobId,
      comment,
      state,
      asked_at: now,
      answered_at: state === 'agreed' ? now : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** The caller must hold the job lock. */
export async function recordCancellationAnswer(
  tx: Tx,
  id: number,
  state: 'agreed' | 'declined',
  now: Date,
): Promise<void> {
  await tx.updateTable('cancellation').set({ state, answered_at: now }).where('id', '=', id).execute();
}
