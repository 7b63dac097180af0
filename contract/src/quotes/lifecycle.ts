import { defineLifecycle } from '../platform/lifecycle.ts';

export type QuoteState = 'submitted' | 'accepted' | 'cancelled' | 'not_selected' | 'lapsed';

export const quoteLifecycle = defineLifecycle<QuoteState>({
  name: 'quote',
  initial: 'submitted',
  states: ['submitted', 'accepted', 'cancelled', 'not_selected', 'lapsed'],
  final: ['accepted', 'cancelled', 'not_selected', 'lapsed'],
  transitions: [
    {
      name: 'edit',
      from: ['submitted'],
      to: 'submitted',
      by: ['worker'],
      notice: [{ to: 'poster', type: 'quote_changed' }],
    },
    {
      name: 'accept',
      from: ['submitted'],
      to: 'accepted',
      by: ['poster'],
      notice: [{ to: 'worker', type: 'quote_accepted' }],
    },
    {
      name: 'cancel',
      from: ['submitted'],
      to: 'cancelled',
      by: ['worker'],
      notice: [{ to: 'poster', type: 'quote_cancelled' }],
    },
    {
      name: 'pass_over',
      from: ['submitted'],
      to: 'not_selected',
      by: ['system'],
      notice: [{ to: 'worker', type: 'quote_not_selected' }],
    },
    {
      name: 'lapse',
      from: ['submitted'],
      to: 'lapsed',
      by: ['system'],
      notice: [{ to: 'worker', type: 'quote_lapsed' }],
      timer: 'no answer in 7 days, or the job expired',
    },
  ],
});
