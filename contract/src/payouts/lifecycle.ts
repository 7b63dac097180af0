import { defineLifecycle } from '../platform/lifecycle.ts';

export type WithdrawalState = 'requested' | 'processing' | 'paid' | 'failed' | 'reversed';

export const withdrawalLifecycle = defineLifecycle<WithdrawalState>({
  name: 'withdrawal',
  initial: 'requested',
  states: ['requested', 'processing', 'paid', 'failed', 'reversed'],
  final: ['failed', 'reversed'],
  transitions: [
    { name: 'send', from: ['requested'], to: 'processing', by: ['system'] },
    {
      name: 'pay',
      from: ['requested', 'processing'],
      to: 'paid',
      by: ['provider'],
      money: 'withdrawalPaid',
      notice: [{ to: 'worker', type: 'withdrawal_paid' }],
    },
    {
      name: 'fail',
      from: ['requested', 'processing'],
      to: 'failed',
      by: ['provider'],
      money: 'withdrawalReturned',
      notice: [{ to: 'worker', type: 'withdrawal_failed' }],
    },
    {
      name: 'reverse',
      from: ['paid'],
      to: 'reversed',
      by: ['provider'],
      money: 'withdrawalReversed',
      notice: [{ to: 'worker', type: 'withdrawal_reversed' }],
    },
  ],
});
