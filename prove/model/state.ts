import type { FundState, OrderState, WorkState } from '@fws/contract/contracts/process';

/** What the small model keeps of a milestone and an order, and the figures it goes by. */

export type Verdict = 'done' | 'refused';
export type Side = 'poster' | 'worker';

export interface Milestone {
  id: number;
  paise: number;
  fund: FundState;
  work: WorkState;
  held: boolean;
  requestedAt: number | null;
  /** What the worker got for it; null while nothing was released. */
  releasedPaise: number | null;
}

export interface Order {
  milestone: number;
  state: OrderState;
  paise: number;
  expiresAt: number;
}

export const CHARGE_BPS = 200;
export const DAY_MS = 24 * 3600_000;
export const WORK_ROAD: readonly WorkState[] = ['not_started', 'started', 'completed', 'payment_requested'];
export const FUND_ROAD: readonly FundState[] = [
  'unfunded',
  'funding_pending',
  'funded',
  'accepted',
  'released',
];

export const chargeOf = (paise: number, bps: number): number => Math.floor((paise * bps) / 10_000);
export const sum = (amounts: readonly number[]): number => amounts.reduce((total, one) => total + one, 0);
