import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { reviewLifecycle } from '@fws/contract/reviews/lifecycle';
import { POINTS_PER_STAR } from '@fws/contract/reviews/model';
import type { Tx } from '../../platform/db/index.ts';
import { notifyMany, type Notice } from '../../platform/queue/index.ts';
import type { PeriodRow, ReviewRow } from './store.ts';

const getPath = (jobId: number): string => `/reviews/${jobId}`;

/**
 * Tells both sides what has opened: each the stars that they were given, or else that their own review can be read. Nothing
 * is told of a review while it is sealed.
 */
export async function notifyOpened(
  tx: Tx,
  { jobId, title, opened }: { jobId: number; title: string; opened: readonly ReviewRow[] },
): Promise<void> {
  const rated = opened.map((review): Notice => ({
    userId: review.about_user_id,
    type: getNoticeType(reviewLifecycle, 'open', 'user'),
    values: { stars: review.points / POINTS_PER_STAR, job: title },
    path: getPath(jobId),
    dedupeKey: `rating:${jobId}:${review.by_user_id}`,
  }));
  const isRated = (userId: number) => opened.some((review) => review.about_user_id === userId);
  const shown = opened
    .filter((review) => !isRated(review.by_user_id))
    .map((review): Notice => ({
      userId: review.by_user_id,
      type: 'review_shown',
      values: { job: title },
      path: getPath(jobId),
      dedupeKey: `review_shown:${jobId}`,
    }));
  await notifyMany(tx, [...rated, ...shown]);
}

export const notifyReplied = (
  tx: Tx,
  review: Pick<ReviewRow, 'job_id' | 'by_user_id'>,
  title: string,
): Promise<void> =>
  notifyMany(tx, [
    {
      userId: review.by_user_id,
      type: getNoticeType(reviewLifecycle, 'reply', 'user'),
      values: { job: title },
      path: getPath(review.job_id),
      dedupeKey: `review_replied:${review.job_id}:${review.by_user_id}`,
    },
  ]);

/** Reminds those who have not reviewed. It does not say whether the other side has. */
export const notifyDue = (
  tx: Tx,
  periods: readonly (PeriodRow & { title: string })[],
  writers: ReadonlySet<string>,
): Promise<void> =>
  notifyMany(
    tx,
    periods.flatMap((period) =>
      [period.poster_id, period.worker_id]
        .filter((userId) => !writers.has(`${period.job_id}:${userId}`))
        .map((userId): Notice => ({
          userId,
          type: 'review_due',
          values: { job: period.title, time: period.due_at.toISOString() },
          path: getPath(period.job_id),
          dedupeKey: `review_due:${period.job_id}`,
        })),
    ),
  );
