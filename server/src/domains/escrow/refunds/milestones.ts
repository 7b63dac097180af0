import type { Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { postOrThrow, refundDecided } from '../../ledger/index.ts';
import { findAppliedPayments } from '../orders/store.ts';
import { transitionFunds, type MilestoneRow } from '../store.ts';
import { buildMilestoneRefundId } from './ids.ts';
import { insertRefund } from './store.ts';

/** What a cancelled milestone gives back. */
export interface MilestoneRefund {
  milestoneId: number;
  /** The amount that leaves escrow: refund plus charge. */
  amountPaise: number;
  refundPaise: number;
  chargePaise: number;
}

/** Starts the refunds of cancelled milestones to the poster. The caller holds the milestone locks. */
export async function refundMilestones(
  tx: Tx,
  refunds: readonly MilestoneRefund[],
  context: { milestones: readonly MilestoneRow[]; jobId: number; chargeBps: number; cause: Cause },
): Promise<void> {
  const { milestones, cause } = context;
  const payments = await findAppliedPayments(
    tx,
    refunds.map((refund) => refund.milestoneId),
  );
  for (const refund of refunds) {
    const payment = payments.get(refund.milestoneId);
    if (!payment) throw new Error(`milestone ${refund.milestoneId} is funded without a payment`);
    await refundMilestone(tx, refund, { ...context, paid: payment, now: cause.at });
  }
  const listMilestones = (listed: readonly MilestoneRefund[]) =>
    milestones.filter(({ id }) => listed.some((refund) => refund.milestoneId === id));
  await transitionFunds(tx, listMilestones(refunds.filter(isSent)), 'refund', cause);
  await transitionFunds(tx, listMilestones(refunds.filter((refund) => !isSent(refund))), 'forfeit', cause);
}

/** With a charge of 100% nothing is left to send. */
const isSent = ({ refundPaise }: MilestoneRefund): boolean => refundPaise > 0;

async function refundMilestone(
  tx: Tx,
  refund: MilestoneRefund,
  context: {
    jobId: number;
    paid: { orderId: string; paymentId: string };
    chargeBps: number;
    now: Date;
  },
): Promise<void> {
  const { milestoneId, amountPaise, refundPaise } = refund;
  const { jobId, paid, chargeBps, now } = context;
  const refundId = buildMilestoneRefundId(milestoneId);
  if (isSent(refund)) {
    const isNew = await insertRefund(tx, {
      id: refundId,
      order_id: paid.orderId,
      payment_id: paid.paymentId,
      milestone_id: milestoneId,
      amount_paise: refundPaise,
      reason: 'cancelled',
      created_at: now,
    });
    if (!isNew) throw new Error(`milestone ${milestoneId} was refunded before`);
  }
  await postOrThrow(tx, refundDecided({ refundId, milestoneId, jobId, amountPaise, chargeBps, at: now }));
  if (isSent(refund))
    await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
}
