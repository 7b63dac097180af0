import type {
  Dispute,
  DisputeStep,
  DisputeType,
  Settlement,
  Order,
  Payment,
  PaymentStatus,
  Refund,
  RefundStatus,
} from '../state.ts';
import { calculateSettledPaise, calculateTakenPaise } from '../sums.ts';
import { toNotes, toUnixSeconds } from './replies.ts';

// Razorpay's entities for the records that Cashfree's API serves too.

export function toOrderEntity(order: Order) {
  const paid = order.status === 'PAID';
  return {
    id: order.razorpay?.id,
    entity: 'order',
    amount: order.amountPaise,
    amount_paid: paid ? order.amountPaise : 0,
    amount_due: paid ? 0 : order.amountPaise,
    currency: 'INR',
    receipt: order.razorpay?.receipt ?? null,
    offer_id: null,
    status: paid ? 'paid' : order.payments.length > 0 ? 'attempted' : 'created',
    attempts: order.payments.length,
    notes: toNotes(order.razorpay?.notes ?? {}),
    created_at: toUnixSeconds(order.createdAt),
  };
}

const PAYMENT_STATUS: Record<PaymentStatus, string> = {
  SUCCESS: 'captured',
  PENDING: 'authorized',
  FAILED: 'failed',
  USER_DROPPED: 'failed',
  CANCELLED: 'refunded',
};

const PAYMENT_ERRORS: Partial<
  Record<PaymentStatus, { description: string; reason: string; source: string }>
> = {
  FAILED: { description: 'The bank declined the payment', reason: 'payment_failed', source: 'bank' },
  USER_DROPPED: {
    description: 'The payer left without paying',
    reason: 'payment_cancelled',
    source: 'customer',
  },
};

export function toPaymentEntity(order: Order, payment: Payment) {
  const error = PAYMENT_ERRORS[payment.status];
  const refunded = order.refunds
    .filter((refund) => refund.razorpay?.paymentId === payment.cfPaymentId && refund.status !== 'FAILED')
    .reduce((paise, refund) => paise + refund.amountPaise, 0);
  const isRefunded = refunded > 0 && refunded === payment.amountPaise;
  return {
    id: payment.cfPaymentId,
    entity: 'payment',
    amount: payment.amountPaise,
    currency: 'INR',
    status: isRefunded ? 'refunded' : PAYMENT_STATUS[payment.status],
    order_id: order.razorpay?.id,
    invoice_id: null,
    international: false,
    method: 'upi',
    amount_refunded: refunded,
    refund_status: refunded === 0 ? null : isRefunded ? 'full' : 'partial',
    captured: payment.status === 'SUCCESS',
    description: null,
    card_id: null,
    bank: null,
    wallet: null,
    vpa: 'payer@sandbox',
    email: null,
    contact: null,
    // The checkout page stands for the vendor's script, which receives the shop's own order id.
    notes: toNotes(order.razorpay?.receipt ? { order_id: order.razorpay.receipt } : {}),
    fee: null,
    tax: null,
    error_code: error ? 'BAD_REQUEST_ERROR' : null,
    error_description: error?.description ?? null,
    error_source: error?.source ?? null,
    error_step: error ? 'payment_authorization' : null,
    error_reason: error?.reason ?? null,
    acquirer_data: { rrn: payment.bankReference },
    created_at: toUnixSeconds(payment.startedAt),
  };
}

const REFUND_STATUS: Record<RefundStatus, string> = {
  PENDING: 'pending',
  ONHOLD: 'pending',
  SUCCESS: 'processed',
  FAILED: 'failed',
  CANCELLED: 'failed',
};

export function toRefundEntity(refund: Refund) {
  return {
    id: refund.cfRefundId,
    entity: 'refund',
    amount: refund.amountPaise,
    currency: 'INR',
    payment_id: refund.razorpay?.paymentId,
    notes: toNotes(refund.razorpay?.notes ?? {}),
    receipt: refund.refundId === refund.cfRefundId ? null : refund.refundId,
    acquirer_data: { arn: refund.status === 'SUCCESS' ? refund.cfRefundId.replace('rfnd_', '') : null },
    created_at: toUnixSeconds(refund.createdAt),
    batch_id: null,
    status: REFUND_STATUS[refund.status],
    speed_processed: 'normal',
    speed_requested: refund.speed,
  };
}

const PHASES: Record<DisputeType, string> = {
  RETRIEVAL: 'retrieval',
  DISPUTE: 'fraud',
  CHARGEBACK: 'chargeback',
  PRE_ARBITRATION: 'pre_arbitration',
  ARBITRATION: 'arbitration',
};

const DISPUTE_STATUS: Record<DisputeStep, string> = {
  CREATED: 'open',
  DOCS_RECEIVED: 'under_review',
  UNDER_REVIEW: 'under_review',
  MERCHANT_WON: 'won',
  MERCHANT_LOST: 'lost',
  MERCHANT_ACCEPTED: 'lost',
  INSUFFICIENT_EVIDENCE: 'lost',
};

export function toDisputeEntity(dispute: Dispute) {
  return {
    id: dispute.disputeId,
    entity: 'dispute',
    payment_id: dispute.cfPaymentId,
    amount: dispute.amountPaise,
    currency: 'INR',
    amount_deducted: calculateTakenPaise(dispute),
    reason_code: 'goods_or_services_not_received_or_partially_received',
    reason_description: 'Goods or Services Not Provided',
    respond_by: toUnixSeconds(dispute.respondBy),
    status: DISPUTE_STATUS[dispute.step],
    phase: PHASES[dispute.type],
    created_at: toUnixSeconds(dispute.createdAt),
  };
}

const SETTLEMENT_STATUS = { SUCCESS: 'processed', FAILED: 'failed', REVERSED: 'failed' };

/** `fees` includes the GST on the fee. */
export function toSettlementEntity(settlement: Settlement) {
  const { settlementId, feePaise, taxPaise, status, utr, initiatedAt } = settlement;
  return {
    id: `setl_${settlementId.padStart(14, '0')}`,
    entity: 'settlement',
    amount: calculateSettledPaise(settlement),
    status: SETTLEMENT_STATUS[status],
    fees: feePaise + taxPaise,
    tax: taxPaise,
    utr,
    created_at: toUnixSeconds(initiatedAt),
  };
}
