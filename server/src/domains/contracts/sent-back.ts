import type { GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import { milestoneIdIn } from './orders.ts';
import { listRefundTries, refundIdOfMilestone, refundIdOfPayment } from './refunds.ts';

/** A refund sent after the backup. The restored books lack it and must not send it again. */
export interface SentBack {
  refundId: string;
  tries: number;
  paymentId: string;
  amountPaise: number;
}

/** More than the tries of any refund. */
const TRIES_ASKED = 20;

/**
 * Finds the refunds that the provider sent or is sending, by the ids that refunds of this order and its payments can
 * have.
 */
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

/** Treats a fully refunded payment as taken if the provider no longer reports it as a success. */
export const asTaken = (payment: GatewayPayment, sentBack: readonly SentBack[]): GatewayPayment =>
  payment.status === 'void' && sentBack.some(({ paymentId }) => paymentId === payment.paymentId)
    ? { ...payment, status: 'success' }
    : payment;
