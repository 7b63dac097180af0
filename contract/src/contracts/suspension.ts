import type { SharedMessageId } from '../platform/messages.ts';
import type { FundState, WorkState } from './lifecycle.ts';
import type { Side } from './model.ts';

// What happens to a running contract while the account of one side is suspended, as data. The suspended side can do
// nothing, so each cell says what the other side may do, and who acts in place of the suspended one.

/** Where a milestone is, on both tracks. */
export type MilestonePhase =
  | 'unfunded'
  | 'funding_pending'
  /** Funded, and nobody has worked for it. */
  | 'untouched'
  | 'started'
  | 'completed'
  | 'payment_requested'
  /** Accepted by the poster and not released yet; payment was not asked for. */
  | 'accepted'
  | 'released'
  | 'refund_pending'
  | 'refunded'
  | 'removed';

export type PartyAct =
  | 'fund'
  | 'start'
  | 'complete'
  | 'request_payment'
  | 'ask_change'
  | 'accept'
  | 'release'
  | 'cancel'
  | 'dispute';

/**
 * `nobody`: what that side would do stays undone. `timer`: it happens by itself after a time. `system`: it happens at the
 * suspension. `provider`: the payment provider or the bank ends what has begun.
 */
export type StandIn = 'nobody' | 'timer' | 'system' | 'provider';

export interface SuspendedCell {
  /** What the other side may do. */
  other: readonly PartyAct[];
  standIn: StandIn;
  /** The same in words, for the other side; null where nothing is left to do. */
  text: SharedMessageId | null;
}

/** Untouched money of a suspended poster goes back after this long, unless the worker starts before. */
export const UNTOUCHED_RETURNS_DAYS = 7;

const NOTHING_LEFT: SuspendedCell = { other: [], standIn: 'nobody', text: null };
const MONEY_IS_GOING_BACK: SuspendedCell = { other: [], standIn: 'provider', text: null };

/** By the suspended side. A missing phase is a type error. */
export const SUSPENDED_PARTY: Readonly<Record<Side, Readonly<Record<MilestonePhase, SuspendedCell>>>> = {
  poster: {
    unfunded: { other: ['cancel'], standIn: 'nobody', text: 'contracts.suspended_poster_unfunded' },
    funding_pending: {
      other: ['cancel'],
      standIn: 'provider',
      text: 'contracts.suspended_poster_unfunded',
    },
    untouched: {
      other: ['start', 'cancel', 'dispute'],
      standIn: 'timer',
      text: 'contracts.suspended_poster_untouched',
    },
    started: {
      other: ['complete', 'cancel', 'dispute'],
      standIn: 'nobody',
      text: 'contracts.suspended_poster_started',
    },
    completed: {
      other: ['request_payment', 'cancel', 'dispute'],
      standIn: 'nobody',
      text: 'contracts.suspended_poster_completed',
    },
    payment_requested: {
      other: ['cancel', 'dispute'],
      standIn: 'timer',
      text: 'contracts.suspended_poster_requested',
    },
    accepted: {
      other: ['request_payment', 'cancel', 'dispute'],
      standIn: 'nobody',
      text: 'contracts.suspended_poster_completed',
    },
    released: NOTHING_LEFT,
    refund_pending: MONEY_IS_GOING_BACK,
    refunded: NOTHING_LEFT,
    removed: NOTHING_LEFT,
  },
  worker: {
    unfunded: { other: ['cancel'], standIn: 'nobody', text: 'contracts.suspended_worker_unfunded' },
    funding_pending: {
      other: ['cancel'],
      standIn: 'provider',
      text: 'contracts.suspended_worker_unfunded',
    },
    untouched: {
      other: ['cancel', 'dispute'],
      standIn: 'nobody',
      text: 'contracts.suspended_worker_untouched',
    },
    started: {
      other: ['cancel', 'dispute'],
      standIn: 'nobody',
      text: 'contracts.suspended_worker_started',
    },
    completed: {
      other: ['accept', 'release', 'cancel', 'dispute'],
      standIn: 'system',
      text: 'contracts.suspended_worker_completed',
    },
    payment_requested: {
      other: ['accept', 'release', 'cancel', 'dispute'],
      standIn: 'timer',
      text: 'contracts.suspended_worker_completed',
    },
    accepted: {
      other: ['release', 'cancel', 'dispute'],
      standIn: 'system',
      text: 'contracts.suspended_worker_completed',
    },
    released: NOTHING_LEFT,
    refund_pending: MONEY_IS_GOING_BACK,
    refunded: NOTHING_LEFT,
    removed: NOTHING_LEFT,
  },
};

const WORK_PHASES: Readonly<Record<WorkState, MilestonePhase>> = {
  not_started: 'untouched',
  started: 'started',
  completed: 'completed',
  payment_requested: 'payment_requested',
};

export function getMilestonePhase({ fund, work }: { fund: FundState; work: WorkState }): MilestonePhase {
  if (fund === 'funded') return WORK_PHASES[work];
  // Payment that was asked for is released by itself, whether or not the work was accepted before.
  return fund === 'accepted' && work === 'payment_requested' ? 'payment_requested' : fund;
}

/** Whether the side that is not suspended may do this now. */
export const mayOtherSide = (
  suspended: Side,
  act: PartyAct,
  milestone: { fund: FundState; work: WorkState },
): boolean => SUSPENDED_PARTY[suspended][getMilestonePhase(milestone)].other.includes(act);
