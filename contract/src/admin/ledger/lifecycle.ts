import { defineLifecycle } from '../../platform/lifecycle.ts';

/** Money that the payment provider paid out to our bank. */
export type SettlementState = 'received' | 'reversed';
export type SettlementEvent = 'reverse';

export const settlementLifecycle = defineLifecycle<SettlementState, SettlementEvent>({
  name: 'settlement',
  initial: 'received',
  final: ['reversed'],
  events: {
    /** Our bank sent it back. */
    reverse: {
      by: ['provider'],
      from: { received: 'reversed', reversed: 'already' },
      // A settlement of refunds and payments that cancel out moves nothing.
      mayPost: ['settlement_reversed'],
    },
  },
});
