import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import type { ObservedState } from '../support/product/observe.ts';
import type { Fixture } from '../support/fixtures.ts';
import type { Product } from '../support/product/product.ts';
import type { RaceAction } from './actions.ts';

export interface Pair {
  name: string;
  from: { fund: FundState; work?: WorkState };
  /** Runs before each race. */
  prepare?: RaceAction;
  first: RaceAction;
  second: RaceAction;
  /** True: exactly one of the two must take effect, in whatever order they come. */
  exclusive: boolean;
  /** More is paid than the milestone that every race begins with. */
  paysMore?: boolean;
  /** Runs after each race and describes what is wrong; null when nothing is. */
  inspect?: (product: Product, laid: Fixture) => Promise<string | null>;
  /** Describes what is wrong with the result; null when nothing is. */
  findViolation?: (observed: ObservedState) => string | null;
}

export const DONE = { fund: 'funded', work: 'payment_requested' } as const;
export const ACCEPTED = { fund: 'accepted', work: 'payment_requested' } as const;
export const PENDING = { fund: 'funding_pending' } as const;

export const checkWithdrawalState =
  (...states: string[]) =>
  ({ withdrawals }: ObservedState): string | null =>
    withdrawals.every(({ state }) => states.includes(state)) ? null : 'the withdrawal has another end';
