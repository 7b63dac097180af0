import type { FundState, WorkState } from '@fws/contract/contracts/process';
import type { Seen } from '../model/observe.ts';
import type { Act } from './acts.ts';

export interface Pair {
  name: string;
  from: { fund: FundState; work?: WorkState };
  /** Before the race, for each. */
  prepare?: Act;
  one: Act;
  other: Act;
  /** True: at most one of the two may take effect, in whatever order they come. */
  exclusive: boolean;
  /** What must not have come of it, in words; null: nothing of that. */
  ends?: (seen: Seen) => string | null;
}

export const DONE = { fund: 'funded', work: 'payment_requested' } as const;
export const ACCEPTED = { fund: 'accepted', work: 'payment_requested' } as const;
export const PENDING = { fund: 'funding_pending' } as const;

export const withdrawalIs =
  (...states: string[]) =>
  ({ withdrawals }: Seen): string | null =>
    withdrawals.every(({ state }) => states.includes(state)) ? null : 'the withdrawal has another end';
