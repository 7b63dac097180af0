import { sql, type Insertable, type Selectable } from 'kysely';
import type { IssueJob } from '@fws/contract/disputes/schemas';
import { disputeLifecycle, type DisputeState } from '@fws/contract/disputes/lifecycle';
import type { CursorKey } from '../../platform/cursor.ts';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { DisputeTable } from '../../platform/db/tables.ts';
import { createTransition } from '../../platform/transition.ts';

export type DisputeRow = Selectable<DisputeTable>;

/** A dispute with the job fields that are shown. */
export interface ListedRow extends DisputeRow {
  number: string;
  title: string;
  poster_id: number;
  worker_id: number;
  held_paise: number;
  first_file_id: string | null;
  first_file_name: string | null;
}

const HELD_BY_DISPUTE = sql`milestone.job_id = dispute.job_id AND on_hold AND fund_state IN ('funded', 'accepted')
  AND milestone.id IN (SELECT milestone_id FROM dispute_milestone
    WHERE job_id = dispute.job_id AND dispute_id = dispute.id AND lifted_at IS NULL)`;

/** Held money of the dispute's own milestones. */
const selectListed = (db: Db | Tx) =>
  db
    .selectFrom('dispute')
    .innerJoin('contract', 'contract.job_id', 'dispute.job_id')
    .innerJoin('job', 'job.id', 'dispute.job_id')
    .selectAll('dispute')
    .select([
      sql<string>`job.number::text`.as('number'),
      'job.title',
      'contract.poster_id',
      'contract.worker_id',
      sql<number>`(SELECT coalesce(sum(amount_paise), 0)::bigint FROM milestone
        WHERE ${HELD_BY_DISPUTE})`.as('held_paise'),
    ])
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('dispute_document')
          .innerJoin('file', 'file.id', 'dispute_document.file_id')
          .whereRef('dispute_document.dispute_id', '=', 'dispute.id')
          .select(['file.id as first_file_id', 'file.name as first_file_name'])
          .orderBy('dispute_document.added_at')
          .limit(1)
          .as('first'),
      (join) => join.onTrue(),
    )
    .select(['first.first_file_id', 'first.first_file_name']);

export async function findListedDispute(db: Db | Tx, id: number): Promise<ListedRow | null> {
  return (await selectListed(db).where('dispute.id', '=', id).executeTakeFirst()) ?? null;
}

