import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import type { ReviewState } from '@fws/contract/reviews/lifecycle';
import {
  COUNTED_FROM_PAISE,
  IDLE_REVIEW_DAYS,
  REVIEW_DAYS,
  REVIEW_REMINDER_DAYS,
  type UncountedReason,
} from '@fws/contract/reviews/model';

interface JobFacts {
  hasRelease: boolean;
  /** The worker has started a milestone. */
  hasBegun: boolean;
  completedAt: Date | null;
  cancelledAt: Date | null;
  /** What was written has opened, so nobody may write any more. */
  isClosed: boolean;
}
type RatingFacts = JobFacts & { hasRated: boolean };
/** `own`: the state of the caller's review; null: there is none. */
type ReviewFacts = JobFacts & { own: ReviewState | null };

const DAY_MS = 24 * 3600_000;

/** When what is sealed opens, and nobody reviews any more. */
export const calculateDueTime = (endedAt: Date): Date => new Date(endedAt.getTime() + REVIEW_DAYS * DAY_MS);

/** The same for a job that does not end: whoever keeps it open would otherwise keep what is said of them closed. */
export const calculateIdleTime = (lastMovedAt: Date): Date =>
  new Date(lastMovedAt.getTime() + IDLE_REVIEW_DAYS * DAY_MS);

/** Whose time is over by then is reminded now. */
export const calculateReminded = (now: Date): Date => new Date(now.getTime() + REVIEW_REMINDER_DAYS * DAY_MS);

const isOver = (endedAt: Date | null, now: Date): boolean =>
  endedAt !== null && now > calculateDueTime(endedAt);

/**
 * Each side rates the other once per job: after a payment of it was released, or after a job that had begun was
 * cancelled, and until 14 days after its end.
 */
export function mayRate(facts: RatingFacts, now: Date): Ability {
  if (facts.hasRated) return { allowed: false, reason: 'contracts.already_rated' };
  if (facts.isClosed || isOver(facts.completedAt ?? facts.cancelledAt, now))
    return { allowed: false, reason: 'contracts.rate_over' };
  return allowIf(wasWorkedOn(facts), 'contracts.rate_after_release');
}

const wasWorkedOn = (job: JobFacts): boolean => job.hasRelease || (job.cancelledAt !== null && job.hasBegun);
const isReviewable = (job: JobFacts): boolean => job.completedAt !== null || wasWorkedOn(job);

/** When reviews of an ended job open at the latest; null: it goes on, or nothing of it was done. */
export function findDueTime(job: JobFacts): Date | null {
  const endedAt = job.completedAt ?? job.cancelledAt;
  return endedAt !== null && isReviewable(job) ? calculateDueTime(endedAt) : null;
}

/**
 * A review is written after a release or the end of the job, as a rating is, and changed until it opens. The timer has its own
 * clock: what it has closed stays closed, whatever time it is here.
 */
export function getWriteAbility(facts: ReviewFacts, now: Date): Ability {
  const endedAt = facts.completedAt ?? facts.cancelledAt;
  if (facts.own !== null && facts.own !== 'sealed') return { allowed: false, reason: 'reviews.opened' };
  if (facts.isClosed) return { allowed: false, reason: 'reviews.over' };
  if (endedAt === null) return allowIf(facts.hasRelease, 'reviews.not_ended');
  if (!isReviewable(facts)) return { allowed: false, reason: 'reviews.not_begun' };
  return allowIf(!isOver(endedAt, now), 'reviews.over');
}

/** Whom an open review is about answers it once. What FWS has taken down is not there to be answered. */
export function getReplyAbility(
  review: { state: ReviewState; uncounted_reason: UncountedReason | null } | null,
): Ability {
  if (review?.state === 'answered') return { allowed: false, reason: 'reviews.already_answered' };
  return allowIf(
    review?.state === 'open' && review.uncounted_reason !== 'taken_down',
    'reviews.nothing_to_answer',
  );
}

/** Only what is open counts: the average would tell the stars of a sealed one. */
export const counts = (review: { state: ReviewState; reason: UncountedReason | null }): boolean =>
  review.state !== 'sealed' && review.reason === null;

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
