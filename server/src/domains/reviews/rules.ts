import type { Ability } from '@fws/contract/platform/lifecycle';
import { COUNTED_FROM_PAISE, RATING_DAYS, type UncountedReason } from '@fws/contract/reviews/model';

interface RatingFacts {
  hasRelease: boolean;
  hasRated: boolean;
  /** The worker has started a milestone. */
  hasBegun: boolean;
  completedAt: Date | null;
  cancelledAt: Date | null;
}

const WINDOW_MS = RATING_DAYS * 24 * 3600_000;

/**
 * Each side rates the other once per job: after a payment of it was released, or after a job that had begun was
 * cancelled, and until 14 days after its end.
 */
export function mayRate(facts: RatingFacts, now: Date): Ability {
  if (facts.hasRated) return { allowed: false, reason: 'contracts.already_rated' };
  const endedAt = facts.completedAt ?? facts.cancelledAt;
  const isOver = endedAt !== null && now.getTime() > endedAt.getTime() + WINDOW_MS;
  if (isOver) return { allowed: false, reason: 'contracts.rate_over' };
  if (facts.hasRelease || (facts.cancelledAt !== null && facts.hasBegun)) return { allowed: true };
  return { allowed: false, reason: 'contracts.rate_after_release' };
}

/**
 * Why a job's ratings, and the job as a completed project, count nowhere; null when they count. Jobs of a rupee between
 * one's own accounts would buy stars otherwise. A link that was found once stays, also after its signals were deleted.
 */
export function findUncountedReason(job: {
  releasedPaise: number;
  isLinked: boolean;
}): UncountedReason | null {
  if (job.isLinked) return 'linked';
  if (job.releasedPaise === 0) return 'unpaid';
  return job.releasedPaise < COUNTED_FROM_PAISE ? 'small' : null;
}
