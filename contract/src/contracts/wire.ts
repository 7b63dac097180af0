import * as z from 'zod/mini';
import { monthFirst } from '../platform/dates.ts';
import { wireForm } from '../platform/form.ts';
import { pageFields, pageWire } from '../platform/call.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { flag } from '../platform/wire.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { JobState } from '../jobs/process.ts';
import { jobNumberFromWire, jobNumberToWire, optionField } from '../jobs/wire.ts';
import { bidField } from '../quotes/wire.ts';
import {
  moveFund,
  moveWork,
  orderId,
  type Contract,
  type ContractSummary,
  type FundStep,
  type Milestone,
  type Person,
  type Side,
  type WorkStep,
} from './model.ts';
import type { FundState, WorkState } from './process.ts';

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
export const moveFundForm = wireForm(moveFund, {
  ...moveFields,
  step: optionField('milestone_status', FUND_STEP),
  amountPaise: 'amount',
});
export const moveWorkForm = wireForm(moveWork, {
  ...moveFields,
  step: optionField('milestone_status', WORK_STEP),
});
export const orderIdForm = wireForm(z.object({ orderId }), { orderId: 'order_id' });

/** job_type 1: ongoing; 2: all, narrowed by filter. */
export const myJobsForm = wireForm(
  z.object({
    scope: z.catch(z.enum(['ongoing', 'all']), 'ongoing'),
    filter: z.catch(z.enum(['all', 'awarded', 'completed']), 'all'),
    ...pageFields,
  }),
  {
    scope: optionField('job_type', { ongoing: '1', all: '2' }),
    filter: optionField('filter', { all: 'All', awarded: 'Awarded', completed: 'Completed' }),
    ...pageWire,
  },
);

export const milestoneWire = z.object({
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
  order_id: z.nullable(z.string()),
  next_status: z.nullable(z.string()),
  next_allowed: z.boolean(),
  next_reason: z.nullable(z.string()),
  waiting_for: z.nullable(z.string()),
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

const personWire = z.object({
  user_id: z.number(),
  user_name: z.string(),
  profile_image: z.string(),
  skills: z.string(),
  user_rating: z.nullable(z.number()),
  projects_completed: z.number(),
  is_kyc_updated: z.number(),
  mobile_number: z.nullable(z.string()),
});
type PersonWire = z.infer<typeof personWire>;

const personToWire = (person: Person): PersonWire => ({
  user_id: person.id,
  user_name: person.name,
  profile_image: person.image,
  skills: person.skills.join(','),
  user_rating: person.rating,
  projects_completed: person.completedProjects,
  is_kyc_updated: flag(person.verified),
  mobile_number: person.mobile,
});

const personFromWire = (wire: PersonWire): Person => ({
  id: wire.user_id,
  name: wire.user_name,
  image: wire.profile_image,
  skills: wire.skills.split(',').filter(Boolean),
  rating: wire.user_rating,
  completedProjects: wire.projects_completed,
  verified: wire.is_kyc_updated === 1,
  mobile: wire.mobile_number,
});

const summaryShape = {
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
  side: z.enum(['poster', 'worker']),
  awarded_to_user_id: z.number(),
  job_awarded_to: z.string(),
  profile_image: z.string(),
  user_rating: z.nullable(z.number()),
  contact_flag: z.number(),
  employee_mobile: z.string(),
  poster: personWire,
  worker: personWire,
};

export const contractSummaryWire = z.object({
  ...summaryShape,
  milestone_count: z.number(),
  released_count: z.number(),
  held_amount: z.string(),
  released_amount: z.string(),
});
export type ContractSummaryWire = z.infer<typeof contractSummaryWire>;

export const contractWire = z.object({
  ...summaryShape,
  job_description: z.string(),
  payment_milestone: z.array(milestoneWire),
});
export type ContractWire = z.infer<typeof contractWire>;

type Common = Omit<Contract, 'description' | 'milestones'>;

function commonToWire(contract: Common) {
  const completed = flag(contract.state === 'completed');
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
    contact_flag: flag(contract.worker.mobile !== null),
    employee_mobile: contract.worker.mobile ?? '',
    poster: personToWire(contract.poster),
    worker: personToWire(contract.worker),
  };
}

function commonFromWire(wire: Omit<ContractWire, 'payment_milestone' | 'job_description'>): Common {
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
    poster: personFromWire(wire.poster),
    worker: personFromWire(wire.worker),
  };
}

export const contractToWire = (contract: Contract): ContractWire => ({
  ...commonToWire(contract),
  job_description: contract.description,
  payment_milestone: contract.milestones.map((milestone) => milestoneToWire(milestone, contract.side)),
});

export const contractFromWire = (wire: ContractWire): Contract => ({
  ...commonFromWire(wire),
  description: wire.job_description,
  milestones: wire.payment_milestone.map((milestone) => milestoneFromWire(milestone, wire.side)),
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
