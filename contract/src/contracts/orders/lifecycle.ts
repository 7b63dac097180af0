import { defineLifecycle } from '../../platform/lifecycle.ts';

export type OrderState = 'created' | 'active' | 'applied' | 'unapplied' | 'expired' | 'terminated';
export type OrderEvent = 'register' | 'apply' | 'set_aside' | 'expire' | 'terminate';

export const orderLifecycle = defineLifecycle<OrderState, OrderEvent>({
  name: 'escrow order',
  initial: 'created',
  final: ['applied', 'unapplied'],
  // A payer may pay the same order twice, also after it was applied.
  alsoPosted: ['payment_unapplied'],
  events: {
    register: {
      by: ['provider'],
      from: {
        created: 'active',
        active: 'already',
        applied: 'no',
        unapplied: 'no',
        expired: 'no',
        terminated: 'no',
      },
    },
    apply: {
      by: ['provider'],
      from: {
        created: 'applied',
        active: 'applied',
        applied: 'already',
        unapplied: 'no',
        expired: 'applied',
        terminated: 'applied',
      },
      posts: 'payment_verified',
    },
    set_aside: {
      by: ['provider'],
      from: {
        created: 'unapplied',
        active: 'unapplied',
        applied: 'no',
        unapplied: 'already',
        expired: 'unapplied',
        terminated: 'unapplied',
      },
      posts: 'payment_unapplied',
    },
    expire: {
      by: ['provider', 'system'],
      from: {
        created: 'expired',
        active: 'expired',
        applied: 'no',
        unapplied: 'no',
        expired: 'already',
        terminated: 'no',
      },
      timer: {
        // Those of chargebacks check the order of a payment that was not booked yet.
        tasks: ['check_order', 'check_chargeback', 'poll_order'],
        when: 'its 24 hours are over',
        // The poster opens another order when this one is about to end.
        requests: true,
      },
    },
    /** The milestone was paid by another order, the provider ended it, or a side cancelled the job. */
    terminate: {
      by: ['poster', 'worker', 'provider', 'system'],
      from: {
        created: 'terminated',
        active: 'terminated',
        applied: 'no',
        unapplied: 'no',
        expired: 'no',
        terminated: 'already',
      },
    },
  },
});
