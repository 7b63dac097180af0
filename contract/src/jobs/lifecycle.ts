import { defineLifecycle } from '../platform/lifecycle.ts';

/**
 * `withheld`: nobody is offered it while its poster is suspended, or while FWS holds it back. `ending`: one side cancelled it, and it waits until each
 * of its milestones is settled.
 */
export type JobState =
  | 'open'
  | 'withheld'
  | 'awarded'
  | 'in_progress'
  | 'ending'
  | 'completed'
  | 'expired'
  | 'cancelled';
export type JobEvent =
  | 'award'
  | 'begin'
  | 'end'
  | 'complete'
  | 'expire'
  | 'cancel'
  | 'close_unpaid'
  | 'withhold'
  | 'offer_again';

export const jobLifecycle = defineLifecycle<JobState, JobEvent>({
  name: 'job',
  initial: 'open',
  final: ['completed', 'expired', 'cancelled'],
  events: {
    award: {
      by: ['poster'],
      from: {
        open: 'awarded',
        withheld: 'no',
        awarded: 'no',
        in_progress: 'no',
        ending: 'no',
        completed: 'no',
        expired: 'no',
        cancelled: 'no',
      },
    },
    /** The first milestone is funded. */
    begin: {
      by: ['system'],
      from: {
        open: 'no',
        withheld: 'no',
        awarded: 'in_progress',
        in_progress: 'already',
        ending: 'no',
        completed: 'no',
        expired: 'no',
        cancelled: 'no',
      },
    },
    /** One side cancels it, and started or finished work, or money on hold, is left. */
    end: {
      by: ['poster', 'worker'],
      from: {
        open: 'no',
        withheld: 'no',
        awarded: 'ending',
        in_progress: 'ending',
        ending: 'already',
        completed: 'no',
        expired: 'no',
        cancelled: 'no',
      },
      notices: [
        { to: 'poster', type: 'job_ending' },
        { to: 'worker', type: 'job_ending' },
      ],
    },
    /** The last milestone is paid, at least one of them to the worker; of an ending job all of them in full. */
    complete: {
      by: ['system'],
      from: {
        open: 'no',
        withheld: 'no',
        awarded: 'completed',
        in_progress: 'completed',
        ending: 'completed',
        completed: 'already',
        expired: 'no',
        cancelled: 'no',
      },
      notices: [
        { to: 'poster', type: 'job_completed' },
        { to: 'worker', type: 'job_completed' },
      ],
    },
    expire: {
      by: ['system'],
      from: {
        open: 'expired',
        withheld: 'no',
        awarded: 'no',
        in_progress: 'no',
        ending: 'no',
        completed: 'no',
        expired: 'already',
        cancelled: 'no',
      },
      notices: [{ to: 'poster', type: 'job_expired' }],
      timer: { tasks: ['expire_jobs'], when: 'target close date passed' },
    },
    /** Nothing is left to settle. Only an awarded job has two sides, and only then both are notified. */
    cancel: {
      by: ['poster', 'worker', 'system'],
      from: {
        open: 'cancelled',
        withheld: 'no',
        awarded: 'cancelled',
        in_progress: 'cancelled',
        ending: 'cancelled',
        completed: 'no',
        expired: 'no',
        cancelled: 'already',
      },
      notices: [
        { to: 'poster', type: 'contract_cancelled' },
        { to: 'worker', type: 'contract_cancelled' },
      ],
    },
    /** Every milestone was refunded, by a dispute or a chargeback. */
    close_unpaid: {
      by: ['system'],
      from: {
        open: 'no',
        withheld: 'no',
        awarded: 'cancelled',
        in_progress: 'cancelled',
        ending: 'cancelled',
        completed: 'no',
        expired: 'no',
        cancelled: 'already',
      },
    },
    /** The poster is suspended, FWS has taken it down, or looks at it before it is shown. */
    withhold: {
      by: ['admin', 'system'],
      from: {
        open: 'withheld',
        withheld: 'already',
        awarded: 'no',
        in_progress: 'no',
        ending: 'no',
        completed: 'no',
        expired: 'no',
        cancelled: 'no',
      },
    },
    /** Nothing withholds it any more. A job whose close date has passed meanwhile expires next. */
    offer_again: {
      by: ['admin', 'system'],
      from: {
        open: 'already',
        withheld: 'open',
        awarded: 'no',
        in_progress: 'no',
        ending: 'no',
        completed: 'no',
        expired: 'no',
        cancelled: 'no',
      },
    },
  },
});
