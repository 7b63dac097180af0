import type { Tx } from '../../platform/db/index.ts';
import { enqueue, enqueueAll } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { BY_SYSTEM } from '../../platform/transition.ts';
import { transitionJobs } from '../jobs/index.ts';
import { disputeSettled, post, findRatesAt } from '../ledger/index.ts';
import { calculateDeductions } from '@fws/contract/payouts/fees';
import { addCompletedProject } from '../profile/index.ts';
import { sumChargebacks } from './chargeback-store.ts';
import { insertDeductions } from './deductions.ts';
import { getMilestoneOutcome, calculateHeldPaise, getNextJobState } from './dispute-split-rules.ts';
import type { LockedContract } from './holds.ts';
import { findAppliedPayments } from './order-store.ts';
import { insertRefund } from './refund-store.ts';
import { buildMilestoneRefundId } from './refunds.ts';
import {
  completeContract,
  lockMilestones,
  markContractCancelled,
  listMilestones,
  updateMilestone,
} from './store.ts';

export interface HeldAmount {
  milestoneId: number;
  amountPaise: number;
}

export interface SplitAmount {
  milestoneId: number;
  toWorkerPaise: number;
  /** Before the charge. */
  toPosterPaise: number;
}

/** The amounts of a job that a hold keeps in escrow. Locks the job's milestones. */
export async function lockHeldAmounts(tx: Tx, { jobId }: LockedContract): Promise<HeldAmount[]> {
  const milestones = await lockMilestones(tx, jobId);
  const chargebacks = await sumChargebacks(
    tx,
    milestones.map((milestone) => milestone.id),
  );
  return milestones.flatMap((milestone) => {
    const amountPaise = calculateHeldPaise({
      fund: milestone.fund_state,
      onHold: milestone.on_hold,
      amountPaise: milestone.amount_paise,
      chargebacks: chargebacks.get(milestone.id) ?? null,
    });
    return amountPaise === null ? [] : { milestoneId: milestone.id, amountPaise };
  });
}

/** Books both sides' parts in one ledger transaction. The provider sends the refunds afterwards. */
export async function splitEscrow(
  tx: Tx,
  contract: LockedContract,
  split: {
    disputeId: number;
    parts: readonly SplitAmount[];
    chargeBps: number;
    now: Date;
  },
): Promise<void> {
  const { disputeId, parts, chargeBps, now } = split;
  const { jobId, workerId } = contract;
  const payments = await findAppliedPayments(
    tx,
    parts.map((part) => part.milestoneId),
  );
  const rates = await findRatesAt(tx, now);
  for (const part of parts) {
    const payment = payments.get(part.milestoneId);
    if (!payment) throw new Error(`milestone ${part.milestoneId} is funded without a payment`);
    await splitMilestone(tx, part, { payment, chargeBps, now });
  }
  const posted = await post(
    tx,
    disputeSettled({
      disputeId,
      jobId,
      workerId,
      parts: parts.map(({ milestoneId, toWorkerPaise, toPosterPaise }) => ({
        milestoneId,
        refundId: buildMilestoneRefundId(milestoneId),
        released: { amountPaise: toWorkerPaise, ...calculateDeductions(toWorkerPaise, rates) },
        refunded: { amountPaise: toPosterPaise, chargeBps },
      })),
      at: now,
    }),
  );
  if (!posted.ok) throw new Error(`settling dispute ${disputeId}: ${posted.reason}`);
  const releasedParts = parts.filter((part) => part.toWorkerPaise > 0);
  await insertDeductions(
    tx,
    releasedParts.map((part) => ({ milestoneId: part.milestoneId, grossPaise: part.toWorkerPaise })),
    rates,
  );
  await enqueueAll(
    tx,
    releasedParts.map(({ milestoneId }) => ({ task: 'make_invoice', payload: { milestoneId } })),
  );
  if (releasedParts.length > 0) await publish(tx, { users: [workerId], topic: 'wallet', id: null });
  await endJob(tx, contract, now);
}

async function splitMilestone(
  tx: Tx,
  part: SplitAmount,
  context: { payment: { orderId: string; paymentId: string }; chargeBps: number; now: Date },
): Promise<void> {
  const { payment, chargeBps, now } = context;
  const { milestoneId } = part;
  const { refundPaise, fund } = getMilestoneOutcome(part, chargeBps);
  const refundId = buildMilestoneRefundId(milestoneId);
  if (refundPaise > 0) {
    const isNew = await insertRefund(tx, {
      id: refundId,
      order_id: payment.orderId,
      payment_id: payment.paymentId,
      milestone_id: milestoneId,
      amount_paise: refundPaise,
      reason: 'dispute',
      created_at: now,
    });
    if (!isNew) throw new Error(`milestone ${milestoneId} was refunded before`);
    await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
  }
  await updateMilestone(tx, milestoneId, {
    fund_state: fund,
    on_hold: false,
    changed_at: now,
    ...(fund === 'released' ? { released_at: now } : {}),
  });
}

/** Ends the job with its last milestone. */
export async function endJob(
  tx: Tx,
  { jobId, workerId, state }: Pick<LockedContract, 'jobId' | 'workerId' | 'state'>,
  now: Date,
): Promise<void> {
  if (state !== 'awarded' && state !== 'in_progress') return;
  const milestones = await listMilestones(tx, jobId);
  const nextState = getNextJobState(milestones.map((milestone) => milestone.fund_state));
  if (nextState === null) return;
  const job = { id: jobId, state };
  if (nextState === 'completed') {
    await transitionJobs(tx, [job], 'complete', { by: BY_SYSTEM, at: now });
    await completeContract(tx, jobId, now);
    await addCompletedProject(tx, workerId);
  } else {
    await transitionJobs(tx, [job], 'close_unpaid', { by: BY_SYSTEM, at: now });
    await markContractCancelled(tx, jobId, now);
  }
}
