import type { Tx } from '../../../platform/db/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { postOrThrow, refundDecided } from '../../ledger/index.ts';
import { findAppliedPayments } from '../orders/store.ts';
import { transitionFunds, type MilestoneRow } from '../store.ts';
import { buildMilestoneRefundId } from './ids.ts';
import { enqueueRefundCheck, insertRefund } from './store.ts';

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
  const { milestones, jobId, chargeBps, cause } = context;
  const { at } = cause;
  const payments = await findAppliedPayments(
    tx,
    refunds.map((refund) => refund.milestoneId),
  );
  for (const refund of refunds) {
    const payment = payments.get(refund.milestoneId);
    if (!payment) throw new Error(`milestone ${refund.milestoneId} is funded without a payment`);
    const { milestoneId, amountPaise, refundPaise } = refund;
    if (isSent(refund))
      await startMilestoneRefund(tx, { milestoneId, refundPaise, payment, reason: 'cancelled', now: at });
    const refundId = buildMilestoneRefundId(milestoneId);
    await postOrThrow(tx, refundDecided({ refundId, milestoneId, jobId, amountPaise, chargeBps, at }));
  }
  const listMilestones = (listed: readonly MilestoneRefund[]) =>
    milestones.filter(({ id }) => listed.some((refund) => refund.milestoneId === id));
  await transitionFunds(tx, listMilestones(refunds.filter(isSent)), 'refund', cause);
  await transitionFunds(tx, listMilestones(refunds.filter((refund) => !isSent(refund))), 'forfeit', cause);
}

/** With a charge of 100% nothing is left to send. */
const isSent = ({ refundPaise }: MilestoneRefund): boolean => refundPaise > 0;

/** Starts the refund of a milestone to the poster. A milestone is refunded once. */
export async function startMilestoneRefund(
  tx: Tx,
  refund: {
    milestoneId: number;
    refundPaise: number;
    payment: { orderId: string; paymentId: string };
    reason: 'cancelled' | 'dispute';
    now: Date;
  },
): Promise<void> {
  const { milestoneId, payment } = refund;
  const refundId = buildMilestoneRefundId(milestoneId);
  const isNew = await insertRefund(tx, {
    id: refundId,
    order_id: payment.orderId,
    payment_id: payment.paymentId,
    milestone_id: milestoneId,
    amount_paise: refund.refundPaise,
    reason: refund.reason,
    created_at: refund.now,
  });
  if (!isNew) throw new Error(`milestone ${milestoneId} was refunded before`);
  await enqueueRefundCheck(tx, refundId);
}
