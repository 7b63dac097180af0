import * as z from 'zod/mini';
import { ability, knownText, photo, publicPerson } from '../platform/schemas.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { JobState } from '../jobs/lifecycle.ts';
import type { ReviewState } from '../reviews/lifecycle.ts';
import { PAYMENT_TERMS } from '../jobs/model.ts';
import type { FundState, WorkState } from './lifecycle.ts';
import {
  CANCEL_OUTCOMES,
  CONTRACT_STATUSES,
  FUND_STEPS,
  PAYMENT_STATUSES,
  RECEIPT_KINDS,
  SIDES,
  TURN_TASKS,
  WORK_STEPS,
} from './model.ts';
import { foreseenVisit } from '../visits/foreseen.ts';

export { restEstimate } from '../rests/schemas.ts';

/** What happened to the poster's money, as booked in the ledger. */
export const receipt = z.object({
  id: z.number(),
  /** Never changes: "FWR-000123". */
  number: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  at: z.string(),
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  /** Empty where a dispute divided several milestones. In the reader's language. */
  milestoneName: z.string(),
  workerName: z.string(),
  /** What came into escrow or left it. */
  amountPaise: z.number(),
  /** Of that, what went to the worker, what went back to the poster, and the charge on it. */
  releasedPaise: z.number(),
  refundedPaise: z.number(),
  chargePaise: z.number(),
  pdfUrl: z.string(),
});

export type Receipt = z.output<typeof receipt>;

/** The worker's note and photos of one time that the work was completed. */
const completion = z.object({
  /** 1, then one more after each requested change. */
  round: z.number(),
  note: z.string(),
  at: z.string(),
  photos: z.array(photo),
});

export type Completion = z.output<typeof completion>;

/** Sums that a milestone is divided into. */
const division = {
  workerPaise: z.number(),
  /** To the poster: what leaves escrow, less the charge, is the refund. */
  posterPaise: z.number(),
  chargePaise: z.number(),
  refundPaise: z.number(),
};

/** What both sides say the started work of a milestone is worth, while they have not agreed. */
const split = z.object({
  id: z.number(),
  /** Sent with the next proposal or answer, so that nobody answers a sum that they did not see. */
  version: z.number(),
  /** When it ends without an agreement. */
  dueAt: z.string(),
  /** The last proposal; null while there is none. */
  proposal: z.nullable(z.object({ ...division, side: z.enum(SIDES), comment: z.string(), at: z.string() })),
  /** All proposals, oldest first. */
  turns: z.array(
    z.object({ side: z.enum(SIDES), workerPaise: z.number(), comment: z.string(), at: z.string() }),
  ),
  /** So much of the job's value is completed that a sum on which both do not agree goes to FWS at once. */
  goesToFws: z.boolean(),
  /** A proposal of 0 that the worker leaves unanswered: it stands at the end, not a dispute. */
  standsUnanswered: z.boolean(),
  propose: ability,
  agree: ability,
  counter: ability,
  refuse: ability,
});

export type Split = z.output<typeof split>;

const milestone = z.object({
  id: z.number(),
  /** 1, 2, 3 … in the order of the contract. */
  position: z.number(),
  /** The worker's own text, or the message id of a standard part. */
  name: z.string(),
  amountPaise: z.number(),
  comment: z.string(),
  fund: knownText<FundState>(),
  work: knownText<WorkState>(),
  onHold: z.boolean(),
  /** For a released milestone: how much of it has reached the worker's bank. Worker's side only, else 0. */
  inBankPaise: z.number(),
  /** When the money or the work last moved. */
  changedAt: z.string(),
  /** Newest first. */
  completions: z.array(completion),
  /** After a payment request: when the money is released automatically. */
  releasesAt: z.nullable(z.string()),
  /** Whether the poster may request a change of the work; null when there is no work yet, or for the worker. */
  askChange: z.nullable(ability),
  /** How often the poster may still ask for changes of it. */
  changesLeft: z.number(),
  /** In a cancelled job, while started work waits for an agreement. */
  split: z.nullable(split),
  /** How both sides, or an unanswered proposal, divided it. */
  division: z.nullable(z.object({ ...division, at: z.string() })),
  /** The unpaid order, while funding is pending. Poster's side only. */
  openOrderId: z.nullable(z.string()),
  /** Receipts of its payment, release or refund, oldest first. Poster's side only. */
  receipts: z.array(z.object({ number: z.string(), kind: z.enum(RECEIPT_KINDS), pdfUrl: z.string() })),
  /** The one step this caller can take next; null when it is the other side's turn or nothing is left. */
  next: z.nullable(z.object({ step: z.enum([...FUND_STEPS, ...WORK_STEPS]), ability })),
  /** Whose turn it is, as a sentence to show instead of a button. */
  waitingFor: z.nullable(knownText<SharedMessageId>()),
  /** What this side can do while the other one is suspended, as a sentence. */
  whileSuspended: z.nullable(knownText<SharedMessageId>()),
});

export type Milestone = z.output<typeof milestone>;

const person = z.extend(publicPerson, {
  /** E.164; null when not shared. */
  mobile: z.nullable(z.string()),
});

export type Person = z.output<typeof person>;

/** What cancelling does to one milestone. The amounts are 0 where nothing moves. */
const cancelPart = z.object({
  milestoneId: z.number(),
  position: z.number(),
  outcome: z.enum(CANCEL_OUTCOMES),
  amountPaise: z.number(),
  /** To the poster, after the charge. */
  refundPaise: z.number(),
  chargePaise: z.number(),
  releasePaise: z.number(),
});

