import {
  fundLifecycle,
  isInEscrow,
  UNSETTLED,
  workLifecycle,
  type FundState,
  type WorkEvent,
  type WorkState,
} from '@fws/contract/contracts/lifecycle';
import {
  CHANGE_REQUESTS_MAX,
  FUND_STEPS,
  needsPause,
  STEP_PAUSE_MS,
  WORK_STEPS,
  type FundStep,
  type Side,
  type WorkStep,
} from '@fws/contract/contracts/model';
import { mayOtherSide, type PartyAct } from '@fws/contract/contracts/suspension';
import type { Milestone } from '@fws/contract/contracts/schemas';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { canTransition, type Ability } from '@fws/contract/platform/lifecycle';

/** The milestone facts that its two tracks depend on. */
export interface MilestoneFacts {
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  /** The side whose account is suspended. */
  suspended?: Side | null;
  /** One side cancelled the job: nothing new is started or funded. */
  isEnding?: boolean;
  /** A milestone before it is neither completed nor settled. */
  isTooEarly?: boolean;
}

/** The same for the poster's steps. */
export interface FundFacts extends MilestoneFacts {
  /** Whether the provider takes its amount in one payment. */
  isPayable: boolean;
}

/** `taken`: the step is already reached, and repeating it changes nothing. */
export type Decision = { kind: 'take' } | { kind: 'taken' } | { kind: 'refused'; code: SharedMessageId };

const TAKE = { kind: 'take' } as const;
const TAKEN = { kind: 'taken' } as const;
const buildRefusal = (code: SharedMessageId) => ({ kind: 'refused', code }) as const;

const FUND_SEQUENCE: readonly FundState[] = ['unfunded', 'funding_pending', ...FUND_STEPS];
const WORK_SEQUENCE: readonly WorkState[] = WORK_STEPS;
const FUND_EVENTS = { accepted: 'accept', released: 'release' } as const;
/** What each step of the worker is called in the lifecycle. */
export const WORK_EVENTS = {
  started: 'start',
  completed: 'complete',
  payment_requested: 'request_payment',
} as const satisfies Record<WorkStep, WorkEvent>;

/** The other side is suspended, and this needs it. */
const isBarred = ({ suspended, ...milestone }: MilestoneFacts, act: PartyAct): boolean =>
  !!suspended && !mayOtherSide(suspended, act, milestone);

/** The poster may send it back. */
const isWorkDone = (work: WorkState) => canTransition(workLifecycle, 'ask_change', work, 'poster');

/**
 * The poster's step. Funding asks the provider for money, so it may be repeated while the payment is pending. Releasing
 * is the step after accepting, unless it accepts the work too.
 */
export function decideFund(milestone: FundFacts, step: FundStep, acceptsWork = false): Decision {
  const { fund, work } = milestone;
  if (step === 'released' && acceptsWork && fund === 'funded') return decideFund(milestone, 'accepted');
  const [at, to] = [FUND_SEQUENCE.indexOf(fund), FUND_SEQUENCE.indexOf(step)];
  if (fund === 'removed') return buildRefusal('contracts.milestone_removed');
  if (at < 0) return buildRefusal('contracts.milestone_refunded');
  if (at >= to) return at === to ? TAKEN : buildRefusal('contracts.step_passed');
  if (step !== 'funded' && !canTransition(fundLifecycle, FUND_EVENTS[step], fund, 'poster'))
    return buildRefusal('contracts.step_skipped');
  if (isBarred(milestone, step === 'funded' ? 'fund' : FUND_EVENTS[step]))
    return buildRefusal('contracts.worker_suspended');
  if (milestone.onHold) return buildRefusal('contracts.on_hold');
  if (step === 'funded' && milestone.isEnding) return buildRefusal('contracts.job_ending');
  if (step === 'funded' && !milestone.isPayable) return buildRefusal('contracts.amount_too_large');
  if (step === 'accepted' && !isWorkDone(work)) return buildRefusal('contracts.work_first');
  return TAKE;
}

/** A repeated tap must not take the step that appears under the finger. */
export const isTooSoon = (step: FundStep | WorkStep, changedAt: Date, now: Date): boolean =>
  needsPause(step) && now.getTime() - changedAt.getTime() < STEP_PAUSE_MS;

/** The worker's step. */
export function decideWork(milestone: MilestoneFacts, step: WorkStep): Decision {
  const { fund, work } = milestone;
  const [at, to] = [WORK_SEQUENCE.indexOf(work), WORK_SEQUENCE.indexOf(step)];
  if (at >= to) return at === to ? TAKEN : buildRefusal('contracts.step_passed');
  if (!canTransition(workLifecycle, WORK_EVENTS[step], work, 'worker'))
    return buildRefusal('contracts.step_skipped');
  if (fund === 'removed') return buildRefusal('contracts.milestone_removed');
  if (!FUND_SEQUENCE.includes(fund)) return buildRefusal('contracts.milestone_refunded');
  if (fund === 'released') return buildRefusal('contracts.step_passed');
  if (step === 'started' && milestone.isEnding) return buildRefusal('contracts.job_ending');
  if (!isInEscrow(fund)) return buildRefusal('contracts.fund_first');
  if (isBarred(milestone, WORK_EVENTS[step])) return buildRefusal('contracts.poster_suspended');
  if (step === 'started' && !milestone.onHold && milestone.isTooEarly)
    return buildRefusal('contracts.order_first');
  return milestone.onHold ? buildRefusal('contracts.on_hold') : TAKE;
}

