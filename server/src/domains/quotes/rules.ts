import type { PaymentLimits } from '@fws/contract/contracts/schemas';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { formatRupees } from '@fws/contract/platform/display';
import type { VisitOffer } from '@fws/contract/visits/offer';
import { toVisitWindow } from '@fws/contract/visits/window';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { QUOTE_LASTS_DAYS, QUOTE_REMINDER_DAYS, type QuoteRow } from '@fws/contract/quotes/model';
import { countAsksLeft, isPosterTurn, QUOTE_VERSIONS_MAX } from '@fws/contract/quotes/negotiation/model';
import { findPaymentProblem, findUnpayablePart } from '@fws/contract/quotes/payable';
import { allowIf, canTransition, type Ability } from '@fws/contract/platform/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { quoteLifecycle, type QuoteState } from '@fws/contract/quotes/lifecycle';
import type { HoldReason } from '../../platform/db/tables.ts';
import { isPoster } from '../jobs/index.ts';
import { isWorker } from './policy.ts';

/** Only the poster may accept a quote, while the job is open and the offer stands. */
export function getAcceptAbility(
  quote: { state: QuoteState; parts: readonly QuoteRow[] },
  job: { poster_id: number; state: JobState },
  readerId: number,
  limits: PaymentLimits,
): Ability {
  if (!isPoster(job, readerId)) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state !== 'accepted' && isAwarded(job.state))
    return { allowed: false, reason: 'quotes.job_awarded' };
  if (job.state !== 'open' || !canTransition(quoteLifecycle, 'accept', quote.state, 'poster'))
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

/** Only the poster may ask for another quote or decline one, while the job is open. */
export function getAnswerAbility(
  answer: 'ask' | 'decline',
  quote: { state: QuoteState; turn: number },
  job: { poster_id: number; state: JobState },
  readerId: number,
): Ability {
  if (!isPoster(job, readerId)) return { allowed: false, reason: 'common.not_allowed' };
  if (answer === 'ask' && quote.state === 'asked') return { allowed: false, reason: 'quotes.already_asked' };
  if (job.state !== 'open' || !canTransition(quoteLifecycle, answer, quote.state, 'poster'))
    return { allowed: false, reason: 'quotes.not_answerable' };
  return allowIf(answer === 'decline' || countAsksLeft(quote.turn) > 0, 'quotes.last_turn');
}

/**
 * Only the worker may edit or cancel a quote, while the poster may accept it, and edit one that FWS has asked to change.
 * Who was asked for another answers by an edit.
 */
export function getChangeAbility(
  change: 'edit' | 'cancel',
  quote: { state: QuoteState; worker_id: number; version: number; held_back?: HoldReason | null },
  job: { state: JobState },
  readerId: number,
): Ability {
  if (!isWorker(quote, readerId)) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state === 'accepted') return { allowed: false, reason: 'quotes.was_accepted' };
  const isAsked = change === 'edit' && quote.state === 'withheld' && quote.held_back === 'change_asked';
  const event = change === 'edit' ? getEditEvent(quote.state) : change;
  if (!isAsked && !canTransition(quoteLifecycle, event, quote.state, 'worker'))
    return { allowed: false, reason: 'quotes.not_waiting' };
  if (change === 'edit' && job.state === 'withheld') return { allowed: false, reason: 'jobs.not_available' };
  // An answer to the poster is always possible, and so is the change that FWS asked for. Turns and cases limit those.
  if (event === 'edit' && !isAsked && quote.version >= QUOTE_VERSIONS_MAX)
    return { allowed: false, reason: 'quotes.too_many_versions' };
  return allowIf(change === 'cancel' || job.state === 'open', 'jobs.not_open');
}

/** The poster answers the offer that they have read. An older client does not say which. */
export const checkOfferVersion = (
  read: number | null | undefined,
  quote: { version: number },
): Outcome<null> =>
  (read ?? quote.version) === quote.version ? done(null) : refuse('conflict', 'quotes.changed_meanwhile');

/** The worker knows what the poster has answered. An older client does not say which turn it shows. */
export const checkTurn = (read: number | null | undefined, quote: { turn: number }): Outcome<null> =>
  (read ?? quote.turn) === quote.turn ? done(null) : refuse('conflict', 'quotes.answered_meanwhile');

/** What another offer of the worker is in this state. */
export const getEditEvent = (state: QuoteState): 'edit' | 'revise' => (state === 'asked' ? 'revise' : 'edit');

/** How a withheld quote comes back: to the side whose turn it was. */
export const getReturnEvent = (quote: { turn: number }): 'offer_again' | 'ask_again' =>
  isPosterTurn(quote.turn) ? 'offer_again' : 'ask_again';

/** Each day that is given must still come. */
export function checkDates(
  days: { startsOn?: string | null | undefined; finishBy?: string | null | undefined },
  /** The date in India. */
  today: string,
): Outcome<null> {
  for (const field of ['startsOn', 'finishBy'] as const) {
    const day = days[field];
    if (day && day < today) return refuseField(field, 'quotes.date_past');
  }
  return done(null);
}

/** The visit that an offer states: not over, and with a fee that can be paid. */
export function checkVisit(
  visit: VisitOffer | null,
  { feeMaxPaise, limits, now }: { feeMaxPaise: number; limits: PaymentLimits; now: Date },
): Outcome<null> {
  if (!visit) return done(null);
  if (isVisitOver(visit, now)) return refuseField('visitDate', 'visits.date_past');
  if (visit.feePaise > feeMaxPaise)
    return refuseField('visitFeeText', 'visits.fee_too_large', { max: formatRupees(feeMaxPaise) });
  return visit.feePaise > 0 && visit.feePaise < limits.minPaise
    ? refuseField('visitFeeText', 'visits.fee_too_small', { min: formatRupees(limits.minPaise) })
    : done(null);
}

export const isVisitOver = ({ date, window }: VisitOffer, now: Date): boolean =>
  (toVisitWindow(date, window)?.endsMs ?? 0) <= now.getTime();

const DAY_MS = 24 * 3600_000;

/** When the last turn of a quote was. A former version writes no time of the first. */
export const getTurnTime = (quote: { created_at: Date; turn_at: Date | null }): Date =>
  quote.turn_at ?? quote.created_at;

export const calculateLapseTime = (turnAt: Date): Date =>
  new Date(turnAt.getTime() + QUOTE_LASTS_DAYS * DAY_MS);

/** A quote whose last turn was before `lapsed` has lapsed. Whose turn began before `reminded` is due a reminder. */
export const calculateCutoffs = (now: Date): { lapsed: Date; reminded: Date } => ({
  lapsed: new Date(now.getTime() - QUOTE_LASTS_DAYS * DAY_MS),
  reminded: new Date(now.getTime() - QUOTE_REMINDER_DAYS * DAY_MS),
});
