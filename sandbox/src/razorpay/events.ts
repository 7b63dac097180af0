import type { Context } from '../context.ts';
import {
  toDisputeEntity,
  toOrderEntity,
  toPaymentEntity,
  toRefundEntity,
  toSettlementEntity,
} from './payment-entities.ts';
import { toPayoutEntity } from './payout-entities.ts';
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
} from '../state.ts';
import type { Event } from '../webhooks/dialects.ts';

const PAYMENT_EVENT: Partial<Record<PaymentStatus, string>> = {
  SUCCESS: 'payment.captured',
  PENDING: 'payment.authorized',
  FAILED: 'payment.failed',
  USER_DROPPED: 'payment.failed',
};

/** A success sends two events: of the payment and of its order. */
export function buildRazorpayPaymentEvents(context: Context, order: Order, payment: Payment): Event[] {
  const payload = { payment: { entity: toPaymentEntity(order, payment) } };
  const type = PAYMENT_EVENT[payment.status];
  const events = type ? [buildEvent(context, 'payments', order.orderId, type, payload)] : [];
  if (payment.status !== 'SUCCESS') return events;
  const orderPayload = { ...payload, order: { entity: toOrderEntity(order) } };
  return [...events, buildEvent(context, 'payments', order.orderId, 'order.paid', orderPayload)];
}

const REFUND_EVENT: Partial<Record<RefundStatus, string>> = {
  SUCCESS: 'refund.processed',
  FAILED: 'refund.failed',
};

export function buildRazorpayRefundEvent(context: Context, order: Order, refund: Refund): Event | null {
  const type = REFUND_EVENT[refund.status];
  const payment = order.payments.find((candidate) => candidate.cfPaymentId === refund.razorpay?.paymentId);
  if (!type || !payment) return null;
  return buildEvent(context, 'payments', order.orderId, type, {
    refund: { entity: toRefundEntity(refund) },
    payment: { entity: toPaymentEntity(order, payment) },
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

export function buildRazorpayDisputeEvent(context: Context, order: Order, dispute: Dispute): Event {
  const payment = order.payments.find((candidate) => candidate.cfPaymentId === dispute.cfPaymentId);
  return buildEvent(context, 'payments', order.orderId, DISPUTE_EVENT[dispute.step], {
    dispute: { entity: toDisputeEntity(dispute) },
    ...(payment ? { payment: { entity: toPaymentEntity(order, payment) } } : {}),
  });
}

export function buildRazorpaySettlementEvent(context: Context, settlement: Settlement): Event {
  const entity = toSettlementEntity(settlement);
  return buildEvent(context, 'payments', `settlement ${entity.id}`, 'settlement.processed', {
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

export function buildRazorpayPayoutEvent(context: Context, transfer: Transfer): Event {
  return buildEvent(context, 'payouts', transfer.transferId, PAYOUT_EVENT[transfer.status], {
    payout: { entity: toPayoutEntity(transfer) },
  });
}

function buildEvent(
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
