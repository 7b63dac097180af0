import { COMPARISON_COUNTS_HOURS, type ReopenBlocker } from '@fws/contract/admin/restore/model';
import type { RestoreComparison } from '@fws/contract/admin/restore/schemas';

export interface ReopenFacts {
  markedAt: Date | null;
  /** The newest comparison; null: there is none. */
  comparison: {
    askedAt: Date;
    finishedAt: Date | null;
    isRunning: boolean;
    result: RestoreComparison | null;
  } | null;
  now: Date;
}

/** The reason why payouts cannot be reopened. Null: two admins may agree to reopen them. */
export function findReopenBlocker({ markedAt, comparison, now }: ReopenFacts): ReopenBlocker | null {
  if (markedAt === null) return 'not_restored';
  if (comparison === null) return 'not_compared';
  if (comparison.isRunning) return 'comparing';
  const { askedAt, finishedAt, result } = comparison;
  if (finishedAt === null || result === null) return 'not_compared';
  // A comparison from before the mark may have read another database.
  if (askedAt < markedAt) return 'compared_before';
  if (now.getTime() - askedAt.getTime() > COMPARISON_COUNTS_HOURS * 3600_000) return 'too_old';
  return result.differences.length > 0 ? 'differences' : null;
}

/** True when the comparison could not cover everything, so that a person must check the remainder. */
export const needsReview = ({ notFinal, notCompared }: RestoreComparison): boolean =>
  notFinal.length > 0 || notCompared.length > 0;
