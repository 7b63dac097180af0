import * as z from 'zod/mini';
import * as calls from '@fws/contract/contracts/calls';
import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import {
  PAYMENT_STATUSES,
  RECEIPT_KINDS,
  SIDES,
  type FundStep,
  type Side,
  type WorkStep,
} from '@fws/contract/contracts/model';
import type {
  Completion,
  Contract,
  ContractSummary,
  EscrowStatus,
  FundMoved,
  JobCancelled,
  Milestone,
  PaymentLimits,
  Person,
  Receipt,
} from '@fws/contract/contracts/schemas';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import { toRupees } from '@fws/contract/platform/money';
import { allowMissing, monthFirst, option } from './fields.ts';
import { encodePhoto, photoReply, photoIdsField } from './files.ts';
import { encodeJobNumber } from './jobs.ts';
import { abilityReply, encodeAbility, encodePerson, pageFields, personReply, toFlag } from './shared.ts';
import {
  replyWithData,
  replyWithItem,
  replyWithPage,
  translateCall,
  type LegacyReply,
} from './translation.ts';

// The label a poster sees is the status the milestone is in; the status sent is the one to move to.
const FUND_STEPS: Record<FundStep, string> = {
  funded: 'Completed',
  accepted: 'Release Fund',
  released: 'Payment Funded',
};
const WORK_STEPS: Record<WorkStep, string> = {
  started: 'Completed',
  completed: 'Request To Pay',
  payment_requested: 'Payment Requested',
};
const FUND_LABELS: Record<FundState, string> = {
  unfunded: 'Escrow',
  funding_pending: 'Escrow',
  funded: 'Completed',
  accepted: 'Release Fund',
  released: 'Payment Funded',
  refund_pending: 'Refund Pending',
  refunded: 'Refunded',
};
const WORK_LABELS: Record<WorkState, string> = {
  not_started: 'Start',
  started: 'Completed',
  completed: 'Request To Pay',
  payment_requested: 'Payment Requested',
};
/** The specification has no label for a milestone that nobody will pay. */
const CANCELLED = 'Cancelled';

/**
 * The label of a side. After a cancellation it offers no step; the worker's ends once the money is with them or on its
 * way back to the poster.
 */
function getLabel({ fund, work }: Pick<Milestone, 'fund' | 'work'>, side: Side, state: JobState): string {
  const isUnpaid = fund === 'unfunded' || fund === 'funding_pending';
  if (isUnpaid && state === 'cancelled') return CANCELLED;
  if (side === 'poster') return FUND_LABELS[fund];
  if (fund === 'released') return WORK_LABELS.payment_requested;
  return fund === 'refund_pending' || fund === 'refunded' ? CANCELLED : WORK_LABELS[work];
}

const BID_TERMS: Record<PaymentTerm, string> = {
  terms: 'By Terms',
  milestone: 'By Milestone',
  completion: 'By Completion',
};

const completionReply = z.object({
  round: z.number(),
  completion_note: z.string(),
  created_at: z.string(),
  photos: z.array(photoReply),
});

const encodeCompletion = ({ round, note, at, photos }: Completion): z.output<typeof completionReply> => ({
  round,
  completion_note: note,
  created_at: at,
  photos: photos.map(encodePhoto),
});

const receiptLinkReply = z.object({
  receipt_number: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  pdf: z.string(),
});

const milestoneReply = z.object({
  id: z.number(),
  position: z.number(),
  name: z.string(),
  milestone_descriction: z.string(),
  amount: z.string(),
  milestone_comment: z.string(),
  /** The label of the caller's side. */
  status: z.string(),
  fund_state: z.string(),
  work_state: z.string(),
  on_hold: z.boolean(),
  in_bank: z.string(),
  changed_at: z.string(),
  completions: z.array(completionReply),
  releases_at: z.nullable(z.string()),
  can_ask_change: z.nullable(abilityReply),
  order_id: z.nullable(z.string()),
  receipts: z.array(receiptLinkReply),
  next_status: z.nullable(z.string()),
  next_allowed: z.boolean(),
  next_reason: z.nullable(z.string()),
  waiting_for: z.nullable(z.string()),
});

const encodeStep = (step: FundStep | WorkStep, side: Side): string =>
  side === 'poster' ? FUND_STEPS[step as FundStep] : WORK_STEPS[step as WorkStep];

