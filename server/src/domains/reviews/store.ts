import { sql, type Selectable } from 'kysely';
import { reviewLifecycle } from '@fws/contract/reviews/lifecycle';
import type { CursorKey } from '../../platform/cursor.ts';
import { read, type Db, type Tx } from '../../platform/db/index.ts';
import { waitOrSkip } from '../../platform/db/nodes.ts';
import type { RatingTable } from '../../platform/db/tables.ts';
import { createTransition } from '../../platform/transition.ts';
import { buildBlockedIdsSql } from '../profile/index.ts';
import type { ReviewPeriodTable } from './tables.ts';

export type ReviewRow = Selectable<RatingTable>;
export type PeriodRow = Selectable<ReviewPeriodTable>;
type Sides = Pick<PeriodRow, 'job_id' | 'poster_id' | 'worker_id'>;

/** One of each side at most. */
export const listJobReviews = (db: Db | Tx, jobId: number): Promise<ReviewRow[]> =>
  db.selectFrom('rating').selectAll().where('job_id', '=', jobId).orderBy('by_user_id').execute();

/** The job must be locked before. */
export const transitionReviews = createTransition({
  lifecycle: reviewLifecycle,
  table: 'rating',
  key: ['job_id', 'by_user_id'],
  column: 'state',
  toSubject: ({ job_id: jobId, by_user_id: userId }: Pick<ReviewRow, 'job_id' | 'by_user_id' | 'state'>) => ({
    subject: 'review',
    subjectId: `${jobId}:${userId}`,
    jobId,
  }),
});

export interface Ends {
  completed_at: Date | null;
  cancelled_at: Date | null;
  closed_at: Date | null;
}

/** When a job ended, and when the time to review it did. */
export const findEnds = (db: Db | Tx, jobId: number): Promise<Ends> =>
  db
    .selectFrom('contract')
    .leftJoin('review_period', 'review_period.job_id', 'contract.job_id')
    .select(['contract.completed_at', 'contract.cancelled_at', 'review_period.closed_at'])
    .where('contract.job_id', '=', jobId)
    .executeTakeFirstOrThrow();

/** The number by which the photos of a review name it. */
export async function createAttachmentId(tx: Tx): Promise<number> {
  const { rows } = await sql<{ id: number }>`SELECT nextval('review_attachment_number') AS id`.execute(tx);
  if (!rows[0]) throw new Error('the sequence gave no number');
  return rows[0].id;
}

/** The review whose photos have this number, with the sides of its job. */
export async function findReviewByPhotos(
  db: Db | Tx,
  attachmentId: number,
): Promise<(ReviewRow & Sides) | null> {
  const row = await db
    .selectFrom('rating')
    .innerJoin('contract', 'contract.job_id', 'rating.job_id')
    .selectAll('rating')
    .select(['contract.poster_id', 'contract.worker_id'])
    .where('rating.attachment_id', '=', attachmentId)
    .executeTakeFirst();
  return row ?? null;
}

interface ListQuery {
  userId: number;
  readerId: number;
  after: CursorKey | null;
  limit: number;
}
export type ListedReview = ReviewRow & Sides & { shown_at: Date };

/** What is open about a user and counts, newest first, without what people wrote who are hidden from the reader. */
export function buildListQuery({ userId, readerId, after, limit }: ListQuery) {
  const values: unknown[] = [userId, readerId];
  const rest = after
    ? ` AND (coalesce(opened_at, rated_at), rating.job_id) < ($${values.push(after[0])}::timestamptz, $${values.push(after[1])})`
    : '';
  return {
    text: `SELECT rating.*, contract.poster_id, contract.worker_id, coalesce(opened_at, rated_at) AS shown_at
      FROM rating JOIN contract ON contract.job_id = rating.job_id
      WHERE about_user_id = $1 AND state <> 'sealed' AND rating.uncounted_reason IS NULL
        AND by_user_id NOT IN (${buildBlockedIdsSql('$2')})${rest}
      ORDER BY coalesce(opened_at, rated_at) DESC, rating.job_id DESC LIMIT ${limit + 1}`,
    values,
  };
}

export const listReviewsOfUser = (db: Db, query: ListQuery): Promise<ListedReview[]> =>
  read<ListedReview>(db, buildListQuery(query));

