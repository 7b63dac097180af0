import { defineLifecycle } from '../platform/lifecycle.ts';

/** The progress of a milestone's work. */
export type WorkState = 'not_started' | 'started' | 'completed' | 'payment_requested';
export type WorkEvent = 'start' | 'complete' | 'request_payment' | 'ask_change';

export const workLifecycle = defineLifecycle<WorkState, WorkEvent>({
  name: 'milestone work',
  initial: 'not_started',
  final: [],
  events: {
    start: {
      by: ['worker'],
      from: { not_started: 'started', started: 'already', completed: 'no', payment_requested: 'no' },
      notices: [{ to: 'poster', type: 'work_started' }],
    },
    complete: {
      by: ['worker'],
      from: { not_started: 'no', started: 'completed', completed: 'already', payment_requested: 'no' },
      notices: [{ to: 'poster', type: 'work_completed' }],
    },
    /** By the system for a worker whose account is suspended. */
    request_payment: {
      by: ['worker', 'system'],
      from: {
        not_started: 'no',
        started: 'no',
        completed: 'payment_requested',
        payment_requested: 'already',
      },
      notices: [{ to: 'poster', type: 'payment_requested' }],
    },
    ask_change: {
      by: ['poster'],
      from: { not_started: 'no', started: 'no', completed: 'started', payment_requested: 'started' },
      notices: [{ to: 'worker', type: 'change_requested' }],
    },
  },
});
