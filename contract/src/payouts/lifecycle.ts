import { defineLifecycle } from '../platform/lifecycle.ts';

export type WithdrawalState = 'requested' | 'processing' | 'paid' | 'failed' | 'reversed';
export type WithdrawalEvent = 'send' | 'recover' | 'pay' | 'fail' | 'reverse' | 'credit' | 'debit';

export const withdrawalLifecycle = defineLifecycle<WithdrawalState, WithdrawalEvent>({
  name: 'withdrawal',
  initial: 'requested',
  final: ['reversed'],
  events: {
    /** A withdrawal that may have been sent is sent again only if the provider does not know it. */
    send: {
      by: ['system'],
      from: { requested: 'processing', processing: 'already', paid: 'no', failed: 'no', reversed: 'no' },
      timer: { tasks: ['advance_withdrawal'], when: 'at once, and again at growing intervals' },
    },
    /** A restored database lacked it and the provider has it, so it counts as sent. */
    recover: {
      by: ['admin'],
      from: { requested: 'processing', processing: 'already', paid: 'no', failed: 'no', reversed: 'no' },
    },
    pay: {
      by: ['provider'],
      from: { requested: 'paid', processing: 'paid', paid: 'already', failed: 'no', reversed: 'no' },
      posts: 'withdrawal_paid',
      notices: [{ to: 'worker', type: 'withdrawal_paid' }],
    },
    /** By the system when it may not be sent, by an admin when the money was paid out before a restore. */
    fail: {
      by: ['provider', 'system', 'admin'],
      from: { requested: 'failed', processing: 'failed', paid: 'no', failed: 'already', reversed: 'no' },
      posts: 'withdrawal_returned',
      notices: [{ to: 'worker', type: 'withdrawal_failed' }],
    },
    reverse: {
      by: ['provider'],
      from: { requested: 'no', processing: 'no', paid: 'reversed', failed: 'no', reversed: 'already' },
      posts: 'withdrawal_reversed',
      notices: [{ to: 'worker', type: 'withdrawal_reversed' }],
    },
    /** It counted as paid and was not. */
    credit: {
      by: ['admin'],
      from: { requested: 'no', processing: 'no', paid: 'reversed', failed: 'no', reversed: 'no' },
      posts: 'withdrawal_reversed',
      notices: [{ to: 'worker', type: 'withdrawal_reversed' }],
    },
    /** It counted as failed and was paid. */
    debit: {
      by: ['admin'],
      from: { requested: 'no', processing: 'no', paid: 'no', failed: 'paid', reversed: 'no' },
      posts: 'withdrawal_paid',
      notices: [{ to: 'worker', type: 'withdrawal_paid' }],
    },
  },
});
