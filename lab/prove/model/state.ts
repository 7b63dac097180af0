import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import type { OrderState } from '@fws/contract/contracts/orders/lifecycle';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';

/** The records of the model, and the constants it uses. */

export type Verdict = 'done' | 'refused';
export type Side = 'poster' | 'worker';

export interface Milestone {
  id: number;
  kind: 'work' | 'visit';
  paise: number;
  fund: FundState;
  work: WorkState;
  held: boolean;
  wait: ModelWait;
  waiting: Waiting;
  /** The amount released for it; null while nothing was. */
  releasedPaise: number | null;
  /** In an ending job, while both sides have to agree on what its started work is worth. */
  split: ModelSplit | null;
  /** Counts the proposals of all of its splits. */
  splitVersion: number;
}

/** What one side wants of the milestones for which nobody has paid. */
export interface PlanProposal {
  edits: readonly { id: number; paise: number }[];
  removed: readonly number[];
  added: readonly number[];
}

/** A change of the plan that waits for an answer. */
export interface ModelChange {
  /** Null until the next comparison. */
  id: number | null;
  turns: number;
  /** Who made the last proposal. */
  side: Side;
  dueAt: number;
  proposal: PlanProposal;
}

interface ModelSplit {
  /** Null until the next comparison. */
  id: number | null;
  turns: number;
  /** Who named the last sum; null while nobody has. */
  side: Side | null;
  workerPaise: number | null;
  dueAt: number;
}

export interface ModelDispute {
  /** Null until the next comparison. */
  id: number | null;
  raisedBy: number;
  state: 'open' | 'closed';
  ending: string | null;
  /** A dispute that a split opened is nobody's to withdraw. */
  origin: 'party' | 'refused_split' | 'late_split' | 'visit';
  milestones: number[];
  /** Those of them that it holds or held. About the rest, its side withdrew a dispute before. */
  held: number[];
}

export interface Order {
  milestone: number;
  state: OrderState;
  paise: number;
  expiresAt: number;
}

/** A chargeback, as far as the product knows it. */
export interface ModelChargeback {
  order: string;
  milestone: number;
  /** The payment is the one that funded the milestone. */
  applied: boolean;
  paise: number;
  state: 'open' | 'won' | 'lost';
  isDebited: boolean;
  /** Index of the last applied snapshot of the provider. */
  word: number;
  escrowPaise: number;
  receivablePaise: number;
  /** The part of the receivable that was written off. */
  writtenOffPaise: number;
}

/** Money of a chargeback that was won after its milestone was settled without it. */
export interface LateReturn {
  order: string;
  paise: number;
  /** Id of the refund to the payer; null while nobody has decided. */
  refund: string | null;
}

export interface Withdrawal {
  user: number;
  transfer: string;
  paise: number;
  state: WithdrawalState;
  /** The last recorded status of the provider. */
  status: string | null;
}

export interface Settlement {
  state: 'received' | 'reversed';
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
}

/** Deduction rates from a day in India on, in basis points (hundredths of a percent). */
export interface Rates {
  from: string;
  feeBps: number;
  gstBps: number;
  tdsBps: number;
  welfareBps: number;
  welfareCapPaise: number | null;
}

export interface Deductions {
  fee: number;
  gst: number;
  tds: number;
  welfare: number;
}

const IST_AHEAD_MS = 5.5 * 3600_000;
export const toIndianDay = (ms: number): string => new Date(ms + IST_AHEAD_MS).toISOString().slice(0, 10);

/** The rates of the latest day that has begun apply; of several for one day, those set last. */
export function calculateDeductions(history: readonly Rates[], now: number, paise: number): Deductions {
  const today = toIndianDay(now);
  let rates: Rates | null = null;
  for (const candidate of history)
    if (candidate.from <= today && (rates === null || candidate.from >= rates.from)) rates = candidate;
  if (!rates) return { fee: 0, gst: 0, tds: 0, welfare: 0 };
  const fee = calculateCharge(paise, rates.feeBps);
  const welfare = calculateCharge(paise, rates.welfareBps);
  return {
    fee,
    gst: calculateCharge(fee, rates.gstBps),
    tds: calculateCharge(paise, rates.tdsBps),
    welfare: rates.welfareCapPaise === null ? welfare : Math.min(welfare, rates.welfareCapPaise),
  };
}

export const CHARGE_BPS = 200;
export const SPLIT_MS = 3 * 24 * 3600_000;
export const CHANGE_MS = 7 * 24 * 3600_000;
export const DAY_MS = 24 * 3600_000;
export const WORK_ORDER: readonly WorkState[] = ['not_started', 'started', 'completed', 'payment_requested'];
export const FUND_ORDER: readonly FundState[] = [
  'unfunded',
  'funding_pending',
  'funded',
  'accepted',
  'released',
];

export const calculateCharge = (paise: number, bps: number): number => Math.floor((paise * bps) / 10_000);
export const sum = (amounts: readonly number[]): number =>
  amounts.reduce((total, amount) => total + amount, 0);

export interface ModelWait {
  requestedAt: number | null;
  /** Null: the whole period. */
  leftMs: number | null;
  addedMs: number;
  changes: number;
}

/** How long a worker waited for answers, as measured from what the database said at each comparison. */
export interface Waiting {
  totalMs: number;
  since: number | null;
  releasesAt: number;
}
