import type { Tx } from '../../platform/db/index.ts';
import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import { post, unappliedRefundDecided } from '../ledger/index.ts';
import { milestoneIdIn } from './orders.ts';
import { insertRefund } from './refund-store.ts';
import { askAboutRefund, refundIdOfMilestone, refundIdOfPayment, listRefundTries } from './refunds.ts';

/** A refund that was sent after the backup: the restored books know nothing of it, and must not send it again. */
export interface SentBack {
  refundId: string;
  tries: number;
  paymentId: string;
  amountPaise: number;
}

/** More than anybody tries. */
const TRIES_ASKED = 20;

/** What the provider has sent back, or is sending, by the ids that refunds of this order and its payments can have. */
export async function findSentBack(
  gateway: PaymentGateway,
  orderId: string,
  payments: readonly GatewayPayment[],
): Promise<SentBack[]> {
  const milestoneId = milestoneIdIn(orderId);
  const found: SentBack[] = [];
  for (const { paymentId, status } of payments) {
    if (status !== 'success' && status !== 'void') continue;
    const ofMilestone = milestoneId === null ? [] : [refundIdOfMilestone(milestoneId)];
    for (const refundId of [...ofMilestone, refundIdOfPayment(paymentId)]) {
      const sent = await findTry(gateway, { orderId, paymentId, refundId });
      if (sent) found.push(sent);
    }
  }
  return found;
}

/** Each try follows one that failed. */
async function findTry(
  gateway: PaymentGateway,
  { orderId, paymentId, refundId }: { orderId: string; paymentId: string; refundId: string },
): Promise<SentBack | null> {
  for (const [tries, id] of listRefundTries({ id: refundId, tries: TRIES_ASKED }).entries()) {
    const known = await gateway.getRefund(orderId, paymentId, id);
    if (!known) return null;
    if (known.status !== 'failed' && known.status !== 'cancelled')
      return { refundId, tries, paymentId, amountPaise: known.amountPaise };
  }
  return null;
}

/** A payment that was given back whole counts as one that was taken, where the provider calls it no success any more. */
export const asTaken = (payment: GatewayPayment, sentBack: readonly SentBack[]): GatewayPayment =>
  payment.status === 'void' && sentBack.some(({ paymentId }) => paymentId === payment.paymentId)
    ? { ...payment, status: 'success' }
    : payment;

/** Out of what was set aside, as the provider says it; what became of it is asked like of any refund. */
export async function bookSentBack(
  tx: Tx,
  orderId: string,
  { refundId, tries, paymentId, amountPaise }: SentBack,
  now: Date,
): Promise<void> {
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
  const posted = await post(tx, unappliedRefundDecided({ refundId, orderId, amountPaise, at: now }));
  if (!posted.ok) throw new Error(`refund ${refundId}: ${posted.reason}`);
  await askAboutRefund(tx, refundId);
}
