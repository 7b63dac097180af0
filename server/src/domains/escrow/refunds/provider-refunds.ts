import type { GatewayPayment, PaymentGateway } from '../../../ports/payment-gateway.ts';
import { parseMilestoneId } from '../orders/service.ts';
import { buildMilestoneRefundId, buildPaymentRefundId, listRefundTries } from './ids.ts';

/** A refund sent after the backup. The restored books lack it and must not send it again. */
export interface ProviderRefund {
  refundId: string;
  tries: number;
  paymentId: string;
  amountPaise: number;
}

/** More than the tries of any refund. */
const TRIES_CHECKED = 20;

/**
 * Finds the refunds that the provider sent or is sending, by the ids that refunds of this order and its payments can
 * have.
 */
export async function findProviderRefunds(
  gateway: PaymentGateway,
  orderId: string,
  payments: readonly GatewayPayment[],
): Promise<ProviderRefund[]> {
  const milestoneId = parseMilestoneId(orderId);
  const refunds: ProviderRefund[] = [];
  for (const { paymentId, status } of payments) {
    if (status !== 'success' && status !== 'void') continue;
    const milestoneRefundIds = milestoneId === null ? [] : [buildMilestoneRefundId(milestoneId)];
    for (const refundId of [...milestoneRefundIds, buildPaymentRefundId(paymentId)]) {
      const refund = await findTry(gateway, { orderId, paymentId, refundId });
      if (refund) refunds.push(refund);
    }
  }
  return refunds;
}

/** Each try follows one that failed. */
async function findTry(
  gateway: PaymentGateway,
  { orderId, paymentId, refundId }: { orderId: string; paymentId: string; refundId: string },
): Promise<ProviderRefund | null> {
  for (const [tries, id] of listRefundTries({ id: refundId, tries: TRIES_CHECKED }).entries()) {
    const refund = await gateway.getRefund(orderId, paymentId, id);
    if (!refund) return null;
    if (refund.status !== 'failed' && refund.status !== 'cancelled')
      return { refundId, tries, paymentId, amountPaise: refund.amountPaise };
  }
  return null;
}

/** Treats a fully refunded payment as taken if the provider no longer reports it as a success. */
export const toTakenPayment = (
  payment: GatewayPayment,
  providerRefunds: readonly ProviderRefund[],
): GatewayPayment =>
  payment.status === 'void' && providerRefunds.some(({ paymentId }) => paymentId === payment.paymentId)
    ? { ...payment, status: 'success' }
    : payment;
