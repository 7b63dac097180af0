import { toIstDate } from '@fws/contract/platform/dates';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import type { PostJob } from '@fws/contract/jobs/schemas';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { isPoster } from './policy.ts';

const DAY_MS = 24 * 3600_000;

/** Checks what the form cannot: dates against the current day in India. */
export function checkDates(
  job: Pick<PostJob, 'takeWorkOn' | 'closesOn'>,
  { now, daysAhead }: { now: Date; daysAhead: number },
): Outcome<null> {
  if (job.takeWorkOn < toIstDate(now)) return refuseField('takeWorkOn', 'jobs.take_work_past');
  // The form has checked that the work starts before it closes.
  const last = toIstDate(new Date(now.getTime() + daysAhead * DAY_MS));
  return job.closesOn > last
    ? refuseField('closesOn', 'jobs.closes_too_late', { days: daysAhead })
    : done(null);
}

/** Quotes are taken until the end of the close date in India. */
export function isOpenForQuotes(job: { state: JobState; closes_on: string }, today: string): boolean {
  return job.state === 'open' && job.closes_on >= today;
}

export function getQuoteAbility(
  job: { poster_id: number; state: JobState; closes_on: string },
  worker: { userId: number; hasLiveQuote: boolean },
  /** The date in India. */
  today: string,
): Ability {
  if (isPoster(job, worker.userId)) return { allowed: false, reason: 'jobs.own_job' };
  if (worker.hasLiveQuote) return { allowed: false, reason: 'jobs.already_quoted' };
  if (job.state === 'withheld') return { allowed: false, reason: 'jobs.not_available' };
  return allowIf(isOpenForQuotes(job, today), 'jobs.not_open');
}

const WORDS_MAX = 6;

/** The words of a location filter. A location matches when each word is a prefix of one of its words. */
export function parseWords(text: string): string[] {
  return text
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, WORDS_MAX);
}
