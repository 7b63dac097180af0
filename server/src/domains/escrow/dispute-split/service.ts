import type { Tx } from '../../../platform/db/index.ts';
import { enqueue, enqueueAll } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { disputeSettled, postOrThrow, findRatesAt } from '../../ledger/index.ts';
import { calculateDeductions } from '@fws/contract/payouts/fees';
import { sumChargebacks } from '../chargebacks/store.ts';
import type { EscrowEvents } from '../events.ts';
import { lockMilestones, type LockedJob } from '../lock.ts';
import { findAppliedPayments } from '../orders/store.ts';
import { buildMilestoneRefundId } from '../refunds/service.ts';
import { insertRefund } from '../refunds/store.ts';
import { insertDeductions } from '../releases/store.ts';
import { updateMilestone } from '../store.ts';
import { calculateHeldPaise, getMilestoneOutcome } from './rules.ts';

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
export async function lockHeldAmounts(tx: Tx, lockedJob: LockedJob): Promise<HeldAmount[]> {
  const milestones = await lockMilestones(tx, lockedJob);
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
  lockedJob: LockedJob,
  split: {
    disputeId: number;
    parts: readonly SplitAmount[];
    chargeBps: number;
    now: Date;
  },
  escrowEvents: EscrowEvents,
): Promise<void> {
  const { disputeId, parts, chargeBps, now } = split;
  const { job_id: jobId, worker_id: workerId } = lockedJob.contract;
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
  await postOrThrow(
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
  await escrowEvents.onMilestonesEnded(tx, lockedJob, now);
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
