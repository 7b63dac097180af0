import { defineLifecycle } from '../../platform/lifecycle.ts';

/** The state of a poster's cancellation request, when cancelling needs both sides. */
export type CancellationState = 'asked' | 'agreed' | 'declined';
export type CancellationEvent = 'agree' | 'decline';

export const cancellationLifecycle = defineLifecycle<CancellationState, CancellationEvent>({
  name: 'cancellation',
  initial: 'asked',
  final: ['agreed', 'declined'],
  events: {
    agree: { by: ['worker'], from: { asked: 'agreed', agreed: 'already', declined: 'no' } },
    decline: {
      by: ['worker'],
      from: { asked: 'declined', agreed: 'no', declined: 'already' },
      notices: [{ to: 'poster', type: 'cancellation_declined' }],
    },
  },
});
