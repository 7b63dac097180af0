import * as z from 'zod/mini';
import * as calls from '@fws/contract/contracts/calls';
import { PAYMENT_STATUSES, SIDES } from '@fws/contract/contracts/model';
import type {
  Contract,
  ContractSummary,
  EscrowStatus,
  FundMoved,
  JobCancelled,
  PaymentLimits,
  Person,
} from '@fws/contract/contracts/schemas';
import { toRupees } from '@fws/contract/platform/money';
import type { Award } from '../domains/contracts/index.ts';
import { allowMissing, option } from './fields.ts';
import { photoIdsField } from './files.ts';
import { encodeJob, getJob, jobReply, loadJobs, loadJobsExtra, type JobsExtra } from './job-items.ts';
import { FUND_STEPS, WORK_STEPS } from './milestones.ts';
import { abilityReply, encodeAbility, encodePerson, pageFields, personReply, toFlag } from './shared.ts';
import {
  replyWithData,
  replyWithItem,
  replyWithPage,
  translateCall,
  type EncodeContext,
  type LegacyReply,
} from './translation.ts';
import { encodeReceipt, receiptReply } from './receipts.ts';
import { encodePlan, planReply } from './cancel-plans.ts';
import { changeOrderTranslations, encodePlanFields, planFields } from './change-orders.ts';

const partyReply = z.object({ ...personReply.shape, mobile_number: z.nullable(z.string()) });

const encodeParty = (person: Person): z.output<typeof partyReply> => ({
  ...encodePerson(person),
  mobile_number: person.mobile,
});

const awardedReply = z.object({
  ...jobReply.shape,
  side: z.enum(SIDES),
  poster: partyReply,
  worker: partyReply,
});

/** The job of a contract, and its milestones where the value has none. */
type AwardedExtra = Pick<JobsExtra, 'jobs'> & Partial<JobsExtra>;

/** What a contract and a row of a list have in common. */
function encodeAwarded(
  contract: Contract | ContractSummary,
  award: Award,
  { locale, extra }: EncodeContext<AwardedExtra>,
): z.output<typeof awardedReply> {
  return {
    ...encodeJob(getJob(extra.jobs, contract.jobId), award, locale),
    side: contract.side,
    poster: encodeParty(contract.poster),
    worker: encodeParty(contract.worker),
  };
}

const contractReply = z.extend(awardedReply, {
  refund_charge_bps: z.number(),
  ...planFields,
  can_cancel: abilityReply,
  /** What cancelling would do now. */
  cancel_preview: z.nullable(planReply),
  /** Who cancelled, and why. */
  cancelled_by: z.nullable(
    z.object({ side: z.enum(SIDES), cancel_comment: z.string(), created_at: z.string() }),
  ),
  /** What a visit that has not started adds to it. */
  cancel_foreseen: z.nullable(
    z.object({ counts: z.number(), is_absence: z.number(), visit_fee: z.string() }),
  ),
  my_rating: z.nullable(z.number()),
  can_rate: abilityReply,
});

function encodeContract(
  contract: Contract,
  context: EncodeContext<AwardedExtra>,
): z.output<typeof contractReply> {
  const { ability, plan, ending, foreseen } = contract.cancel;
  return {
    ...encodeAwarded(contract, contract, context),
    refund_charge_bps: contract.refundChargeBps,
    ...encodePlanFields(contract),
    can_cancel: encodeAbility(ability),
    cancel_preview: plan && encodePlan(plan),
    cancelled_by: ending && {
      side: ending.side,
      cancel_comment: ending.comment,
      created_at: ending.at,
    },
    cancel_foreseen: foreseen && {
      counts: toFlag(foreseen.counts),
      is_absence: toFlag(foreseen.isAbsence),
      visit_fee: toRupees(foreseen.feePaise),
    },
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

function encodeSummary(
  summary: ContractSummary,
  context: EncodeContext<JobsExtra>,
): z.output<typeof summaryReply> {
  const award = context.extra.awards.get(summary.jobId);
  if (!award) throw new Error(`job ${summary.jobId} has no award`);
  return {
    ...encodeAwarded(summary, award, context),
    milestone_count: summary.milestoneCount,
    released_count: summary.releasedCount,
    held_amount: toRupees(summary.heldPaise),
    released_amount: toRupees(summary.releasedPaise),
  };
}

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

const limitsReply = z.object({ min_amount: z.string(), max_amount: z.string() });

const jobCancelledReply: LegacyReply<JobCancelled> = {
  schema: z.object({
    data: z.null(),
    outcome: z.enum(['cancelled', 'ending', 'completed']),
    cancellation: z.nullable(planReply),
  }),
  encode: ({ outcome, plan }) => ({ data: null, outcome, cancellation: plan && encodePlan(plan) }),
};

const jobId = { jobId: 'job_id' } as const;

const milestone = { ...jobId, milestoneId: 'milestone' } as const;

const contractInReply = replyWithItem(contractReply, encodeContract, async ({ jobId }: Contract, reader) => ({
  jobs: await loadJobs([jobId], reader),
}));

const summariesInReply = replyWithPage(
  summaryReply,
  encodeSummary,
  (summaries: readonly ContractSummary[], reader) =>
    loadJobsExtra(
      summaries.map(({ jobId }) => jobId),
      reader,
    ),
);

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
      code: allowMissing('code'),
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
    fields: {
      ...jobId,
      comment: 'cancel_comment',
      refundText: 'refund_amount',
      excuse: allowMissing('excuse'),
    },
    reply: jobCancelledReply,
  }),
  translateCall(calls.proposeSplit, {
    fields: {
      milestoneId: 'milestone_id',
      workerText: 'worker_amount',
      comment: allowMissing('comment'),
      version: 'version',
    },
    reply: contractInReply,
  }),
  translateCall(calls.answerSplit, {
    fields: {
      splitId: 'split_id',
      answer: option('answer', { agree: 'agree', counter: 'counter', refuse: 'refuse' }),
      workerText: 'worker_amount',
      comment: allowMissing('comment'),
      version: 'version',
    },
    reply: contractInReply,
  }),
  ...changeOrderTranslations,
];
