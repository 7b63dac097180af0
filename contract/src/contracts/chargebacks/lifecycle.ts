import { defineLifecycle } from '../../platform/lifecycle.ts';

export type ChargebackState = 'open' | 'won' | 'lost';
export type ChargebackEvent = 'win' | 'lose' | 'reopen';

/** A bank may reopen what it closed, so the newest report wins (`escrow/chargebacks/rules.ts`). */
export const chargebackLifecycle = defineLifecycle<ChargebackState, ChargebackEvent>({
  name: 'chargeback',
  initial: 'open',
  final: [],
  events: {
    win: {
      by: ['provider'],
      from: { open: 'won', won: 'already', lost: 'won' },
      posts: 'chargebackReturned',
      notices: [
        { to: 'poster', type: 'chargeback_won' },
        { to: 'worker', type: 'chargeback_won' },
      ],
    },
    lose: {
      by: ['provider'],
      from: { open: 'lost', won: 'lost', lost: 'already' },
      posts: 'chargebackTaken',
      notices: [
        { to: 'poster', type: 'chargeback_lost' },
        { to: 'worker', type: 'chargeback_lost' },
      ],
    },
    reopen: {
      by: ['provider'],
      from: { open: 'already', won: 'open', lost: 'open' },
      notices: [
        { to: 'poster', type: 'chargeback_opened' },
        { to: 'worker', type: 'chargeback_opened' },
      ],
    },
  },
});
