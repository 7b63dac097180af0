import type { Selectable } from 'kysely';
import { cancellationLifecycle } from '@fws/contract/contracts/cancelling/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { CancellationTable } from '../../../platform/db/tables.ts';
import { createTransition } from '../../../platform/transition.ts';

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
export const transitionCancellations = createTransition({
  lifecycle: cancellationLifecycle,
  table: 'cancellation',
  key: ['id'],
  column: 'state',
  timeColumn: 'answered_at',
  toSubject: ({ id, job_id: jobId }: Pick<CancellationRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'cancellation',
    subjectId: id,
    jobId,
  }),
});
