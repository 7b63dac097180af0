import {
  AFTER_CANCEL_DAYS,
  DOCUMENT_DAYS,
  DOCUMENT_REMINDER_DAYS,
  REVIEW_DAYS,
  REVIEW_REMINDER_DAYS,
  type DisputeOrigin,
} from '@fws/contract/disputes/model';
import type { DisputeState } from '@fws/contract/disputes/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { getEndOfIstDay, toIstDate } from '@fws/contract/platform/dates';
import { allowIf, type Ability } from '@fws/contract/platform/lifecycle';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { isRaiser } from './policy.ts';

const DAY_MS = 24 * 3600_000;

/** Days end in Indian time: a due date of "27 November" includes all of that day. */
export const getEndOfDayAfter = (from: Date, days: number): Date =>
  getEndOfIstDay(toIstDate(new Date(from.getTime() + days * DAY_MS)));

export interface DisputeSchedule {
  documentsDueAt: Date;
  reviewDueAt: Date;
  /** When both sides are reminded of each due date. */
  remindDocumentsAt: Date;
  remindReviewAt: Date;
}

export function calculateSchedule(raisedAt: Date): DisputeSchedule {
  const daysAfterRaised = (days: number) => new Date(raisedAt.getTime() + days * DAY_MS);
  return {
    documentsDueAt: getEndOfDayAfter(raisedAt, DOCUMENT_DAYS),
    reviewDueAt: getEndOfDayAfter(raisedAt, DOCUMENT_DAYS + REVIEW_DAYS),
    remindDocumentsAt: daysAfterRaised(DOCUMENT_REMINDER_DAYS),
    remindReviewAt: daysAfterRaised(DOCUMENT_DAYS + REVIEW_REMINDER_DAYS),
  };
}

interface DisputeFacts {
  state: DisputeState;
  origin: DisputeOrigin;
  raised_by: number;
  documents_due_at: Date;
}

export const mayComment = (dispute: Pick<DisputeFacts, 'state'>): Ability =>
  allowIf(dispute.state === 'open', 'disputes.closed');

/** Until the end of the last day for documents, in Indian time. */
export function mayAddDocument(
  dispute: Pick<DisputeFacts, 'state' | 'documents_due_at'>,
  now: Date,
): Ability {
  if (dispute.state !== 'open') return { allowed: false, reason: 'disputes.closed' };
  return allowIf(now <= dispute.documents_due_at, 'disputes.documents_over');
}

/**
 * What a split opened is nobody's to withdraw: the two sides had their time to agree. What the claim of a visit opened
 * belongs to the side that claims.
 */
export function mayWithdraw(
  dispute: Pick<DisputeFacts, 'state' | 'raised_by' | 'origin'>,
  userId: number,
): Ability {
  if (dispute.state !== 'open') return { allowed: false, reason: 'disputes.closed' };
  if (dispute.origin === 'refused_split' || dispute.origin === 'late_split')
    return { allowed: false, reason: 'disputes.opened_by_split' };
  return allowIf(isRaiser(dispute, userId), 'disputes.only_raiser');
}

/** A completed job can still be disputed, a cancelled one for some days. */
export function mayRaise(
  { state, cancelledAt }: { state: JobState; cancelledAt: Date | null },
  now: Date,
): Outcome<null> {
  if (state !== 'cancelled') return done(null);
  const until = (cancelledAt?.getTime() ?? 0) + AFTER_CANCEL_DAYS * DAY_MS;
  return now.getTime() <= until ? done(null) : refuse('conflict', 'disputes.cancelled_long_ago');
}

/**
 * The milestones that a new dispute is about: those that were named, or all in escrow that are in no dispute. Where no
 * money is left to hold, the dispute is a record for the admin, and one of them is enough.
 */
export function chooseMilestones<Milestone extends { id: number }>(
  undisputed: readonly Milestone[],
  milestoneIds: readonly number[] | null,
  hasOpenDispute: boolean,
): Outcome<readonly Milestone[]> {
  if (milestoneIds !== null) {
    const chosen = undisputed.filter(({ id }) => milestoneIds.includes(id));
    return chosen.length === milestoneIds.length
      ? done(chosen)
      : refuse('conflict', 'disputes.milestone_unknown');
  }
  if (undisputed.length === 0 && hasOpenDispute) return refuse('conflict', 'disputes.already_open');
  return done(undisputed);
}

/**
 * Which of the chosen milestones the new dispute holds at once. About each milestone, a side raises one dispute without a
 * person's look: what it withdrew a dispute about before waits for FWS.
 */
export function decideHolds<Milestone extends { id: number }>(
  chosen: readonly Milestone[],
  withdrawnIds: readonly number[],
): { held: Milestone[]; unheld: Milestone[] } {
  return {
    held: chosen.filter(({ id }) => !withdrawnIds.includes(id)),
    unheld: chosen.filter(({ id }) => withdrawnIds.includes(id)),
  };
}

/** How long FWS has to look at a dispute that waits for it; the money may be released meanwhile. */
const LOOK_DAYS = 1;
export function scheduleLook(raisedAt: Date): Pick<DisputeSchedule, 'documentsDueAt' | 'reviewDueAt'> {
  const dueAt = getEndOfDayAfter(raisedAt, LOOK_DAYS);
  return { documentsDueAt: dueAt, reviewDueAt: dueAt };
}

/** FWS may extend the time for documents, but not without end: until so many days after the dispute was raised. */
const DOCUMENT_DAYS_MAX = 21;
/** How many days both sides have to answer a request of FWS, from the day of the request. */
const EXTENSION_DAYS = 3;

/** The last day for documents after a request of FWS; null if it stays. */
export function extendDocuments(
  dispute: { raised_at: Date; documents_due_at: Date },
  now: Date,
): Date | null {
  const latest = getEndOfDayAfter(dispute.raised_at, DOCUMENT_DAYS_MAX);
  const asked = getEndOfDayAfter(now, EXTENSION_DAYS);
  const dueAt = asked < latest ? asked : latest;
  return dueAt > dispute.documents_due_at ? dueAt : null;
}

/** How one milestone's money is split. The two amounts must add up to all of it. */
export interface MilestoneSplit {
  milestoneId: number;
  toWorkerPaise: number;
  toPosterPaise: number;
}

/** True if every held milestone is split exactly once, in whole paise, with nothing left over or added. */
export function isCompleteSplit(
  held: readonly { milestoneId: number; amountPaise: number }[],
  parts: readonly MilestoneSplit[],
): boolean {
  const amounts = new Map(held.map((part) => [part.milestoneId, part.amountPaise]));
  if (parts.length !== amounts.size) return false;
  return parts.every(({ milestoneId, toWorkerPaise, toPosterPaise }) => {
    const amountPaise = amounts.get(milestoneId);
    amounts.delete(milestoneId);
    return [toWorkerPaise, toPosterPaise].every((paise) => Number.isSafeInteger(paise) && paise >= 0)
      ? toWorkerPaise + toPosterPaise === amountPaise
      : false;
  });
}
