import { defineLifecycle } from '../../platform/lifecycle.ts';
import type { PostingKind } from '../../platform/posting-kinds.ts';

export type ChargebackState = 'open' | 'won' | 'lost';
export type ChargebackEvent = 'win' | 'lose' | 'reopen';

/** A bank takes and returns the money at any time, also before it decides or after. */
const MOVES: readonly PostingKind[] = ['chargeback_taken', 'chargeback_returned'];

/** A bank may reopen what it closed, so the newest report wins (`escrow/chargebacks/rules.ts`). */
export const chargebackLifecycle = defineLifecycle<ChargebackState, ChargebackEvent>({
  name: 'chargeback',
  initial: 'open',
  final: [],
  events: {
    win: {
      by: ['provider'],
      from: { open: 'won', won: 'already', lost: 'won' },
      mayPost: MOVES,
      notices: [
        { to: 'poster', type: 'chargeback_won' },
        { to: 'worker', type: 'chargeback_won' },
      ],
    },
    lose: {
      by: ['provider'],
      from: { open: 'lost', won: 'lost', lost: 'already' },
      mayPost: MOVES,
      notices: [
        { to: 'poster', type: 'chargeback_lost' },
        { to: 'worker', type: 'chargeback_lost' },
      ],
    },
    reopen: {
      by: ['provider'],
      from: { open: 'already', won: 'open', lost: 'open' },
      mayPost: MOVES,
      notices: [
        { to: 'poster', type: 'chargeback_opened' },
        { to: 'worker', type: 'chargeback_opened' },
      ],
    },
  },
});
