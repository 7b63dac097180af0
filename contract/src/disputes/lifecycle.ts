import { defineLifecycle } from '../platform/lifecycle.ts';

export type DisputeState = 'open' | 'closed';

/** While a dispute is open, the job's money does not move. Either side may raise one. */
export const disputeLifecycle = defineLifecycle<DisputeState>({
  name: 'dispute',
  initial: 'open',
  states: ['open', 'closed'],
  final: ['closed'],
  transitions: [
    {
      name: 'withdraw',
      from: ['open'],
      to: 'closed',
      by: ['poster', 'worker'],
      notice: [
        { to: 'poster', type: 'dispute_withdrawn' },
        { to: 'worker', type: 'dispute_withdrawn' },
      ],
    },
    {
      name: 'settle',
      from: ['open'],
      to: 'closed',
      by: ['admin'],
      money: 'disputeSplit',
      notice: [
        { to: 'poster', type: 'dispute_settled' },
        { to: 'worker', type: 'dispute_settled' },
      ],
    },
  ],
});
