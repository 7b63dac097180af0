import { defineLifecycle } from '../platform/lifecycle.ts';

/**
 * `submitted`: the poster's turn. `asked`: the poster has asked for another, and it is the worker's turn; the offer stands
 * meanwhile. `withheld`: its worker is suspended or FWS holds it back, and the poster does not see it.
 */
export type QuoteState =
  | 'submitted'
  | 'asked'
  | 'withheld'
  | 'accepted'
  | 'declined'
  | 'cancelled'
  | 'not_selected'
  | 'lapsed';
export type QuoteEvent =
  | 'edit'
  | 'ask'
  | 'revise'
  | 'accept'
  | 'decline'
  | 'cancel'
  | 'pass_over'
  | 'drop_with_job'
  | 'lapse'
  | 'withhold'
  | 'offer_again'
  | 'ask_again'
  | 'drop_withheld';

export const quoteLifecycle = defineLifecycle<QuoteState, QuoteEvent>({
  name: 'quote',
  initial: 'submitted',
  final: ['accepted', 'declined', 'cancelled', 'not_selected', 'lapsed'],
  events: {
    edit: {
      by: ['worker'],
      from: {
        submitted: 'submitted',
        asked: 'no',
        withheld: 'no',
        accepted: 'no',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'poster', type: 'quote_changed' }],
    },
    /** The poster asks for another: other money, parts or dates. */
    ask: {
      by: ['poster'],
      from: {
        submitted: 'asked',
        asked: 'no',
        withheld: 'no',
        accepted: 'no',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'quote_asked' }],
    },
    /** The worker answers with another offer. */
    revise: {
      by: ['worker'],
      from: {
        submitted: 'no',
        asked: 'submitted',
        withheld: 'no',
        accepted: 'no',
        declined: 'no',
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
        asked: 'accepted',
        withheld: 'no',
        accepted: 'already',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'quote_accepted' }],
    },
    /** With a reason. */
    decline: {
      by: ['poster'],
      from: {
        submitted: 'declined',
        asked: 'declined',
        withheld: 'no',
        accepted: 'no',
        declined: 'already',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'quote_declined' }],
    },
    cancel: {
      by: ['worker'],
      from: {
        submitted: 'cancelled',
        asked: 'cancelled',
        withheld: 'no',
        accepted: 'no',
        declined: 'no',
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
        asked: 'not_selected',
        withheld: 'not_selected',
        accepted: 'no',
        declined: 'no',
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
        asked: 'not_selected',
        withheld: 'not_selected',
        accepted: 'no',
        declined: 'no',
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
        asked: 'lapsed',
        withheld: 'lapsed',
        accepted: 'no',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'already',
      },
      notices: [
        { to: 'worker', type: 'quote_lapsed' },
        // Of a quote that waited for its worker, on a job that is still open.
        { to: 'poster', type: 'quote_not_revised' },
      ],
      timer: { tasks: ['quote_timers', 'lapse_job_quotes'], when: 'no answer in 7 days, or the job expired' },
    },
    /** The worker is suspended, FWS has taken it down, or looks at it before it is shown. */
    withhold: {
      by: ['admin', 'system'],
      from: {
        submitted: 'withheld',
        asked: 'withheld',
        withheld: 'already',
        accepted: 'no',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
    },
    /** Nothing withholds it any more, before it would have lapsed, and the poster may answer it. */
    offer_again: {
      by: ['admin', 'system'],
      from: {
        submitted: 'already',
        asked: 'no',
        withheld: 'submitted',
        accepted: 'no',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
    },
    /** The same, where the poster had asked for another before it was withheld. */
    ask_again: {
      by: ['admin', 'system'],
      from: {
        submitted: 'no',
        asked: 'already',
        withheld: 'asked',
        accepted: 'no',
        declined: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'no',
      },
    },
    /**
     * The worker is restored too late or not in time, or the job was changed meanwhile. Not `lapse`, which counts as a quote that the
     * poster has left unanswered.
     */
    drop_withheld: {
      by: ['admin', 'system'],
      from: {
        submitted: 'no',
        asked: 'no',
        withheld: 'cancelled',
        accepted: 'no',
        declined: 'no',
        cancelled: 'already',
        not_selected: 'no',
        lapsed: 'no',
      },
      notices: [{ to: 'worker', type: 'quote_dropped' }],
      timer: {
        tasks: ['quote_timers', 'drop_withheld_quotes', 'end_waits'],
        when: 'not shown again in 7 days, or the job was changed',
      },
    },
  },
});