function encodeMilestone(milestone: Milestone, side: Side, state: JobState): z.output<typeof milestoneReply> {
  const { next } = milestone;
  return {
    id: milestone.id,
    position: milestone.position,
    name: milestone.name,
    milestone_descriction: milestone.name,
    amount: toRupees(milestone.amountPaise),
    milestone_comment: milestone.comment,
    status: getLabel(milestone, side, state),
    fund_state: milestone.fund,
    work_state: milestone.work,
    on_hold: milestone.onHold,
    in_bank: toRupees(milestone.inBankPaise),
    changed_at: milestone.changedAt,
    completions: milestone.completions.map(encodeCompletion),
    releases_at: milestone.releasesAt,
    can_ask_change: milestone.askChange && encodeAbility(milestone.askChange),
    order_id: milestone.openOrderId,
    receipts: milestone.receipts.map(({ number, kind, pdfUrl }) => ({
      receipt_number: number,
      kind,
      pdf: pdfUrl,
    })),
    next_status: next ? encodeStep(next.step, side) : null,
    next_allowed: next?.ability.allowed ?? false,
    next_reason: next && !next.ability.allowed ? next.ability.reason : null,
    waiting_for: milestone.waitingFor,
  };
}

const partyReply = z.object({ ...personReply.shape, mobile_number: z.nullable(z.string()) });

const encodeParty = (person: Person): z.output<typeof partyReply> => ({
  ...encodePerson(person),
  mobile_number: person.mobile,
});

const awardedReply = z.object({
  id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  job_location: z.string(),
  latitude: z.nullable(z.number()),
  longitude: z.nullable(z.number()),
  skills: z.string(),
  job_status: z.string(),
  completed_status: z.number(),
  is_completed: z.number(),
  awarded_date: z.string(),
  target_closed_date: z.string(),
  payment_term: z.string(),
  bid_amount: z.string(),
  side: z.enum(SIDES),
  awarded_to_user_id: z.number(),
  job_awarded_to: z.string(),
  profile_image: z.string(),
  user_rating: z.nullable(z.number()),
  contact_flag: z.number(),
  employee_mobile: z.string(),
  poster: partyReply,
  worker: partyReply,
});

/** What a contract and a row of a list have in common. */
function encodeAwarded(contract: Contract | ContractSummary): z.output<typeof awardedReply> {
  const completed = toFlag(contract.state === 'completed');
  return {
    id: contract.jobId,
    job_unique_id: encodeJobNumber(contract.jobNumber),
    job_title: contract.title,
    job_location: contract.location,
    latitude: contract.latitude,
    longitude: contract.longitude,
    skills: contract.skills.join(','),
    job_status: contract.state,
    completed_status: completed,
    is_completed: completed,
    awarded_date: contract.awardedAt,
    target_closed_date: monthFirst.write(contract.closesOn),
    payment_term: BID_TERMS[contract.term],
    bid_amount: toRupees(contract.totalPaise),
    side: contract.side,
    awarded_to_user_id: contract.worker.id,
    job_awarded_to: contract.worker.name,
    profile_image: contract.worker.image,
    user_rating: contract.worker.rating,
    contact_flag: toFlag(contract.worker.mobile !== null),
    employee_mobile: contract.worker.mobile ?? '',
    poster: encodeParty(contract.poster),
    worker: encodeParty(contract.worker),
  };
}

const contractReply = z.extend(awardedReply, {
  job_description: z.string(),
  payment_milestone: z.array(milestoneReply),
  refund_charge_bps: z.number(),
  can_cancel: abilityReply,
  cancel_plan: z.nullable(
    z.object({
      way: z.enum(['direct', 'consent']),
      refund_amount: z.string(),
      charge_amount: z.string(),
      release_amount: z.string(),
    }),
  ),
  cancel_asked: z.nullable(z.object({ cancel_comment: z.string(), created_at: z.string() })),
  my_rating: z.nullable(z.number()),
  can_rate: abilityReply,
});

function encodeContract(contract: Contract): z.output<typeof contractReply> {
  const { ability, plan, asked } = contract.cancel;
  return {
    ...encodeAwarded(contract),
    job_description: contract.description,
    payment_milestone: contract.milestones.map((milestone) =>
      encodeMilestone(milestone, contract.side, contract.state),
    ),
    refund_charge_bps: contract.refundChargeBps,
    can_cancel: encodeAbility(ability),
    cancel_plan: plan && {
      way: plan.way,
      refund_amount: toRupees(plan.refundPaise),
      charge_amount: toRupees(plan.chargePaise),
      release_amount: toRupees(plan.releasePaise),
    },
    cancel_asked: asked && { cancel_comment: asked.comment, created_at: asked.at },
    my_rating: contract.rating.given,
    can_rate: encodeAbility(contract.rating.ability),
  };
}

const summaryReply = z.extend(awardedReply, {
  milestone_count: z.number(),
  released_count: z.number(),
  held_amount: z.string(),
  released_amount: z.string(),
});

const encodeSummary = (summary: ContractSummary): z.output<typeof summaryReply> => ({
  ...encodeAwarded(summary),
  milestone_count: summary.milestoneCount,
  released_count: summary.releasedCount,
  held_amount: toRupees(summary.heldPaise),
  released_amount: toRupees(summary.releasedPaise),
});

// In these three replies the values are beside `data`, which is null.

