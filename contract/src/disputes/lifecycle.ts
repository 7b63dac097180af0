import { defineLifecycle } from '../platform/lifecycle.ts';

export type DisputeState = 'open' | 'closed';
export type DisputeEvent = 'withdraw' | 'settle';

/** While a dispute is open, the job's money does not move. Either side may raise one. */
export const disputeLifecycle = defineLifecycle<DisputeState, DisputeEvent>({
  name: 'dispute',
  initial: 'open',
  final: ['closed'],
  events: {
    // A closed dispute may have been closed by the other event, so neither counts as a repetition.
    withdraw: {
      by: ['poster', 'worker'],
      from: { open: 'closed', closed: 'no' },
      notices: [
        { to: 'poster', type: 'dispute_withdrawn' },
        { to: 'worker', type: 'dispute_withdrawn' },
      ],
    },
    settle: {
      by: ['admin'],
      from: { open: 'closed', closed: 'no' },
      // Nothing is divided when the money has left escrow before the admin decides.
      mayPost: ['dispute_split'],
      notices: [
        { to: 'poster', type: 'dispute_settled' },
        { to: 'worker', type: 'dispute_settled' },
      ],
    },
  },
});
