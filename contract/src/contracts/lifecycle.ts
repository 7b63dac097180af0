import { defineLifecycle, listStartStates } from '../platform/lifecycle.ts';

export { workLifecycle, type WorkEvent, type WorkState } from './work-lifecycle.ts';

/** Where a milestone's money is. */
export type FundState =
  | 'unfunded'
  | 'funding_pending'
  | 'funded'
  | 'accepted'
  | 'released'
  | 'refund_pending'
  | 'refunded'
  /** Both sides agreed that the milestone is no part of the job any more. Nobody had paid for it. */
  | 'removed';
export type FundEvent =
  | 'open_order'
  | 'close_order'
  | 'fund'
  | 'accept'
  | 'release'
  | 'release_unanswered'
  | 'refund'
  | 'forfeit'
  | 'split_to_worker'
  | 'split_to_poster'
  | 'split_to_nobody'
  | 'refunded'
  | 'charge_back'
  | 'remove';

export const fundLifecycle = defineLifecycle<FundState, FundEvent>({
  name: 'milestone funding',
  initial: 'unfunded',
  final: ['released', 'refunded', 'removed'],
  // Of a payment that was not applied, which is of no milestone, and of a part where a dispute released the other part.
  alsoPosted: ['refund_succeeded'],
  events: {
    /** An order that is about to end is replaced by another. */
    open_order: {
      by: ['poster'],
      from: {
        unfunded: 'funding_pending',
        funding_pending: 'funding_pending',
        funded: 'no',
        accepted: 'no',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
    },
    /** The last open order ended. Cancelling a job ends its orders too, and the worker may be who cancels. */
    close_order: {
      by: ['provider', 'system', 'poster', 'worker'],
      from: {
        unfunded: 'already',
        funding_pending: 'unfunded',
        funded: 'no',
        accepted: 'no',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
    },
    fund: {
      by: ['provider'],
      from: {
        unfunded: 'funded',
        funding_pending: 'funded',
        funded: 'no',
        accepted: 'no',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: 'payment_verified',
      notices: [
        { to: 'worker', type: 'milestone_funded' },
        { to: 'poster', type: 'payment_received' },
      ],
    },
    accept: {
      // By the system before an automatic release.
      by: ['poster', 'system'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'accepted',
        accepted: 'already',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      notices: [{ to: 'worker', type: 'work_accepted' }],
    },
    /** Cancelling releases what was accepted, and the worker may be who cancels. */
    release: {
      by: ['poster', 'worker'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'no',
        accepted: 'released',
        released: 'already',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: 'release',
      notices: [
        { to: 'worker', type: 'payment_released' },
        { to: 'poster', type: 'release_confirmed' },
      ],
    },
    /** Nobody answered in time. */
    release_unanswered: {
      by: ['system'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'no',
        accepted: 'released',
        released: 'already',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: 'release',
      notices: [
        { to: 'worker', type: 'payment_released' },
        { to: 'poster', type: 'released_by_itself' },
      ],
      timer: {
        tasks: ['auto_release'],
        when: 'payment requested and no answer for 14 days (3 where the work is done in person)',
      },
    },
    /**
     * The job is cancelled before the work was started. By the system for a suspended poster whose worker did not start.
     */
    refund: {
      by: ['poster', 'worker', 'system'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'refund_pending',
        accepted: 'no',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: 'refund_decided',
    },
    /** The same with a charge of 100%: nothing is left to send. */
    forfeit: {
      by: ['poster', 'worker'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'refunded',
        accepted: 'no',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: 'refund_decided',
    },
    /**
     * The worker gets all of it or a part: an admin splits what a dispute holds, both sides agree on a split of started
     * work, or nobody answered a proposal.
     */
    split_to_worker: {
      by: ['admin', 'poster', 'worker', 'system'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'released',
        accepted: 'released',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: ['dispute_split', 'split_agreed'],
    },
    /** The worker gets nothing. */
    split_to_poster: {
      by: ['admin', 'poster', 'worker', 'system'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'refund_pending',
        accepted: 'refund_pending',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: ['dispute_split', 'split_agreed'],
    },
    /** The worker gets nothing, and a charge of 100% leaves nothing to send to the poster. */
    split_to_nobody: {
      by: ['admin', 'poster', 'worker', 'system'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'refunded',
        accepted: 'refunded',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      posts: ['dispute_split', 'split_agreed'],
    },
    refunded: {
      by: ['provider'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'no',
        accepted: 'no',
        // A dispute may have released the other part of it.
        released: 'already',
        refund_pending: 'refunded',
        refunded: 'already',
        removed: 'no',
      },
      posts: 'refund_succeeded',
      notices: [{ to: 'poster', type: 'refund_sent' }],
    },
    /** Lost chargebacks gave all of its money back to the payer. The bank may have taken it before it decided. */
    charge_back: {
      by: ['provider'],
      from: {
        unfunded: 'no',
        funding_pending: 'no',
        funded: 'refunded',
        accepted: 'refunded',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'no',
      },
      notices: [
        { to: 'poster', type: 'chargeback_lost' },
        { to: 'worker', type: 'chargeback_lost' },
      ],
    },
    /** Both sides agreed to a change of the plan. Not while a payment is awaited. */
    remove: {
      by: ['poster', 'worker'],
      from: {
        unfunded: 'removed',
        funding_pending: 'no',
        funded: 'no',
        accepted: 'no',
        released: 'no',
        refund_pending: 'no',
        refunded: 'no',
        removed: 'already',
      },
    },
  },
});

/** The money is in escrow, where a dispute may split it. */
export const IN_ESCROW: readonly FundState[] = listStartStates(fundLifecycle, 'split_to_worker');
export const isInEscrow = (fund: FundState): boolean => IN_ESCROW.includes(fund);
/** A payment is awaited, or the money is in escrow. In the other states it has left or is leaving. */
export const UNSETTLED: readonly FundState[] = [...listStartStates(fundLifecycle, 'fund'), ...IN_ESCROW];
