import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { done, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { QUOTE_LASTS_DAYS, QUOTE_REMINDER_DAYS, type QuoteRow } from '@fws/contract/quotes/model';
import { findPaymentProblem, findUnpayablePart } from '@fws/contract/quotes/payable';
import { allowIf, canTransition, type Ability } from '@fws/contract/platform/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';
import type { HoldReason } from '../../platform/db/tables.ts';
import { isPoster } from '../jobs/index.ts';
import { isWorker } from './policy.ts';

/** Only the poster may accept a quote, while the job is open and the quote is submitted. */
export function getAcceptAbility(
  quote: { state: QuoteState; parts: readonly QuoteRow[] },
  job: { poster_id: number; state: JobState },
  readerId: number,
  limits: PaymentLimits,
): Ability {
  if (!isPoster(job, readerId)) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state !== 'accepted' && isAwarded(job.state))
    return { allowed: false, reason: 'quotes.job_awarded' };
  if (job.state !== 'open' || quote.state !== 'submitted')
    return { allowed: false, reason: 'quotes.not_open' };
  return allowIf(isPayable(quote.parts, limits), 'quotes.not_payable');
}

/** Whether each part can be paid at once. */
export const isPayable = (parts: readonly QuoteRow[], limits: PaymentLimits): boolean =>
  parts.every((part) => findPaymentProblem(part.amountPaise, limits) === null);

/** The same for an offer, with the error beside the field that its amount comes from. */
export function checkPayable(
  term: PaymentTerm,
  parts: readonly QuoteRow[],
  limits: PaymentLimits,
): Outcome<null> {
  const unpayable = findUnpayablePart(term, parts, limits);
  return unpayable ? refuseField(unpayable.field, unpayable.error.code, unpayable.error.values) : done(null);
}

const isAwarded = (state: JobState): boolean =>
  state === 'awarded' || state === 'in_progress' || state === 'completed';

/** Only the worker may edit or cancel a quote, while it is submitted, and edit one that FWS has asked to change. */
export function getChangeAbility(
  change: 'edit' | 'cancel',
  quote: { state: QuoteState; worker_id: number; held_back?: HoldReason | null },
  job: { state: JobState },
  readerId: number,
): Ability {
  if (!isWorker(quote, readerId)) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state === 'accepted') return { allowed: false, reason: 'quotes.was_accepted' };
  const isAsked = change === 'edit' && quote.state === 'withheld' && quote.held_back === 'change_asked';
  if (!isAsked && !canTransition(quoteLifecycle, change, quote.state, 'worker'))
    return { allowed: false, reason: 'quotes.not_waiting' };
  if (change === 'edit' && job.state === 'withheld') return { allowed: false, reason: 'jobs.not_available' };
  return allowIf(change === 'cancel' || job.state === 'open', 'jobs.not_open');
}

const DAY_MS = 24 * 3600_000;

export const calculateLapseTime = (sentAt: Date): Date =>
  new Date(sentAt.getTime() + QUOTE_LASTS_DAYS * DAY_MS);

/** A quote sent before `lapsed` has lapsed. For one sent before `reminded` the poster is due a reminder. */
export const calculateDeadlines = (now: Date): { lapsed: Date; reminded: Date } => ({
  lapsed: new Date(now.getTime() - QUOTE_LASTS_DAYS * DAY_MS),
  reminded: new Date(now.getTime() - QUOTE_REMINDER_DAYS * DAY_MS),
});
