import { sql, type Selectable } from 'kysely';
import type { Side } from '@fws/contract/contracts/model';
import { contestLifecycle } from '@fws/contract/reliability/lifecycle';
import { RECORD_JOBS } from '@fws/contract/reliability/model';
import type { RecordedJob } from '@fws/contract/reliability/record';
import type { SideOutcome } from '@fws/contract/reliability/outcome';
import type { CursorKey } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import { createTransition } from '../../platform/transition.ts';
import type { JobOutcomeTable } from './tables.ts';

export type OutcomeRow = Selectable<JobOutcomeTable>;

interface Parties {
  job_id: number;
  poster_id: number;
  worker_id: number;
}

/** An outcome with what is shown of its job. */
export interface NamedOutcomeRow extends OutcomeRow {
  number: string;
  title: string;
}

const selectNamed = (db: Db | Tx) =>
  db
    .selectFrom('job_outcome')
    .innerJoin('job', 'job.id', 'job_outcome.job_id')
    .selectAll('job_outcome')
    .select([sql<string>`job.number::text`.as('number'), 'job.title']);

export const findOutcome = async (
  db: Db | Tx,
  { userId, jobId }: { userId: number; jobId: number },
): Promise<NamedOutcomeRow | null> =>
  (await selectNamed(db)
    .where('job_outcome.user_id', '=', userId)
    .where('job_outcome.job_id', '=', jobId)
    .executeTakeFirst()) ?? null;

export const findOutcomeById = async (db: Db | Tx, id: number): Promise<NamedOutcomeRow | null> =>
  (await selectNamed(db).where('job_outcome.id', '=', id).executeTakeFirst()) ?? null;

/** Without what is shown of the job. */
export const lockOutcome = async (
  tx: Tx,
  { userId, jobId }: { userId: number; jobId: number },
): Promise<OutcomeRow | null> =>
  (await tx
    .selectFrom('job_outcome')
    .selectAll()
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

export function buildListQuery(
  db: Db | Tx,
  { userId, after, limit }: { userId: number; after: CursorKey | null; limit: number },
) {
  const rows = selectNamed(db).where('job_outcome.user_id', '=', userId);
  return (
    after
      ? rows.where(
          sql<boolean>`(job_outcome.awarded_at, job_outcome.job_id) < (${after[0]}::timestamptz, ${after[1]})`,
        )
      : rows
  )
    .orderBy('job_outcome.awarded_at', 'desc')
    .orderBy('job_outcome.job_id', 'desc')
    .limit(limit + 1);
}

/** Newest award first; one more than `limit`, so that the caller sees whether there are others. */
export const listOutcomes = (
  db: Db | Tx,
  page: { userId: number; after: CursorKey | null; limit: number },
): Promise<NamedOutcomeRow[]> => buildListQuery(db, page).execute();

/** The newest jobs that count, of each of these people as this side. */
export const buildRecordQuery = (db: Db | Tx, userIds: readonly number[], side: Side) =>
  db
    .selectFrom((recent) =>
      recent
        .selectFrom('job_outcome')
        .select(['user_id', 'job_id', 'awarded_at', 'outcome'])
        .select(
          sql<number>`row_number() OVER (PARTITION BY user_id ORDER BY awarded_at DESC, job_id DESC)`.as(
            'place',
          ),
        )
        .where(sql<boolean>`user_id = ANY(${[...userIds]}::bigint[])`)
        .where('side', '=', side)
        .where('outcome', '<>', 'uncounted')
        .where('state', '<>', 'lifted')
        .as('newest'),
    )
    .selectAll()
    .where('place', '<=', RECORD_JOBS);

export async function listRecorded(
  db: Db | Tx,
  userIds: readonly number[],
  side: Side,
): Promise<Map<number, RecordedJob[]>> {
  const recorded = new Map<number, RecordedJob[]>();
  if (userIds.length === 0) return recorded;
  for (const row of await buildRecordQuery(db, userIds, side).execute())
    recorded.set(row.user_id, [
      ...(recorded.get(row.user_id) ?? []),
      {
        jobId: row.job_id,
        awardedMs: row.awarded_at.getTime(),
        outcome: row.outcome,
        isLifted: false,
      },
    ]);
  return recorded;
}

/** Those of sides that have one already stay. Returns the users of the others. The job must be locked before. */
export async function insertOutcomes(
  tx: Tx,
  { jobId, awardedAt }: { jobId: number; awardedAt: Date },
  outcomes: readonly (SideOutcome & { userId: number; side: Side })[],
  now: Date,
): Promise<Set<number>> {
  const rows = await tx
    .insertInto('job_outcome')
    .values(
      outcomes.map(({ userId, side, outcome, reason }) => ({
        user_id: userId,
        job_id: jobId,
        side,
        awarded_at: awardedAt,
        outcome,
        reason,
        written_at: now,
      })),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'job_id']).doNothing())
    .returning('user_id')
    .execute();
  return new Set(rows.map((row) => row.user_id));
}

/** The outcome must be locked before. */
export async function updateOutcome(
  tx: Tx,
  { user_id: userId, job_id: jobId }: OutcomeRow,
  { outcome, reason, now }: SideOutcome & { now: Date },
): Promise<void> {
  await tx
    .updateTable('job_outcome')
    .set({ outcome, reason, written_at: now })
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .execute();
}

/** Both sides' outcomes of a job, but for what was contested. The job must be locked before. */
export async function uncountLinked(
  tx: Tx,
  { job_id: jobId, poster_id: posterId, worker_id: workerId }: Parties,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('job_outcome')
    .set({ outcome: 'uncounted', reason: 'linked', written_at: now })
    .where('user_id', 'in', [posterId, workerId])
    .where('job_id', '=', jobId)
    .where('state', '=', 'open')
    .where('reason', '<>', 'linked')
    .execute();
}

/** The outcome must be locked before. */
export const transitionContests = createTransition({
  lifecycle: contestLifecycle,
  table: 'job_outcome',
  key: ['user_id', 'job_id'],
  column: 'state',
  toSubject: ({ id, job_id: jobId }: Pick<OutcomeRow, 'user_id' | 'job_id' | 'id' | 'state'>) => ({
    subject: 'job_outcome',
    subjectId: id,
    jobId,
  }),
});
