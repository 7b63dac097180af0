import * as z from 'zod/mini';
import { call, firstItemReply, pageReply, type WireReply } from '../platform/call.ts';
import { jobIdForm, pageForm } from '../jobs/wire.ts';
import { PAYMENT_STATUSES, type FundMoved, type PaymentStatus } from './model.ts';
import {
  contractFromWire,
  contractSummaryFromWire,
  contractSummaryToWire,
  contractSummaryWire,
  contractToWire,
  contractWire,
  moveFundForm,
  moveWorkForm,
  myJobsForm,
  orderIdForm,
} from './wire.ts';

const summaries = pageReply(contractSummaryWire, contractSummaryToWire, contractSummaryFromWire);
const one = firstItemReply(contractWire, contractToWire, contractFromWire);

/** The poster's awarded jobs. */
export const awardedProjects = call({
  name: 'awarded_projects',
  access: 'user',
  form: pageForm,
  reply: summaries,
  done: 'common.ok',
});
/** The worker's jobs. */
export const exploreMyJobs = call({
  name: 'explore_my_jobs',
  access: 'user',
  form: myJobsForm,
  reply: summaries,
  done: 'common.ok',
});
/** One awarded job with its milestones, for either side. */
export const awardedJob = call({
  name: 'awarded_job',
  access: 'user',
  form: jobIdForm,
  reply: one,
  done: 'common.ok',
});

const fundMovedWire = z.object({
  data: z.null(),
  order_id: z.nullable(z.string()),
  payment_link: z.nullable(z.string()),
});
const fundMovedReply: WireReply<FundMoved, z.infer<typeof fundMovedWire>> = {
  schema: fundMovedWire,
  encode: (moved) => ({ data: null, order_id: moved.orderId, payment_link: moved.paymentLink }),
  decode: (wire) => ({ orderId: wire.order_id, paymentLink: wire.payment_link }),
};

/** The poster's steps: pay into escrow, accept the work, release. */
export const moveFund = call({
  name: 'mark_as_completed_new',
  access: 'user',
  form: moveFundForm,
  reply: fundMovedReply,
  done: 'contracts.moved',
  money: true,
});
/** The worker's steps: start, completed, ask for payment. */
export const moveWork = call({
  name: 'employee_mark_as_completed',
  access: 'user',
  form: moveWorkForm,
  reply: one,
  done: 'contracts.moved',
});

const statusWire = z.object({
  data: z.null(),
  payment_status: z.enum(PAYMENT_STATUSES),
  job_id: z.number(),
  amount: z.string(),
  reason: z.nullable(z.string()),
});
export interface EscrowStatus {
  status: PaymentStatus;
  jobId: number;
  amountRupees: string;
  /** The provider's word on a failed attempt. */
  reason: string | null;
}
const statusReply: WireReply<EscrowStatus, z.infer<typeof statusWire>> = {
  schema: statusWire,
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

/** Reads our own record of the order, never the provider. */
export const escrowPaymentStatus = call({
  name: 'escrow_payment_status',
  access: 'user',
  form: orderIdForm,
  reply: statusReply,
  done: 'contracts.payment_status',
});