export const toAbility = (decision: Decision): Ability =>
  decision.kind === 'refused' ? { allowed: false, reason: decision.code } : { allowed: true };

/** The next step of this side, and whether something blocks it now. */
export function findNextStep(side: Side, milestone: FundFacts): Milestone['next'] {
  const unhindered = { ...milestone, onHold: false, isTooEarly: false, isPayable: true, suspended: null };
  if (side === 'poster') {
    const step = FUND_STEPS.find((candidate) => decideFund(unhindered, candidate).kind === 'take');
    return step ? { step, ability: toAbility(decideFund(milestone, step)) } : null;
  }
  const step = WORK_STEPS.find((candidate) => decideWork(unhindered, candidate).kind === 'take');
  return step ? { step, ability: toAbility(decideWork(milestone, step)) } : null;
}

/** The same for change requests. */
export interface ChangeFacts extends MilestoneFacts {
  /** How often the poster asked for changes. */
  changeRequests: number;
}

export const countChangesLeft = ({ changeRequests }: Pick<ChangeFacts, 'changeRequests'>): number =>
  Math.max(0, CHANGE_REQUESTS_MAX - changeRequests);

/**
 * The poster requests a change of finished work. Null if there is no finished work, so that the step is not offered.
 */
export function decideChange(milestone: ChangeFacts): Exclude<Decision, { kind: 'taken' }> | null {
  if (!isWorkDone(milestone.work)) return null;
  if (milestone.fund === 'accepted' || milestone.fund === 'released')
    return buildRefusal('contracts.work_was_accepted');
  if (milestone.fund !== 'funded') return null;
  if (isBarred(milestone, 'ask_change')) return buildRefusal('contracts.worker_suspended');
  if (countChangesLeft(milestone) === 0) return buildRefusal('contracts.changes_used_up');
  return milestone.onHold ? buildRefusal('contracts.on_hold') : TAKE;
}

/** Whom a milestone waits for when this side has no step. */
export function findWaitingReason(
  side: 'poster' | 'worker',
  milestone: MilestoneFacts,
): SharedMessageId | null {
  const { fund, work } = milestone;
  if (side === 'poster')
    return fund === 'funded' && !isWorkDone(work)
      ? milestone.suspended === 'worker'
        ? 'contracts.worker_suspended'
        : 'contracts.waiting_for_worker'
      : null;
  if (canTransition(fundLifecycle, 'fund', fund, 'provider'))
    return milestone.isEnding ? null : 'contracts.waiting_for_funding';
  return isInEscrow(fund) && work === 'payment_requested' ? 'contracts.waiting_for_poster' : null;
}

/**
 * The milestone whose work comes next: the first that is neither completed nor settled. Later ones wait for it. Null when
 * there is none.
 */
export function findNextPosition(
  milestones: readonly (Pick<MilestoneFacts, 'fund' | 'work'> & { position: number })[],
): number | null {
  const open = milestones.filter(({ fund, work }) => UNSETTLED.includes(fund) && !isWorkDone(work));
  return open.length === 0 ? null : Math.min(...open.map(({ position }) => position));
}

export interface ReleasedAmount {
  milestoneId: number;
  /** What reached the wallet, and what was deducted. */
  amountPaise: number;
  deductionsPaise: number;
}

/**
 * Matches releases, oldest first, to the money paid out to the bank (first in, first out). A release whose net amount
 * was paid out in full counts with its gross amount, as its milestone does.
 */
export function matchPaidOut(released: readonly ReleasedAmount[], paidOutPaise: number): Map<number, number> {
  const inBank = new Map<number, number>();
  let leftPaise = paidOutPaise;
  for (const { milestoneId, amountPaise, deductionsPaise } of released) {
    const takenPaise = Math.min(amountPaise, leftPaise);
    inBank.set(milestoneId, takenPaise === amountPaise ? amountPaise + deductionsPaise : takenPaise);
    leftPaise -= takenPaise;
  }
  return inBank;
}

/**
 * With nothing left to pay the job ends, as completed if the worker was paid for any milestone. Null: it continues.
 */
export function getNextJobState(funds: readonly FundState[]): 'completed' | 'cancelled' | null {
  if (funds.some((fund) => UNSETTLED.includes(fund))) return null;
  return funds.includes('released') ? 'completed' : 'cancelled';
}

/**
 * A cancelled job ends when nothing is in escrow any more: as completed if all of it was released in full, which happens
 * where only finished work was left. Null: it continues.
 */
export function getEndedJobState(
  funds: readonly FundState[],
  hasRefund: boolean,
): 'completed' | 'cancelled' | null {
  if (funds.some(isInEscrow)) return null;
  return !hasRefund && funds.every((fund) => fund === 'released') ? 'completed' : 'cancelled';
}