const fundMovedReply: LegacyReply<FundMoved> = {
  schema: z.object({
    data: z.null(),
    order_id: z.nullable(z.string()),
    payment_link: z.nullable(z.string()),
  }),
  encode: ({ orderId, paymentLink }) => ({ data: null, order_id: orderId, payment_link: paymentLink }),
};

const escrowStatusReply: LegacyReply<EscrowStatus> = {
  schema: z.object({
    data: z.null(),
    payment_status: z.enum(PAYMENT_STATUSES),
    job_id: z.number(),
    amount: z.string(),
    reason: z.nullable(z.string()),
  }),
  encode: ({ status, jobId, amountPaise, reason }) => ({
    data: null,
    payment_status: status,
    job_id: jobId,
    amount: toRupees(amountPaise),
    reason,
  }),
};

const receiptReply = z.object({
  receipt_id: z.number(),
  receipt_number: z.string(),
  kind: z.enum(RECEIPT_KINDS),
  created_at: z.string(),
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  milestone: z.string(),
  worker_name: z.string(),
  amount: z.string(),
  released_amount: z.string(),
  refund_amount: z.string(),
  charge_amount: z.string(),
  pdf: z.string(),
});

const encodeReceipt = (receipt: Receipt): z.output<typeof receiptReply> => ({
  receipt_id: receipt.id,
  receipt_number: receipt.number,
  kind: receipt.kind,
  created_at: receipt.at,
  job_id: receipt.jobId,
  job_unique_id: encodeJobNumber(receipt.jobNumber),
  job_title: receipt.jobTitle,
  milestone: receipt.milestoneName,
  worker_name: receipt.workerName,
  amount: toRupees(receipt.amountPaise),
  released_amount: toRupees(receipt.releasedPaise),
  refund_amount: toRupees(receipt.refundedPaise),
  charge_amount: toRupees(receipt.chargePaise),
  pdf: receipt.pdfUrl,
});

const limitsReply = z.object({ min_amount: z.string(), max_amount: z.string() });

const jobCancelledReply: LegacyReply<JobCancelled> = {
  schema: z.object({ data: z.null(), outcome: z.enum(['cancelled', 'asked']) }),
  encode: ({ outcome }) => ({ data: null, outcome }),
};

const jobId = { jobId: 'job_id' } as const;
const milestone = { ...jobId, milestoneId: 'milestone' } as const;
const contractInReply = replyWithItem(contractReply, encodeContract);
const summariesInReply = replyWithPage(summaryReply, encodeSummary);

export const contractTranslations = [
  translateCall(calls.awardedProjects, { fields: pageFields, reply: summariesInReply }),
  translateCall(calls.exploreMyJobs, {
    fields: {
      // Type 1 are the ongoing jobs; type 2 are all, narrowed by the filter.
      scope: option('job_type', { ongoing: '1', all: '2' }),
      filter: option('filter', { all: 'All', awarded: 'Awarded', completed: 'Completed' }),
      ...pageFields,
    },
    reply: summariesInReply,
  }),
  translateCall(calls.awardedJob, { fields: jobId, reply: contractInReply }),
  translateCall(calls.moveFund, {
    fields: {
      ...milestone,
      step: option('milestone_status', FUND_STEPS),
      amountText: 'amount',
      acceptsWork: allowMissing('accepts_work'),
    },
    reply: fundMovedReply,
  }),
  translateCall(calls.moveWork, {
    fields: {
      ...milestone,
      step: option('milestone_status', WORK_STEPS),
      note: allowMissing('completion_note'),
      photoIds: photoIdsField,
    },
    reply: contractInReply,
  }),
  translateCall(calls.paymentLimits, {
    reply: replyWithData(limitsReply, ({ minPaise, maxPaise }: PaymentLimits) => ({
      min_amount: toRupees(minPaise),
      max_amount: toRupees(maxPaise),
    })),
  }),
  translateCall(calls.paymentReceipts, {
    fields: pageFields,
    reply: replyWithPage(receiptReply, encodeReceipt),
  }),
  translateCall(calls.escrowPaymentStatus, { fields: { orderId: 'order_id' }, reply: escrowStatusReply }),
  translateCall(calls.requestChange, {
    fields: { ...milestone, comment: 'milestone_comment' },
    reply: contractInReply,
  }),
  translateCall(calls.cancelJob, {
    fields: { ...jobId, comment: 'cancel_comment', refundText: 'refund_amount' },
    reply: jobCancelledReply,
  }),
  translateCall(calls.answerCancellation, {
    fields: { ...jobId, agree: option('agree', { yes: 'Yes', no: 'No' }) },
    reply: contractInReply,
  }),
  translateCall(calls.leaveRating, {
    fields: { aboutId: 'user_id', jobId: 'job_id', points: 'user_rating', comment: 'comment' },
  }),
];
