import { SPLIT_ADMIN_PERCENT, type CancelOutcome, type Side } from '@fws/contract/contracts/model';
import type { CancelPart, CancelPlan } from '@fws/contract/contracts/schemas';
import {
  fundLifecycle,
  isInEscrow,
  type FundEvent,
  type FundState,
  type WorkState,
} from '@fws/contract/contracts/lifecycle';
import { canTransition } from '@fws/contract/platform/lifecycle';
import { calculateShare } from '@fws/contract/platform/money';
import { UNPAID_DAYS, type Waiver } from '@fws/contract/reliability/model';

/** The milestone facts that cancelling depends on. */
export interface CancelFacts {
  id: number;
  position: number;
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  amountPaise: number;
  /** The fee of a visit that is the worker's, because the poster cancels so late. */
  isOwed?: boolean;
}

/** A worker who gives up costs the poster no charge. */
export const getRefundChargeBps = (side: Side, chargeBps: number): number =>
  side === 'worker' ? 0 : chargeBps;

/** Done work counts: what one side can end alone is what nobody has worked for, and what was accepted. */
export function decideOutcome({ fund, work, onHold, isOwed = false }: CancelFacts): CancelOutcome {
  if (canTransition(fundLifecycle, 'fund', fund, 'provider')) return 'closed';
  if (!isInEscrow(fund)) return 'settled';
  if (onHold) return 'held';
  if (fund === 'accepted' || (isOwed && work === 'not_started')) return 'released';
  if (work === 'not_started') return 'refunded';
  return work === 'started' ? 'split' : 'answer';
}

/** Outcomes that cancelling ends or begins to end. With none of them, nothing can be cancelled. */
const ENDED: readonly CancelOutcome[] = ['closed', 'refunded', 'released', 'split'];
/** Outcomes that keep the job ending until both sides, an admin or a bank has decided. */
const WAITING: readonly CancelOutcome[] = ['split', 'answer', 'held'];

export interface DetailedCancelPlan extends Omit<CancelPlan, 'releasedPaise'> {
  /** Milestones that may have an open order. */
  unpaid: number[];
}

const isDone = ({ fund, work }: CancelFacts): boolean =>
  fund === 'accepted' || fund === 'released' || work === 'completed' || work === 'payment_requested';

/** A poster who cancels because the worker’s account is suspended pays no charge. */
export const waiveCharge = (suspended: Side | null, chargeBps: number): number =>
  suspended === 'worker' ? 0 : chargeBps;

/**
 * Whether a split on which both do not agree goes to an admin at once: the completed milestones are that large a part of
 * the job's value. Exact to the paisa.
 */
export function goesToFws(milestones: readonly CancelFacts[]): boolean {
  const donePaise = sumAmounts(milestones.filter(isDone));
  return donePaise * 100 >= sumAmounts(milestones) * SPLIT_ADMIN_PERCENT;
}

/** What cancelling would do to each milestone now. */
export function planCancellation(
  milestones: readonly CancelFacts[],
  { side, chargeBps }: { side: Side; chargeBps: number },
): DetailedCancelPlan {
  const parts = milestones
    .toSorted((a, b) => a.position - b.position)
    .map((milestone) => toPart(milestone, getRefundChargeBps(side, chargeBps)));
  const sum = (getPaise: (part: CancelPart) => number) =>
    parts.reduce((total, part) => total + getPaise(part), 0);
  return {
    parts,
    refundPaise: sum((part) => part.refundPaise),
    chargePaise: sum((part) => part.chargePaise),
    releasePaise: sum((part) => part.releasePaise),
    waitingPaise: sum((part) => (WAITING.includes(part.outcome) ? part.amountPaise : 0)),
    goesToFws: goesToFws(milestones),
    unpaid: milestones
      .filter((milestone) => mayCause('close_order', milestone))
      .map((milestone) => milestone.id),
  };
}

function toPart(milestone: CancelFacts, chargeBps: number): CancelPart {
  const { id: milestoneId, position, amountPaise } = milestone;
  const outcome = decideOutcome(milestone);
  const chargePaise = outcome === 'refunded' ? calculateShare(amountPaise, chargeBps) : 0;
  return {
    milestoneId,
    position,
    outcome,
    amountPaise,
    refundPaise: outcome === 'refunded' ? amountPaise - chargePaise : 0,
    chargePaise,
    releasePaise: outcome === 'released' ? amountPaise : 0,
  };
}

export const endsAnything = ({ parts }: Pick<CancelPlan, 'parts'>): boolean =>
  parts.some(({ outcome }) => ENDED.includes(outcome));
export const waitsForAnything = ({ parts }: Pick<CancelPlan, 'parts'>): boolean =>
  parts.some(({ outcome }) => WAITING.includes(outcome));

const mayCause = (event: FundEvent, { fund }: CancelFacts): boolean =>
  canTransition(fundLifecycle, event, fund, 'poster');

const sumAmounts = (milestones: readonly { amountPaise: number }[]): number =>
  milestones.reduce((sum, milestone) => sum + milestone.amountPaise, 0);

const DAY_MS = 24 * 3600_000;

interface PaidPart {
  fund_state: FundState;
  changed_at: Date;
}

/** A payment is due, none is in escrow, and it has been so for days. */
function waitsForPayment(milestones: readonly PaidPart[], awardedAt: Date, now: Date): boolean {
  if (milestones.some((milestone) => isInEscrow(milestone.fund_state))) return false;
  // An order that is opened and not paid does not begin the wait anew.
  const isDue = ({ fund_state: fund }: PaidPart) => canTransition(fundLifecycle, 'fund', fund, 'provider');
  const settled = milestones.filter((milestone) => !isDue(milestone));
  const sinceMs = Math.max(
    awardedAt.getTime(),
    ...settled.map((milestone) => milestone.changed_at.getTime()),
  );
  return milestones.some(isDue) && now.getTime() - sinceMs > UNPAID_DAYS * DAY_MS;
}

/** Why cancelling is not the fault of the side that does. Null: it is, unless the visit has an excuse. */
export function findWaiver(
  milestones: readonly PaidPart[],
  {
    side,
    isOtherSuspended,
    isNoArrival,
    awardedAt,
    now,
  }: { side: Side; isOtherSuspended: boolean; isNoArrival: boolean; awardedAt: Date; now: Date },
): Waiver | null {
  if (isOtherSuspended) return 'suspended';
  if (isNoArrival) return 'no_arrival';
  return side === 'worker' && waitsForPayment(milestones, awardedAt, now) ? 'unpaid' : null;
}
