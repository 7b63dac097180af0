import { defineLifecycle } from '../platform/lifecycle.ts';

export type QuoteState = 'submitted' | 'accepted' | 'cancelled' | 'not_selected' | 'lapsed';
export type QuoteEvent = 'edit' | 'accept' | 'cancel' | 'pass_over' | 'drop_with_job' | 'lapse';

export const quoteLifecycle = defineLifecycle<QuoteState, QuoteEvent>({
  name: 'quote',
  initial: 'submitted',
  final: ['accepted', 'cancelled', 'not_selected', 'lapsed'],
  events: {
    edit: {
      by: ['worker'],
      from: {
        submitted: 'submitted',
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
        accepted: 'no',
        cancelled: 'no',
        not_selected: 'no',
        lapsed: 'already',
      },
      notices: [{ to: 'worker', type: 'quote_lapsed' }],
      timer: { task: 'quote_timers', when: 'no answer in 7 days, or the job expired' },
    },
  },
});