/** Disputes that a user raised or that were raised against them, newest first, one more than `limit`. */
export async function listUserDisputes(
  db: Db,
  userId: number,
  query: { state: DisputeState; after: CursorKey | null; limit: number },
): Promise<ListedRow[]> {
  const { state, after, limit } = query;
  const listIds = (column: 'raised_by' | 'against') =>
    db
      .selectFrom('dispute')
      .select('id')
      .where(column, '=', userId)
      .where('state', '=', state)
      .$if(after !== null, (rows) => rows.where('id', '<', after?.[1] ?? 0))
      .orderBy('id', 'desc')
      .limit(limit + 1);
  const [raised, against] = await Promise.all([listIds('raised_by').execute(), listIds('against').execute()]);
  const shownIds = [...raised, ...against].map((row) => row.id);
  if (shownIds.length === 0) return [];
  return selectListed(db)
    .where('dispute.id', 'in', shownIds)
    .orderBy('dispute.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/**
 * Awarded jobs of either side about which an issue can be raised, newest award first, one more than `limit`: no issue is
 * open, or money in escrow is in none; and it was not cancelled long ago.
 */
export async function listDisputableJobs(
  db: Db,
  userId: number,
  query: { after: CursorKey | null; limit: number; cancelledAfter: Date },
): Promise<(Omit<IssueJob, 'withName'> & { withId: number; awardedAt: Date })[]> {
  const { after, limit, cancelledAfter } = query;
  const listJobsBySide = (column: 'poster_id' | 'worker_id') =>
    db
      .selectFrom('contract')
      .innerJoin('job', 'job.id', 'contract.job_id')
      .select([
        'contract.job_id as jobId',
        sql<string>`job.number::text`.as('jobNumber'),
        'job.title',
        'contract.awarded_at as awardedAt',
        column === 'poster_id' ? 'contract.worker_id as withId' : 'contract.poster_id as withId',
      ])
      .where(`contract.${column}`, '=', userId)
      .where((eb) =>
        eb.or([eb('job.state', '<>', 'cancelled'), eb('contract.cancelled_at', '>=', cancelledAfter)]),
      )
      .where(
        sql<boolean>`(NOT EXISTS (SELECT FROM dispute WHERE job_id = contract.job_id AND state = 'open')
          OR EXISTS (SELECT FROM milestone m WHERE m.job_id = contract.job_id AND m.fund_state IN ('funded', 'accepted')
            AND NOT EXISTS (SELECT FROM dispute_milestone held
              WHERE held.job_id = m.job_id AND held.milestone_id = m.id AND held.lifted_at IS NULL)))`,
      )
      .$if(after !== null, (all) =>
        all.where(
          sql<boolean>`(contract.awarded_at, contract.job_id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`,
        ),
      )
      .orderBy('contract.awarded_at', 'desc')
      .orderBy('contract.job_id', 'desc')
      .limit(limit + 1)
      .execute();
  const [posted, done] = await Promise.all([listJobsBySide('poster_id'), listJobsBySide('worker_id')]);
  const newest = [
    ...posted.map((row) => ({ ...row, side: 'poster' as const })),
    ...done.map((row) => ({ ...row, side: 'worker' as const })),
  ].toSorted((a, b) => b.awardedAt.getTime() - a.awardedAt.getTime() || b.jobId - a.jobId);
  return newest.slice(0, limit + 1);
}

export async function findOpenDisputeId(tx: Tx, jobId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .where('state', '=', 'open')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** When the job was cancelled; null if it was not. */
export async function findCancelTime(tx: Tx, jobId: number): Promise<Date | null> {
  const row = await tx
    .selectFrom('contract')
    .select('cancelled_at')
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row?.cancelled_at ?? null;
}

/** Milestones of the job about which this side withdrew a dispute of its own. */
export async function listWithdrawnIds(tx: Tx, jobId: number, raisedBy: number): Promise<number[]> {
  const rows = await tx
    .selectFrom('dispute')
    .innerJoin('dispute_milestone as part', (join) =>
      join.onRef('part.job_id', '=', 'dispute.job_id').onRef('part.dispute_id', '=', 'dispute.id'),
    )
    .select('part.milestone_id')
    .distinct()
    .where('dispute.job_id', '=', jobId)
    .where('dispute.raised_by', '=', raisedBy)
    .where('dispute.ending', '=', 'withdrawn')
    .execute();
  return rows.map((row) => row.milestone_id);
}

/** Whether a dispute of this side about the job waits for FWS. */
export async function isWaitingForFws(tx: Tx, jobId: number, raisedBy: number): Promise<boolean> {
  const row = await tx
    .selectFrom('dispute')
    .select('id')
    .where('job_id', '=', jobId)
    .where('raised_by', '=', raisedBy)
    .where('state', '=', 'open')
    .where('waits_for_fws', '=', true)
    .executeTakeFirst();
  return row !== undefined;
}

/** FWS has looked at it. */
export async function endWaitForFws(tx: Tx, { id, job_id: jobId }: DisputeRow): Promise<void> {
  await tx
    .updateTable('dispute')
    .set({ waits_for_fws: false })
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .execute();
}

/** The milestones that a dispute is or was about; `held`: those that it holds. */
export async function listMilestoneIds(
  db: Db | Tx,
  { id, job_id: jobId }: Pick<DisputeRow, 'id' | 'job_id'>,
  which: 'all' | 'held' = 'all',
): Promise<number[]> {
  const rows = await db
    .selectFrom('dispute_milestone')
    .select('milestone_id')
    .where('job_id', '=', jobId)
    .where('dispute_id', '=', id)
    .$if(which === 'held', (part) => part.where('lifted_at', 'is', null))
    .orderBy('milestone_id')
    .execute();
  return rows.map((row) => row.milestone_id);
}

export async function findDispute(db: Db | Tx, id: number): Promise<DisputeRow | null> {
  return (await db.selectFrom('dispute').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** Where money is moved or a hold is lifted, the caller must hold the job lock. */
export async function lockDispute(
  tx: Tx,
  { id, job_id: jobId }: Pick<DisputeRow, 'id' | 'job_id'>,
): Promise<DisputeRow | null> {
  const row = await tx
    .selectFrom('dispute')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

export function insertDispute(
  tx: Tx,
  row: Omit<Insertable<DisputeTable>, 'ending' | 'closed_at' | 'settled_by' | 'reason'>,
): Promise<DisputeRow> {
  return tx
    .insertInto('dispute')
    .values({ ...row, ending: null, closed_at: null, settled_by: null, reason: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The caller must hold the lock of the dispute. */
export const transitionDisputes = createTransition({
  lifecycle: disputeLifecycle,
  table: 'dispute',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'state',
  toSubject: ({ id, job_id: jobId }: Pick<DisputeRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'dispute',
    subjectId: id,
    jobId,
  }),
});

export async function changeDueDates(
  tx: Tx,
  { id, job_id: jobId }: DisputeRow,
  due: Pick<DisputeRow, 'documents_due_at' | 'review_due_at'>,
): Promise<void> {
  await tx.updateTable('dispute').set(due).where('job_id', '=', jobId).where('id', '=', id).execute();
}

/** The milestones of a job that were not removed by a change of its plan. */
export const listMilestones = (db: Db | Tx, jobId: number) =>
  db
    .selectFrom('milestone')
    .select(['id', 'position', 'amount_paise', 'fund_state', 'on_hold'])
    .where('job_id', '=', jobId)
    .where('fund_state', '<>', 'removed')
    .orderBy('position')
    .execute();
