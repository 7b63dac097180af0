import { sql, type Selectable } from 'kysely';
import type { Side } from '@fws/contract/contracts/model';
import { splitLifecycle } from '@fws/contract/contracts/splitting/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { SplitTable, SplitTurnTable } from '../../../platform/db/tables.ts';
import { createTransition, type Cause } from '../../../platform/transition.ts';

export type SplitRow = Selectable<SplitTable>;
export type SplitTurnRow = Selectable<SplitTurnTable>;

// Every change of a split holds the lock of its job, so that a split needs none of its own.

/** Opens a split of each of these milestones that has none open. Its version goes on where the former one ended. */
export async function openSplits(
  tx: Tx,
  milestones: readonly { id: number; job_id: number }[],
  { now, dueAt }: { now: Date; dueAt: Date },
): Promise<void> {
  if (milestones.length === 0) return;
  await sql`
    INSERT INTO split (job_id, milestone_id, version, opened_at, due_at)
    SELECT m.job_id, m.id, coalesce((SELECT max(version) FROM split WHERE job_id = m.job_id AND milestone_id = m.id), 0),
      ${now}::timestamptz, ${dueAt}::timestamptz
    FROM milestone m
    WHERE m.job_id = ${milestones[0]?.job_id} AND m.id = ANY(${milestones.map(({ id }) => id)}::bigint[])
      AND NOT EXISTS (SELECT FROM split WHERE job_id = m.job_id AND milestone_id = m.id AND closed_at IS NULL)
    ORDER BY m.id`.execute(tx);
}

export async function findSplit(db: Db | Tx, id: number): Promise<SplitRow | null> {
  return (await db.selectFrom('split').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The caller must hold the lock of the job. */
export async function findOpenSplit(
  tx: Tx,
  { id, job_id: jobId }: { id: number; job_id: number },
): Promise<SplitRow | null> {
  const row = await tx
    .selectFrom('split')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('milestone_id', '=', id)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The open splits of these jobs, and those that divided a milestone. */
export async function listSplits(db: Db | Tx, jobIds: readonly number[]): Promise<SplitRow[]> {
  if (jobIds.length === 0) return [];
  return db
    .selectFrom('split')
    .selectAll()
    .where(sql<boolean>`job_id = ANY(${jobIds}::bigint[])`)
    .where('state', 'in', ['awaited', 'proposed', 'agreed'])
    .orderBy('id')
    .execute();
}

/** All turns of these jobs' splits, oldest first. */
export async function listTurns(db: Db | Tx, jobIds: readonly number[]): Promise<SplitTurnRow[]> {
  if (jobIds.length === 0) return [];
  return db
    .selectFrom('split_turn')
    .selectAll()
    .where(sql<boolean>`job_id = ANY(${jobIds}::bigint[])`)
    .orderBy('split_id')
    .orderBy('turn')
    .execute();
}

export async function insertTurn(
  tx: Tx,
  split: SplitRow,
  turn: { side: Side; workerPaise: number; comment: string; at: Date },
): Promise<void> {
  await tx
    .insertInto('split_turn')
    .values({
      split_id: split.id,
      job_id: split.job_id,
      turn: split.turns + 1,
      side: turn.side,
      worker_paise: turn.workerPaise,
      comment: turn.comment,
      at: turn.at,
    })
    .execute();
}

export const transitionSplits = createTransition({
  lifecycle: splitLifecycle,
  table: 'split',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'state',
  toSubject: ({ id, job_id: jobId }: Pick<SplitRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'split',
    subjectId: id,
    jobId,
  }),
});

/** Ends the open splits of milestones whose work was completed or whose money a hold took. */
export async function overtakeSplits(
  tx: Tx,
  milestones: readonly { id: number; job_id: number }[],
  { by, at }: Cause,
): Promise<void> {
  if (milestones.length === 0) return;
  const rows = await tx
    .selectFrom('split')
    .selectAll()
    .where('job_id', 'in', [...new Set(milestones.map((milestone) => milestone.job_id))])
    .where(
      'milestone_id',
      'in',
      milestones.map(({ id }) => id),
    )
    .where('closed_at', 'is', null)
    .execute();
  const actor = by.role === 'admin' || by.role === 'user' ? ({ role: 'system' } as const) : by;
  await transitionSplits(tx, rows, 'overtake', { by: actor, at, change: { closed_at: at } });
}