export type CancelPart = z.output<typeof cancelPart>;

/** What cancelling an awarded job does. */
const cancelPlan = z.object({
  /** Every milestone, in the order of the contract. */
  parts: z.array(cancelPart),
  refundPaise: z.number(),
  chargePaise: z.number(),
  /** To the worker by cancelling: work that was accepted and not yet released. */
  releasePaise: z.number(),
  /** What was released to the worker before. It stays paid. */
  releasedPaise: z.number(),
  /** What stays in escrow until its milestones are settled. */
  waitingPaise: z.number(),
  /** So much of the job's value is completed that a split on which both do not agree goes to FWS at once. */
  goesToFws: z.boolean(),
});

export type CancelPlan = z.output<typeof cancelPlan>;

const awardedFields = {
  jobId: z.number(),
  jobNumber: z.string(),
  title: z.string(),
  location: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  skills: z.array(z.string()),
  state: knownText<JobState>(),
  awardedAt: z.string(),
  closesOn: z.string(),
  term: z.enum(PAYMENT_TERMS),
  totalPaise: z.number(),
  side: z.enum(SIDES),
  poster: person,
  worker: person,
  /** The other side, while its account is suspended. */
  suspended: z.nullable(z.enum(SIDES)),
};

export const contract = z.object({
  ...awardedFields,
  description: z.string(),
  milestones: z.array(milestone),
  /** What a refund costs its recipient, in hundredths of a percent. */
  refundChargeBps: z.number(),
  /** The day by which the work is done, as both sides agreed; null while none is. */
  finishBy: z.nullable(z.string()),
  change: z.object({
    /** 1 from the award on, then one more with each agreed change. Sent with a proposal. */
    planVersion: z.number(),
    /** The number that the next added milestone gets. Numbers of removed ones are not used again. */
    nextPosition: z.number(),
    /** Whether this side may propose another plan. */
    propose: ability,
    /** The change that waits for an answer. `side`: who made the last proposal. */
    open: z.nullable(
      z.object({ id: z.number(), side: z.enum(SIDES), totalPaise: z.number(), dueAt: z.string() }),
    ),
    /** Whether a change was proposed and has ended. */
    hasEarlier: z.boolean(),
  }),
  cancel: z.object({
    /** Whether this side may cancel. */
    ability,
    /** What cancelling would do now; null once somebody cancelled, and when the job is over. */
    plan: z.nullable(cancelPlan),
    /** Who cancelled, and why. */
    ending: z.nullable(z.object({ side: z.enum(SIDES), comment: z.string(), at: z.string() })),
    /** What a visit that has not started adds, if the reader cancelled now. */
    foreseen: z.nullable(foreseenVisit),
    /** Whether it would count in the reader's record, without an excuse. */
    counts: z.boolean(),
  }),
  rating: z.object({
    /** The stars that this side gave. */
    given: z.nullable(z.number()),
    ability,
  }),
  review: z.object({
    /** The state of this side's; null: it has given none. */
    own: z.nullable(knownText<ReviewState>()),
    /** Whether the other side has given one, sealed or not. */
    isOtherGiven: z.boolean(),
    /** When what is sealed opens at the latest. Null: the job goes on, or nothing of it was done. */
    opensAt: z.nullable(z.string()),
    write: ability,
  }),
});

export type Contract = z.output<typeof contract>;

const contractStatus = z.object({
  kind: z.enum(CONTRACT_STATUSES),
  /** The next step, whoever takes it; null on hold and at the end. */
  task: z.nullable(z.enum(TURN_TASKS)),
  /** The money that the task is about, or that is on hold. */
  amountPaise: z.nullable(z.number()),
  /** When the money is released automatically. */
  releasesAt: z.nullable(z.string()),
});

export type ContractStatus = z.output<typeof contractStatus>;

/** One row of Projects Awarded or Jobs I'm doing. */
export const contractSummary = z.object({
  ...awardedFields,
  milestoneCount: z.number(),
  releasedCount: z.number(),
  heldPaise: z.number(),
  releasedPaise: z.number(),
  status: contractStatus,
});

export type ContractSummary = z.output<typeof contractSummary>;

export const jobCancelled = z.object({
  /** `ending`: some milestones wait until they are settled. */
  outcome: z.enum(['cancelled', 'ending', 'completed']),
  /** What happened to each milestone, or what it waits for. Null for a job that was not awarded. */
  plan: z.nullable(cancelPlan),
});

export type JobCancelled = z.output<typeof jobCancelled>;

export const fundMoved = z.object({
  /** The order to pay, when the step was to fund. */
  orderId: z.nullable(z.string()),
  /** Our own page that leads to the payment provider. */
  paymentLink: z.nullable(z.string()),
});

export type FundMoved = z.output<typeof fundMoved>;

export const escrowStatus = z.object({
  status: z.enum(PAYMENT_STATUSES),
  jobId: z.number(),
  amountPaise: z.number(),
  /** The provider's reason for a failed attempt. */
  reason: z.nullable(z.string()),
});

export type EscrowStatus = z.output<typeof escrowStatus>;

/** What the payment provider takes in one payment. */
export const paymentLimits = z.object({ minPaise: z.number(), maxPaise: z.number() });

export type PaymentLimits = z.output<typeof paymentLimits>;
