import type { Context } from './context.ts';
import {
  disputeEntity,
  orderEntity,
  paymentEntity,
  payoutEntity,
  refundEntity,
  settlementEntity,
} from './razorpay-answers.ts';
import type {
  Dispute,
  DisputeStep,
  Order,
  Payment,
  PaymentStatus,
  Refund,
  RefundStatus,
  Settlement,
  Transfer,
  TransferStatus,
} from './state.ts';
import type { Event } from './webhooks.ts';

const PAYMENT_EVENT: Partial<Record<PaymentStatus, string>> = {
  SUCCESS: 'payment.captured',
  PENDING: 'payment.authorized',
  FAILED: 'payment.failed',
  USER_DROPPED: 'payment.failed',
};

/** A success sends two events: of the payment and of its order. */
export function razorpayPaymentEvents(context: Context, order: Order, payment: Payment): Event[] {
  const told = { payment: { entity: paymentEntity(order, payment) } };
  const type = PAYMENT_EVENT[payment.status];
  const events = type ? [event(context, 'payments', order.orderId, type, told)] : [];
  if (payment.status !== 'SUCCESS') return events;
  const both = { ...told, order: { entity: orderEntity(order) } };
  return [...events, event(context, 'payments', order.orderId, 'order.paid', both)];
}

const REFUND_EVENT: Partial<Record<RefundStatus, string>> = {
  SUCCESS: 'refund.processed',
  FAILED: 'refund.failed',
};

export function razorpayRefundEvent(context: Context, order: Order, refund: Refund): Event | null {
  const type = REFUND_EVENT[refund.status];
  const payment = order.payments.find((one) => one.cfPaymentId === refund.razorpay?.paymentId);
  if (!type || !payment) return null;
  return event(context, 'payments', order.orderId, type, {
    refund: { entity: refundEntity(refund) },
    payment: { entity: paymentEntity(order, payment) },
  });
}

const DISPUTE_EVENT: Record<DisputeStep, string> = {
  CREATED: 'payment.dispute.created',
  DOCS_RECEIVED: 'payment.dispute.under_review',
  UNDER_REVIEW: 'payment.dispute.under_review',
  MERCHANT_WON: 'payment.dispute.won',
  MERCHANT_LOST: 'payment.dispute.lost',
  MERCHANT_ACCEPTED: 'payment.dispute.lost',
  INSUFFICIENT_EVIDENCE: 'payment.dispute.lost',
};

export function razorpayDisputeEvent(context: Context, order: Order, dispute: Dispute): Event {
  const payment = order.payments.find((one) => one.cfPaymentId === dispute.cfPaymentId);
  return event(context, 'payments', order.orderId, DISPUTE_EVENT[dispute.step], {
    dispute: { entity: disputeEntity(dispute) },
    ...(payment ? { payment: { entity: paymentEntity(order, payment) } } : {}),
  });
}

export function razorpaySettlementEvent(context: Context, settlement: Settlement): Event {
  const entity = settlementEntity(settlement);
  return event(context, 'payments', `settlement ${entity.id}`, 'settlement.processed', {
    settlement: { entity },
  });
}

const PAYOUT_EVENT: Record<TransferStatus, string> = {
  RECEIVED: 'payout.queued',
  PENDING: 'payout.initiated',
  SUCCESS: 'payout.processed',
  FAILED: 'payout.failed',
  REVERSED: 'payout.reversed',
};

export function razorpayPayoutEvent(context: Context, transfer: Transfer): Event {
  return event(context, 'payouts', transfer.transferId, PAYOUT_EVENT[transfer.status], {
    payout: { entity: payoutEntity(transfer) },
  });
}

function event(
  { settings }: Context,
  about: 'payments' | 'payouts',
  entity: string,
  type: string,
  data: object,
): Event {
  return {
    entity,
    url: `${settings.fwsUrl}/webhooks/${about}/razorpay`,
    type,
    version: 'v1',
    data,
    dialect: 'razorpay',
  };
}
