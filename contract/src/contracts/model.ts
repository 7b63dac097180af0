import type { PublicPerson } from '../platform/schemas.ts';
import type { Ability } from '../platform/lifecycle.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { JobState } from '../jobs/lifecycle.ts';
import type { PaymentTerm } from '../jobs/model.ts';
import type { FundState, WorkState } from './lifecycle.ts';

/** What a poster may move a milestone's money to. The wire texts are in `wire.ts`. */
export const FUND_STEPS = ['funded', 'accepted', 'released'] as const;
export type FundStep = (typeof FUND_STEPS)[number];
/** What a worker may move a milestone's work to. */
export const WORK_STEPS = ['started', 'completed', 'payment_requested'] as const;
export type WorkStep = (typeof WORK_STEPS)[number];

export type Side = 'poster' | 'worker';

export interface Milestone {
  id: number;
  /** 1, 2, 3 … in the order of the contract. */
  position: number;
  /** The worker's own text, or the message id of a standard part. */
  name: string;
  amountPaise: number;
  comment: string;
  fund: FundState;
  work: WorkState;
  onHold: boolean;
  /** For a released milestone: how much of it has reached the worker's bank. Worker's side only, else 0. */
  inBankPaise: number;
  /** When the money or the work last moved. */
  changedAt: string;
  /** After a payment request: when the money is released automatically. */
  releasesAt: string | null;
  /** Whether the poster may request a change of the work; null when there is no work yet, or for the worker. */
  askChange: Ability | null;
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
  /** What a refund costs its recipient, in hundredths of a percent. */
  refundChargeBps: number;
  cancel: {
    /** Whether the poster may cancel, or request it. */
    ability: Ability;
    /** What cancelling would move now; null when the two sides can no longer decide it. */
    plan: CancelPlan | null;
    /** The poster's request that the worker has not answered yet. */
    asked: { comment: string; at: string } | null;
  };
  rating: {
    /** The stars that this side gave. */
    given: number | null;
    ability: Ability;
  };
}

/** What cancelling an awarded job moves. */
export interface CancelPlan {
  /** By the poster alone, or only when the worker agrees. */
  way: 'direct' | 'consent';
  /** To the poster, after the charge. */
  refundPaise: number;
  chargePaise: number;
  /** To the worker: work that was accepted and not yet released. */
  releasePaise: number;
}

/** The poster may cancel alone while at most this percentage of the job's value is accepted. */
export const CANCEL_ALONE_PERCENT = 20;
/** From this percentage on, an admin decides. */
export const CANCEL_REFUSED_PERCENT = 60;

export interface JobCancelled {
  outcome: 'cancelled' | 'asked';
}
/** The widget goes from 0 to 100; twenty make a star. */
export const POINTS_PER_STAR = 20;

/** One row of Projects Awarded or Jobs I'm doing. */
export type ContractSummary = Omit<
  Contract,
  'description' | 'milestones' | 'refundChargeBps' | 'cancel' | 'rating'
> & {
  milestoneCount: number;
  releasedCount: number;
  heldPaise: number;
  releasedPaise: number;
};

/** `escrow_payment_status`: SUCCESS only once the payment is in the ledger. */
export const PAYMENT_STATUSES = [
  'SUCCESS',
  'PENDING',
  'NOT_ATTEMPTED',
  'FAILED',
  'USER_DROPPED',
  'CANCELLED',
] as const;
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

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
  /** The provider's reason for a failed attempt. */
  reason: string | null;
}
