import { defineLifecycle } from '../platform/lifecycle.ts';

/** Whether the side of an outcome agrees with it. `lifted`: it counts no more, and is not written anew. */
export type ContestState = 'open' | 'contested' | 'upheld' | 'lifted';
export type ContestEvent = 'contest' | 'uphold' | 'lift';

export const contestLifecycle = defineLifecycle<ContestState, ContestEvent>({
  name: 'contest',
  initial: 'open',
  final: ['upheld', 'lifted'],
  events: {
    /** By the side that it counts against, once. */
    contest: {
      by: ['poster', 'worker'],
      from: { open: 'contested', contested: 'no', upheld: 'no', lifted: 'no' },
    },
    uphold: {
      by: ['admin'],
      from: { open: 'no', contested: 'upheld', upheld: 'no', lifted: 'no' },
      notices: [{ to: 'user', type: 'contest_upheld' }],
    },
    lift: {
      by: ['admin'],
      from: { open: 'no', contested: 'lifted', upheld: 'no', lifted: 'no' },
      notices: [{ to: 'user', type: 'contest_lifted' }],
    },
  },
});
