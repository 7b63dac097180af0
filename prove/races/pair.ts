import type { FundState, WorkState } from '@fws/contract/contracts/process';
import type { Seen } from '../model/observe.ts';
import type { Act } from './acts.ts';

export interface Pair {
  name: string;
  from: { fund: FundState; work?: WorkState };
  /** Runs before each race. */
  prepare?: Act;
  one: Act;
  other: Act;
  /** True: exactly one of the two must take effect, in whatever order they come. */
  exclusive: boolean;
  /** Describes what is wrong with the result; null when nothing is. */
  ends?: (seen: Seen) => string | null;
}

export const DONE = { fund: 'funded', work: 'payment_requested' } as const;
export const ACCEPTED = { fund: 'accepted', work: 'payment_requested' } as const;
export const PENDING = { fund: 'funding_pending' } as const;

export const withdrawalIs =
  (...states: string[]) =>
  ({ withdrawals }: Seen): string | null =>
    withdrawals.every(({ state }) => states.includes(state)) ? null : 'the withdrawal has another end';
