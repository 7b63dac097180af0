import { defineLifecycle } from '../platform/lifecycle.ts';

/** Where a milestone's money is. */
export type FundState =
  | 'unfunded'
  | 'funding_pending'
  | 'funded'
  | 'accepted'
  | 'released'
  | 'refund_pending'
  | 'refunded';
/** The progress of a milestone's work. */
export type WorkState = 'not_started' | 'started' | 'completed' | 'payment_requested';
/** The state of a poster's cancellation request, when cancelling needs both sides. */
export type CancellationState = 'asked' | 'agreed' | 'declined' | 'overtaken';
export type OrderState = 'created' | 'active' | 'applied' | 'unapplied' | 'expired' | 'terminated';

export const fundLifecycle = defineLifecycle<FundState>({
  name: 'milestone funding',
  initial: 'unfunded',
  states: ['unfunded', 'funding_pending', 'funded', 'accepted', 'released', 'refund_pending', 'refunded'],
  final: ['released', 'refunded'],
  transitions: [
    { name: 'open_order', from: ['unfunded'], to: 'funding_pending', by: ['poster'] },
    { name: 'close_order', from: ['funding_pending'], to: 'unfunded', by: ['provider', 'system'] },
    {
      name: 'fund',
      from: ['unfunded', 'funding_pending'],
      to: 'funded',
      by: ['provider'],
      money: 'paymentVerified',
      notice: [
        { to: 'worker', type: 'milestone_funded' },
        { to: 'poster', type: 'payment_received' },
      ],
    },
    {
      name: 'accept',
      from: ['funded'],
      to: 'accepted',
      // By the system before an automatic release.
      by: ['poster', 'system'],
      notice: [{ to: 'worker', type: 'work_accepted' }],
    },
    {
      name: 'release',
      from: ['accepted'],
      to: 'released',
      by: ['poster', 'system'],
      money: 'release',
      notice: [
        { to: 'worker', type: 'payment_released' },
        { to: 'poster', type: 'release_confirmed' },
      ],
      timer: 'payment requested and no answer for 14 days (3 where the work is done in person)',
    },
    {
      name: 'refund',
      from: ['funded', 'accepted'],
      to: 'refund_pending',
      by: ['poster', 'admin'],
      money: 'refundDecided',
    },
    {
      name: 'refunded',
      from: ['refund_pending'],
      to: 'refunded',
      by: ['provider'],
      money: 'refundSucceeded',
      notice: [{ to: 'poster', type: 'refund_sent' }],
    },
  ],
});

export const workLifecycle = defineLifecycle<WorkState>({
  name: 'milestone work',
  initial: 'not_started',
  states: ['not_started', 'started', 'completed', 'payment_requested'],
  final: [],
  transitions: [
    {
      name: 'start',
      from: ['not_started'],
      to: 'started',
      by: ['worker'],
      notice: [{ to: 'poster', type: 'work_started' }],
    },
    {
      name: 'complete',
      from: ['started'],
      to: 'completed',
      by: ['worker'],
      notice: [{ to: 'poster', type: 'work_completed' }],
    },
    {
      name: 'request_payment',
      from: ['completed'],
      to: 'payment_requested',
      by: ['worker'],
      notice: [{ to: 'poster', type: 'payment_requested' }],
    },
    {
      name: 'ask_change',
      from: ['completed', 'payment_requested'],
      to: 'started',
      by: ['poster'],
      notice: [{ to: 'worker', type: 'change_requested' }],
    },
  ],
});

export const orderLifecycle = defineLifecycle<OrderState>({
  name: 'escrow order',
  initial: 'created',
  states: ['created', 'active', 'applied', 'unapplied', 'expired', 'terminated'],
  final: ['applied', 'unapplied'],
  transitions: [
    { name: 'register', from: ['created'], to: 'active', by: ['provider'] },
    {
      name: 'apply',
      from: ['created', 'active', 'expired', 'terminated'],
      to: 'applied',
      by: ['provider'],
      money: 'paymentVerified',
    },
    {
      name: 'set_aside',
      from: ['created', 'active', 'expired', 'terminated'],
      to: 'unapplied',
      by: ['provider'],
      money: 'paymentUnapplied',
    },
    { name: 'expire', from: ['created', 'active'], to: 'expired', by: ['provider', 'system'] },
    { name: 'terminate', from: ['created', 'active'], to: 'terminated', by: ['poster', 'system'] },
  ],
});
