import type * as z from 'zod/mini';
import { monthFirst } from '../platform/dates.ts';
import { createSchemaLoader, wireForm } from '../platform/form.ts';
import { firstItemReply, pageReply, pageWire, type WireReply } from '../platform/call.ts';
import { personFromWire, personToWire } from '../platform/person.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { abilityFromWire, abilityToWire, toFlag } from '../platform/wire.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { JobState } from '../jobs/lifecycle.ts';
import { jobNumberFromWire, jobNumberToWire, optionField } from '../jobs/wire.ts';
import type { PaymentTerm } from '../jobs/model.ts';
import type {
  Contract,
  EscrowStatus,
  FundMoved,
  JobCancelled,
  ContractSummary,
  FundStep,
  Milestone,
  Person,
  Side,
  WorkStep,
} from './model.ts';
import type { FundState, WorkState } from './lifecycle.ts';
import type {
  contractSummaryWire,
  contractWire,
  fundMovedWire,
  jobCancelledWire,
  milestoneWire,
  partyWire,
  statusWire,
} from './schemas.ts';

const BID: Record<PaymentTerm, string> = {
  terms: 'By Terms',
  milestone: 'By Milestone',
  completion: 'By Completion',
};
const bidField = (name: string) => optionField(name, BID);

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The label a poster sees is the status the milestone is in; the status sent is the one to move to. */
const FUND_STEP: Record<FundStep, string> = {
  funded: 'Completed',
  accepted: 'Release Fund',
  released: 'Payment Funded',
};
const WORK_STEP: Record<WorkStep, string> = {
  started: 'Completed',
  completed: 'Request To Pay',
  payment_requested: 'Payment Requested',
};

const FUND_LABEL: Record<FundState, string> = {
  unfunded: 'Escrow',
  funding_pending: 'Escrow',
  funded: 'Completed',
  accepted: 'Release Fund',
  released: 'Payment Funded',
  refund_pending: 'Refund Pending',
  refunded: 'Refunded',
};
const WORK_LABEL: Record<WorkState, string> = {
  not_started: 'Start',
  started: 'Completed',
  completed: 'Request To Pay',
  payment_requested: 'Payment Requested',
};

const moveFields = { jobId: 'job_id', milestoneId: 'milestone' } as const;
export const moveFundForm = wireForm(schema('moveFund'), {
  ...moveFields,
  step: optionField('milestone_status', FUND_STEP),
  amountText: 'amount',
});
export const moveWorkForm = wireForm(schema('moveWork'), {
  ...moveFields,
  step: optionField('milestone_status', WORK_STEP),
});
export const requestChangeForm = wireForm(schema('requestChange'), {
  ...moveFields,
  comment: 'milestone_comment',
});
export const cancelJobForm = wireForm(schema('cancelJob'), {
  jobId: 'job_id',
  comment: 'cancel_comment',
  refundText: 'refund_amount',
});
export const answerCancellationForm = wireForm(schema('answerCancellation'), {
  jobId: 'job_id',
  agree: optionField('agree', { yes: 'Yes', no: 'No' }),
});
export const leaveRatingForm = wireForm(schema('leaveRating'), {
  aboutId: 'user_id',
  jobId: 'job_id',
  points: 'user_rating',
  comment: 'comment',
});
export const orderIdForm = wireForm(schema('orderId'), { orderId: 'order_id' });

/** job_type 1: ongoing; 2: all, narrowed by filter. */
export const myJobsForm = wireForm(schema('myJobs'), {
  scope: optionField('job_type', { ongoing: '1', all: '2' }),
  filter: optionField('filter', { all: 'All', awarded: 'Awarded', completed: 'Completed' }),
  ...pageWire,
});

export type MilestoneWire = z.infer<typeof milestoneWire>;

