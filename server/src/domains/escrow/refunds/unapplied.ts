import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { post, postOrThrow, unappliedRefundDecided } from '../../ledger/index.ts';
import { buildPaymentRefundId } from './ids.ts';
import { enqueueRefundCheck, insertRefund, sumRefunds } from './store.ts';

// Refunds of money that funds no milestone.

/** Starts the refund of an unapplied payment. */
export async function refundUnapplied(
  deps: Deps,
  payment: { orderId: string; paymentId: string; amountPaise: number },
): Promise<void> {
  const { orderId, paymentId } = payment;
  const refundId = buildPaymentRefundId(paymentId);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    // A part may have been refunded before a backup was restored.
    const amountPaise = payment.amountPaise - (await sumRefunds(tx, payment));
    if (amountPaise <= 0) return;
    await bookUnappliedRefund(tx, { refundId, orderId, paymentId, amountPaise, tries: 0 }, now);
  });
}

/** Books a refund from the order's unapplied account. Does nothing if a refund with that id exists. */
export async function bookUnappliedRefund(
  tx: Tx,
  refund: { refundId: string; orderId: string; paymentId: string; amountPaise: number; tries: number },
  now: Date,
): Promise<void> {
  const { refundId, orderId, paymentId, amountPaise, tries } = refund;
  const isNew = await insertRefund(tx, {
    id: refundId,
    order_id: orderId,
    payment_id: paymentId,
    milestone_id: null,
    amount_paise: amountPaise,
    reason: 'unapplied',
    tries,
    created_at: now,
  });
  if (!isNew) return;
  await postOrThrow(tx, unappliedRefundDecided({ refundId, orderId, amountPaise, at: now }));
  await enqueueRefundCheck(tx, refundId);
}

/** An operator refunds money from an unapplied account, once per ops case. */
export async function refundUnmatchedPayment(
  tx: Tx,
  opsCase: { id: number; orderId: string; paymentId: string; amountPaise: number },
  now: Date,
): Promise<boolean> {
  const { orderId, paymentId, amountPaise } = opsCase;
  const refundId = `ref_l${opsCase.id}`;
  const posted = await post(tx, unappliedRefundDecided({ refundId, orderId, amountPaise, at: now }));
  if (!posted.ok || posted.replayed) return false;
  await insertRefund(tx, {
    id: refundId,
    order_id: orderId,
    payment_id: paymentId,
    milestone_id: null,
    amount_paise: amountPaise,
    reason: 'late',
    created_at: now,
  });
  await enqueueRefundCheck(tx, refundId);
  return true;
}