/**
 * Begins the time in which both sides review each other, unless both have. `moves`: one that runs ends then. The job must be
 * locked before.
 */
export async function insertPeriod(
  tx: Tx,
  jobId: number,
  { dueAt, moves }: { dueAt: Date; moves: boolean },
): Promise<void> {
  await tx
    .insertInto('review_period')
    .columns(['job_id', 'poster_id', 'worker_id', 'due_at'])
    .expression((query) =>
      query
        .selectFrom('contract')
        .select(['contract.job_id', 'contract.poster_id', 'contract.worker_id'])
        .select(sql<Date>`${dueAt}::timestamptz`.as('due_at'))
        .where('contract.job_id', '=', jobId)
        .where(sql<boolean>`(SELECT count(*) FROM rating WHERE rating.job_id = contract.job_id) < 2`),
    )
    .onConflict((conflict) =>
      moves
        ? conflict
            .column('job_id')
            .doUpdateSet({ due_at: dueAt, reminded_at: null })
            .where('review_period.closed_at', 'is', null)
            .where('review_period.due_at', '<>', dueAt)
        : conflict.column('job_id').doNothing(),
    )
    .execute();
}

/** A job goes on, so the time to review it does. The job must be locked before. */
export async function extendPeriod(tx: Tx, jobId: number, dueAt: Date): Promise<void> {
  await tx
    .updateTable('review_period')
    .set({ due_at: dueAt, reminded_at: null })
    .where('job_id', '=', jobId)
    .where('closed_at', 'is', null)
    .where('due_at', '<', dueAt)
    .execute();
}

export async function closePeriod(tx: Tx, jobId: number, now: Date): Promise<void> {
  await tx
    .updateTable('review_period')
    .set({ closed_at: now })
    .where('job_id', '=', jobId)
    .where('closed_at', 'is', null)
    .execute();
}

export type DuePeriod = Pick<PeriodRow, 'job_id' | 'due_at'>;

/** The periods that are over, the oldest first, up to the limit. */
export function buildDueQuery({ now, after, limit }: { now: Date; after: DuePeriod | null; limit: number }) {
  const values: unknown[] = [now];
  const rest = after
    ? ` AND (due_at, job_id) > ($${values.push(after.due_at)}::timestamptz, $${values.push(after.job_id)})`
    : '';
  return {
    text: `SELECT job_id, due_at FROM review_period WHERE closed_at IS NULL AND due_at < $1${rest}
      ORDER BY due_at, job_id LIMIT ${limit}`,
    values,
  };
}

export const listDuePeriods = (db: Db, query: Parameters<typeof buildDueQuery>[0]): Promise<DuePeriod[]> =>
  read<DuePeriod>(db, buildDueQuery(query));

export const findOpenPeriod = async (tx: Tx, jobId: number): Promise<PeriodRow | null> =>
  (await tx
    .selectFrom('review_period')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('closed_at', 'is', null)
    .executeTakeFirst()) ?? null;

export const buildUnremindedQuery = (tx: Db | Tx, { until, limit }: { until: Date; limit: number }) =>
  tx
    .selectFrom('review_period')
    .selectAll()
    .where('closed_at', 'is', null)
    .where('reminded_at', 'is', null)
    .where('due_at', '<', until)
    .orderBy('due_at')
    .limit(limit);

/** Marks periods that are over by then as reminded, and returns them. */
export async function claimReminders(
  tx: Tx,
  { until, limit, now }: { until: Date; limit: number; now: Date },
): Promise<PeriodRow[]> {
  const rows = await waitOrSkip(tx, buildUnremindedQuery(tx, { until, limit }), 'no key update');
  if (rows.length === 0) return [];
  await tx
    .updateTable('review_period')
    .set({ reminded_at: now })
    .where(sql<boolean>`job_id = ANY (${rows.map((row) => row.job_id)}::bigint[])`)
    .execute();
  return rows;
}

/** Who has reviewed in these jobs: "<job>:<user>". */
export async function listWriters(db: Db | Tx, jobIds: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('rating')
    .select(['job_id', 'by_user_id'])
    .where(sql<boolean>`job_id = ANY (${[...jobIds]}::bigint[])`)
    .execute();
  return new Set(rows.map((row) => `${row.job_id}:${row.by_user_id}`));
}
