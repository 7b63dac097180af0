import { QUOTE_LASTS_DAYS, QUOTE_REMINDER_DAYS } from '@fws/contract/quotes/model';
import { canTransition, type Ability } from '@fws/contract/platform/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';

/** Only the poster may accept a quote, while the job is open and the quote is submitted. */
export function getAcceptAbility(
  quote: { state: QuoteState },
  job: { poster_id: number; state: JobState },
  readerId: number,
): Ability {
  if (job.poster_id !== readerId) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state !== 'accepted' && isAwarded(job.state))
    return { allowed: false, reason: 'quotes.job_awarded' };
  if (job.state !== 'open' || quote.state !== 'submitted')
    return { allowed: false, reason: 'quotes.not_open' };
  return { allowed: true };
}

const isAwarded = (state: JobState): boolean =>
  state === 'awarded' || state === 'in_progress' || state === 'completed';

/** Only the worker may edit or cancel a quote, while it is submitted. */
export function getChangeAbility(
  change: 'edit' | 'cancel',
  quote: { state: QuoteState; worker_id: number },
  job: { state: JobState },
  readerId: number,
): Ability {
  if (quote.worker_id !== readerId) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state === 'accepted') return { allowed: false, reason: 'quotes.was_accepted' };
  if (!canTransition(quoteLifecycle, change, quote.state, 'worker'))
    return { allowed: false, reason: 'quotes.not_waiting' };
  if (change === 'edit' && job.state !== 'open') return { allowed: false, reason: 'jobs.not_open' };
  return { allowed: true };
}

const DAY_MS = 24 * 3600_000;

export const calculateLapseTime = (sentAt: Date): Date =>
  new Date(sentAt.getTime() + QUOTE_LASTS_DAYS * DAY_MS);

/** A quote sent before `lapsed` has lapsed. For one sent before `reminded` the poster is due a reminder. */
export const calculateDeadlines = (now: Date): { lapsed: Date; reminded: Date } => ({
  lapsed: new Date(now.getTime() - QUOTE_LASTS_DAYS * DAY_MS),
  reminded: new Date(now.getTime() - QUOTE_REMINDER_DAYS * DAY_MS),
});
