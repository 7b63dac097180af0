import {
  COMPARISON_COUNTS_HOURS,
  type ReopenBlocker,
  type RestoreComparison,
} from '@fws/contract/admin/restore/model';

export interface ReopenFacts {
  markedAt: Date | null;
  /** The newest; null: there is none. */
  comparison: {
    askedAt: Date;
    finishedAt: Date | null;
    isRunning: boolean;
    result: RestoreComparison | null;
  } | null;
  now: Date;
}

/** Why payouts cannot be reopened; null: nothing is in the way but two people’s word. */
export function reopenBlocker({ markedAt, comparison, now }: ReopenFacts): ReopenBlocker | null {
  if (markedAt === null) return 'not_restored';
  if (comparison === null) return 'not_compared';
  if (comparison.isRunning) return 'comparing';
  const { askedAt, finishedAt, result } = comparison;
  if (finishedAt === null || result === null) return 'not_compared';
  // What was read before the mark may have been another database’s.
  if (askedAt < markedAt) return 'compared_before';
  if (now.getTime() - askedAt.getTime() > COMPARISON_COUNTS_HOURS * 3600_000) return 'too_old';
  return result.differences.length > 0 ? 'differences' : null;
}

/** What no list could answer for: a person has to have looked at it. */
export const needsEyes = ({ notFinal, notCompared }: RestoreComparison): boolean =>
  notFinal.length > 0 || notCompared.length > 0;
