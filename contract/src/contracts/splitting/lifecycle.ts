import { defineLifecycle } from '../../platform/lifecycle.ts';

/** What becomes of a started milestone of an ending job. `awaited`: nobody has proposed a sum. */
export type SplitState = 'awaited' | 'proposed' | 'agreed' | 'disputed' | 'overtaken';
export type SplitEvent = 'propose' | 'agree' | 'stand' | 'dispute' | 'overtake';

export const splitLifecycle = defineLifecycle<SplitState, SplitEvent>({
  name: 'split',
  initial: 'awaited',
  final: ['agreed', 'disputed', 'overtaken'],
  events: {
    /** The first sum, or another one as the answer. */
    propose: {
      by: ['poster', 'worker'],
      from: {
        awaited: 'proposed',
        proposed: 'proposed',
        agreed: 'no',
        disputed: 'no',
        overtaken: 'no',
      },
      notices: [
        { to: 'poster', type: 'split_proposed' },
        { to: 'worker', type: 'split_proposed' },
      ],
    },
    agree: {
      by: ['poster', 'worker'],
      from: { awaited: 'no', proposed: 'agreed', agreed: 'already', disputed: 'no', overtaken: 'no' },
      posts: 'split_agreed',
      notices: [
        { to: 'poster', type: 'split_agreed' },
        { to: 'worker', type: 'split_agreed' },
      ],
    },
    /** The poster proposed 0, the reminders arrived, and neither an answer nor any sign of work came. */
    stand: {
      by: ['system'],
      from: { awaited: 'no', proposed: 'agreed', agreed: 'already', disputed: 'no', overtaken: 'no' },
      posts: 'split_agreed',
      notices: [
        { to: 'poster', type: 'split_stands' },
        { to: 'worker', type: 'split_stands' },
      ],
      timer: { tasks: ['end_split'], when: 'three days after a proposal of 0 to the worker' },
    },
    /** One side refused, or the time is over. */
    dispute: {
      by: ['poster', 'worker', 'system'],
      from: { awaited: 'disputed', proposed: 'disputed', agreed: 'no', disputed: 'already', overtaken: 'no' },
      notices: [
        { to: 'poster', type: 'dispute_opened' },
        { to: 'worker', type: 'dispute_opened' },
      ],
      timer: { tasks: ['end_split'], when: 'three days without an agreement' },
    },
    /** The worker completed the work, or a hold took the milestone. */
    overtake: {
      by: ['poster', 'worker', 'provider', 'system'],
      from: {
        awaited: 'overtaken',
        proposed: 'overtaken',
        agreed: 'no',
        disputed: 'no',
        overtaken: 'already',
      },
    },
  },
});
