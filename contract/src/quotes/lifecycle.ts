import { defineLifecycle } from '../platform/lifecycle.ts';

/** `withheld`: its worker is suspended or FWS holds it back, and the poster does not see it. */
export type QuoteState = 'submitted' | 'withheld' | 'accepted' | 'cancelled' | 'not_selected' | 'lapsed';
export type QuoteEvent =
  | 'edit'
  | 'accept'
  | 'cancel'
  | 'pass_over'
  | 'drop_with_job'
  | 'lapse'
  | 'withhold'
  | 'offer_again'
  | 'drop_withheld';

export const quoteLifecycle = defineLifecycle<QuoteState, QuoteEvent>({
  name: 'quote',
  initial: 'submitted',
  final: ['accepted', 'cancelled', 'not_selected', 'lapsed'],
  events: {
    edit: {
      by: ['worker'],
      from: {
        submitted: 'submitted',
        withheld: 'no',
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'poster', type: 'quote_changed' }],
    },
    accept: {
      by: ['poster'],
      from: {
        submitted: 'accepted',
        withheld: 'no',
        accepted: 'already',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'quote_accepted' }],
    },
    cancel: {
      by: ['worker'],
      from: {
        submitted: 'cancelled',
        withheld: 'no',
        accepted: 'no',
        cancelled: 'already',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'poster', type: 'quote_cancelled' }],
    },
    /** Another quote was accepted. */
    pass_over: {
      by: ['system'],
      from: {
        submitted: 'not_selected',
        withheld: 'not_selected',
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'already',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'quote_not_selected' }],
    },
    /** Its job was cancelled before anybody was awarded. */
    drop_with_job: {
      by: ['system'],
      from: {
        submitted: 'not_selected',
        withheld: 'not_selected',
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'already',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'job_cancelled' }],
    },
    lapse: {
      by: ['system'],
      from: {
        submitted: 'lapsed',
        withheld: 'lapsed',
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'already',
      },
      notices: [{ to: 'worker', type: 'quote_lapsed' }],
      timer: { tasks: ['quote_timers', 'lapse_job_quotes'], when: 'no answer in 7 days, or the job expired' },
    },
    /** The worker is suspended, FWS has taken it down, or looks at it before it is shown. */
    withhold: {
      by: ['admin', 'system'],
      from: {
        submitted: 'withheld',
        withheld: 'already',
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
    },
    /** Nothing withholds it any more, before it would have lapsed. */
    offer_again: {
      by: ['admin', 'system'],
      from: {
        submitted: 'already',
        withheld: 'submitted',
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
    },
    /**
     * The worker is restored too late, or the job was changed meanwhile. Not `lapse`, which counts as a quote that the
     * poster has left unanswered.
     */
    drop_withheld: {
      by: ['admin', 'system'],
      from: {
        submitted: 'no',
        withheld: 'cancelled',
        accepted: 'no',
        cancelled: 'already',
        not_selected: 'no',
        lapsed: 'no',
      },
    },
  },
});
