import type { PublicPerson } from '../platform/person.ts';
import type * as z from 'zod/mini';
import type { Ability } from '../platform/process.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { JobState } from '../jobs/process.ts';
import type { PaymentTerm } from '../jobs/model.ts';
import type { FundState, WorkState } from './process.ts';
import type { moveFund, moveWork } from './schemas.ts';

/** What a poster may move a milestone's money to. The texts that travel are in `wire.ts`. */
export const FUND_STEPS = ['funded', 'accepted', 'released'] as const;
export type FundStep = (typeof FUND_STEPS)[number];
/** What a worker may move a milestone's work to. */
export const WORK_STEPS = ['started', 'completed', 'payment_requested'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

export type Side = 'poster' | 'worker';

export interface Milestone {
  id: number;
  /** 1, 2, 3 … along the road. */
  position: number;
  /** The worker's own words, or one of the standard parts by message id. */
  name: string;
  amountPaise: number;
  comment: string;
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  /** Of a released milestone: how much of it has reached the worker's bank. Worker's side only, else 0. */
  inBankPaise: number;
  /** When the money or the work last moved. */
  changedAt: string;
  /** The unpaid order, while funding is pending. Poster's side only. */
  openOrderId: string | null;
  /** The one step this caller can take next; null when it is the other side's turn or nothing is left. */
  next: { step: FundStep | WorkStep; ability: Ability } | null;
  /** Whose turn it is, as a sentence to show instead of a button. */
  waitingFor: SharedMessageId | null;
}

export interface Person extends PublicPerson {
  /** E.164; null when not shared. */
  mobile: string | null;
}

export interface Contract {
  jobId: number;
  jobNumber: string;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  skills: string[];
  state: JobState;
  awardedAt: string;
  closesOn: string;
  term: PaymentTerm;
  totalPaise: number;
  side: Side;
  poster: Person;
  worker: Person;
  milestones: Milestone[];
}

/** One row of Projects Awarded or Jobs I'm doing. */
export type ContractSummary = Omit<Contract, 'description' | 'milestones'> & {
  milestoneCount: number;
  releasedCount: number;
  heldPaise: number;
  releasedPaise: number;
};

/** `escrow_payment_status`: SUCCESS only after the ledger has it. */
export const PAYMENT_STATUSES = [
  'SUCCESS',
  'PENDING',
  'NOT_ATTEMPTED',
  'FAILED',
  'USER_DROPPED',
  'CANCELLED',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export type MoveFund = z.output<typeof moveFund>;

export type MoveWork = z.output<typeof moveWork>;

export interface FundMoved {
  /** The order to pay, when the step was to fund. */
  orderId: string | null;
  /** Our own page that leads to the payment provider. */
  paymentLink: string | null;
}

export interface EscrowStatus {
  status: PaymentStatus;
  jobId: number;
  amountRupees: string;
  /** The provider's word on a failed attempt. */
  reason: string | null;
}