export function milestoneToWire(milestone: Milestone, side: Side): MilestoneWire {
  const { next } = milestone;
  return {
    id: milestone.id,
    position: milestone.position,
    name: milestone.name,
    milestone_descriction: milestone.name,
    amount: toRupees(milestone.amountPaise),
    milestone_comment: milestone.comment,
    status: side === 'poster' ? FUND_LABEL[milestone.fund] : WORK_LABEL[milestone.work],
    fund_state: milestone.fund,
    work_state: milestone.work,
    on_hold: milestone.onHold,
    in_bank: toRupees(milestone.inBankPaise),
    changed_at: milestone.changedAt,
    releases_at: milestone.releasesAt,
    can_ask_change: milestone.askChange && abilityToWire(milestone.askChange),
    order_id: milestone.openOrderId,
    next_status: next ? stepToWire(next.step, side) : null,
    next_allowed: next?.ability.allowed ?? false,
    next_reason: next && !next.ability.allowed ? next.ability.reason : null,
    waiting_for: milestone.waitingFor,
  };
}

const stepToWire = (step: FundStep | WorkStep, side: Side): string =>
  side === 'poster' ? FUND_STEP[step as FundStep] : WORK_STEP[step as WorkStep];

const stepFromWire = (text: string, side: Side): FundStep | WorkStep =>
  side === 'poster' ? optionField('', FUND_STEP).fromWire(text) : optionField('', WORK_STEP).fromWire(text);

export function milestoneFromWire(wire: MilestoneWire, side: Side): Milestone {
  return {
    id: wire.id,
    position: wire.position,
    name: wire.name,
    amountPaise: parseRupees(wire.amount) ?? 0,
    comment: wire.milestone_comment,
    fund: wire.fund_state as FundState,
    work: wire.work_state as WorkState,
    onHold: wire.on_hold,
    inBankPaise: parseRupees(wire.in_bank) ?? 0,
    changedAt: wire.changed_at,
    releasesAt: wire.releases_at,
    askChange: wire.can_ask_change && abilityFromWire(wire.can_ask_change),
    openOrderId: wire.order_id,
    next:
      wire.next_status === null
        ? null
        : {
            step: stepFromWire(wire.next_status, side),
            ability: wire.next_allowed
              ? { allowed: true }
              : { allowed: false, reason: wire.next_reason as SharedMessageId },
          },
    waitingFor: wire.waiting_for as SharedMessageId | null,
  };
}

type PartyWire = z.infer<typeof partyWire>;

const partyToWire = (person: Person): PartyWire => ({
  ...personToWire(person),
  mobile_number: person.mobile,
});

const partyFromWire = (wire: PartyWire): Person => ({ ...personFromWire(wire), mobile: wire.mobile_number });

export type ContractSummaryWire = z.infer<typeof contractSummaryWire>;

export type ContractWire = z.infer<typeof contractWire>;

type Common = Omit<Contract, 'description' | 'milestones' | 'refundChargeBps' | 'cancel' | 'rating'>;

function commonToWire(contract: Common) {
  const completed = toFlag(contract.state === 'completed');
  return {
    id: contract.jobId,
    job_unique_id: jobNumberToWire(contract.jobNumber),
    job_title: contract.title,
    job_location: contract.location,
    latitude: contract.latitude,
    longitude: contract.longitude,
    skills: contract.skills.join(','),
    job_status: contract.state,
    completed_status: completed,
    is_completed: completed,
    awarded_date: contract.awardedAt,
    target_closed_date: monthFirst.toWire(contract.closesOn),
    payment_term: bidField('').toWire(contract.term),
    bid_amount: toRupees(contract.totalPaise),
    side: contract.side,
    awarded_to_user_id: contract.worker.id,
    job_awarded_to: contract.worker.name,
    profile_image: contract.worker.image,
    user_rating: contract.worker.rating,
    contact_flag: toFlag(contract.worker.mobile !== null),
    employee_mobile: contract.worker.mobile ?? '',
    poster: partyToWire(contract.poster),
    worker: partyToWire(contract.worker),
  };
}

function commonFromWire(wire: Pick<ContractWire, keyof ReturnType<typeof commonToWire>>): Common {
  return {
    jobId: wire.id,
    jobNumber: jobNumberFromWire(wire.job_unique_id),
    title: wire.job_title,
    location: wire.job_location,
    latitude: wire.latitude,
    longitude: wire.longitude,
    skills: wire.skills.split(',').filter(Boolean),
    state: wire.job_status as JobState,
    awardedAt: wire.awarded_date,
    closesOn: monthFirst.fromWire(wire.target_closed_date),
    term: bidField('').fromWire(wire.payment_term),
    totalPaise: parseRupees(wire.bid_amount) ?? 0,
    side: wire.side,
    poster: partyFromWire(wire.poster),
    worker: partyFromWire(wire.worker),
  };
}

