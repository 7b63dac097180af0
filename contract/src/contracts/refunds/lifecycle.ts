import { defineLifecycle } from '../../platform/lifecycle.ts';

export type RefundState = 'pending' | 'succeeded' | 'failed';
export type RefundEvent = 'succeed' | 'fail' | 'resend';

export const refundLifecycle = defineLifecycle<RefundState, RefundEvent>({
  name: 'refund',
  initial: 'pending',
  final: ['succeeded'],
  events: {
    /** A failed refund may still turn out to have succeeded. */
    succeed: {
      by: ['provider'],
      from: { pending: 'succeeded', succeeded: 'already', failed: 'succeeded' },
      posts: 'refund_succeeded',
      notices: [{ to: 'poster', type: 'refund_sent' }],
    },
    fail: {
      by: ['provider'],
      from: { pending: 'failed', succeeded: 'no', failed: 'already' },
      notices: [{ to: 'poster', type: 'refund_delayed' }],
    },
    resend: { by: ['admin'], from: { pending: 'already', succeeded: 'no', failed: 'pending' } },
  },
});
