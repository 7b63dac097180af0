import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';

export const isPoster = (job: { poster_id: number }, userId: number): boolean => job.poster_id === userId;

/**
 * Any signed-in user may see an open job. Later only its poster and those who quoted on it may; while its poster is
 * suspended or FWS holds it back, the poster alone. Of two people one of whom has blocked the other, neither is offered the
 * other's jobs.
 */
export function maySeeJob(
  job: { poster_id: number; state: JobState },
  userId: number,
  { hasQuoted, isBlocked }: { hasQuoted: boolean; isBlocked: boolean },
): boolean {
  if (isBlocked && job.state === 'open') return false;
  return job.state === 'open' || isPoster(job, userId) || (hasQuoted && job.state !== 'withheld');
}

/** What a poster wrote is shown with contact data to the poster and, once it is awarded, to its worker. */
export const mayReadOriginal = (
  job: { poster_id: number; my_quote_state: QuoteState | null },
  userId: number,
): boolean => isPoster(job, userId) || job.my_quote_state === 'accepted';