export const contractToWire = (contract: Contract): ContractWire => ({
  ...commonToWire(contract),
  job_description: contract.description,
  payment_milestone: contract.milestones.map((milestone) => milestoneToWire(milestone, contract.side)),
  refund_charge_bps: contract.refundChargeBps,
  can_cancel: abilityToWire(contract.cancel.ability),
  cancel_plan: contract.cancel.plan && {
    way: contract.cancel.plan.way,
    refund_amount: toRupees(contract.cancel.plan.refundPaise),
    charge_amount: toRupees(contract.cancel.plan.chargePaise),
    release_amount: toRupees(contract.cancel.plan.releasePaise),
  },
  cancel_asked: contract.cancel.asked && {
    cancel_comment: contract.cancel.asked.comment,
    created_at: contract.cancel.asked.at,
  },
  my_rating: contract.rating.given,
  can_rate: abilityToWire(contract.rating.ability),
});

export const contractFromWire = (wire: ContractWire): Contract => ({
  ...commonFromWire(wire),
  description: wire.job_description,
  milestones: wire.payment_milestone.map((milestone) => milestoneFromWire(milestone, wire.side)),
  refundChargeBps: wire.refund_charge_bps,
  cancel: {
    ability: abilityFromWire(wire.can_cancel),
    plan: wire.cancel_plan && {
      way: wire.cancel_plan.way,
      refundPaise: parseRupees(wire.cancel_plan.refund_amount) ?? 0,
      chargePaise: parseRupees(wire.cancel_plan.charge_amount) ?? 0,
      releasePaise: parseRupees(wire.cancel_plan.release_amount) ?? 0,
    },
    asked: wire.cancel_asked && {
      comment: wire.cancel_asked.cancel_comment,
      at: wire.cancel_asked.created_at,
    },
  },
  rating: { given: wire.my_rating, ability: abilityFromWire(wire.can_rate) },
});

export const contractSummaryToWire = (summary: ContractSummary): ContractSummaryWire => ({
  ...commonToWire(summary),
  milestone_count: summary.milestoneCount,
  released_count: summary.releasedCount,
  held_amount: toRupees(summary.heldPaise),
  released_amount: toRupees(summary.releasedPaise),
});

export const contractSummaryFromWire = (wire: ContractSummaryWire): ContractSummary => ({
  ...commonFromWire(wire),
  milestoneCount: wire.milestone_count,
  releasedCount: wire.released_count,
  heldPaise: parseRupees(wire.held_amount) ?? 0,
  releasedPaise: parseRupees(wire.released_amount) ?? 0,
});

export const summariesReply = pageReply(
  schema('contractSummaryWire'),
  contractSummaryToWire,
  contractSummaryFromWire,
);
export const contractReply = firstItemReply(schema('contractWire'), contractToWire, contractFromWire);

export const fundMovedReply: WireReply<FundMoved, z.infer<typeof fundMovedWire>> = {
  schema: schema('fundMovedWire'),
  encode: (moved) => ({ data: null, order_id: moved.orderId, payment_link: moved.paymentLink }),
  decode: (wire) => ({ orderId: wire.order_id, paymentLink: wire.payment_link }),
};

export const paymentStatusReply: WireReply<EscrowStatus, z.infer<typeof statusWire>> = {
  schema: schema('statusWire'),
  encode: (out) => ({
    data: null,
    payment_status: out.status,
    job_id: out.jobId,
    amount: out.amountRupees,
    reason: out.reason,
  }),
  decode: (wire) => ({
    status: wire.payment_status,
    jobId: wire.job_id,
    amountRupees: wire.amount,
    reason: wire.reason,
  }),
};

export const jobCancelledReply: WireReply<JobCancelled, z.infer<typeof jobCancelledWire>> = {
  schema: schema('jobCancelledWire'),
  encode: (out) => ({ data: null, outcome: out.outcome }),
  decode: (wire) => ({ outcome: wire.outcome }),
};
