import type { Attempt, Outside, OutsideOrder } from './outside.ts';
import { readText, refuse, toCollection, toUnixSeconds, type VendorRequest } from './razorpay-requests.ts';

// Orders and payments.

const toVendorId = (orderId: string) => `order_${orderId}`;
export const listOrdersByReceipt = (outside: Outside, receipt: string) => {
  const order = outside.orders.get(receipt);
  return order ? [toOrderEntity(outside, receipt, order)] : [];
};

export function getOrder(outside: Outside, id = ''): [string, OutsideOrder] {
  const orderId = id.replace(/^order_/, '');
  const order = outside.orders.get(orderId);
  return order ? [orderId, order] : refuse('The id provided does not exist');
}

/** The vendor's orders never expire. */
export function toOrderEntity(outside: Outside, orderId: string, order: OutsideOrder) {
  const paid = outside.getOrderStatus(order) === 'paid';
  return {
    id: toVendorId(orderId),
    amount: order.amountPaise,
    currency: 'INR',
    receipt: orderId,
    status: paid ? 'paid' : order.attempts.length > 0 ? 'attempted' : 'created',
    notes: order.closed ? { closed: 'yes' } : [],
    created_at: toUnixSeconds(order.expiresAt),
  };
}

export function createOrder({ outside, body }: VendorRequest) {
  const orderId = readText(body, 'receipt');
  const order: OutsideOrder = outside.orders.get(orderId) ?? {
    amountPaise: Number(body['amount']),
    // Our own page lets nobody start a payment after this.
    expiresAt: outside.getExpiry(orderId),
    closed: false,
    attempts: [],
    refunds: new Map(),
  };
  outside.orders.set(orderId, order);
  return toOrderEntity(outside, orderId, order);
}

export function closeOrder({ outside, ids, body }: VendorRequest) {
  const [orderId, order] = getOrder(outside, ids[0]);
  order.closed = JSON.stringify(body['notes']).includes('"closed":"yes"');
  return toOrderEntity(outside, orderId, order);
}

export function listOrderPayments({ outside, ids }: VendorRequest) {
  const [orderId, order] = getOrder(outside, ids[0]);
  return toCollection(order.attempts.map((attempt) => toPaymentEntity(orderId, order, attempt)));
}

export function getPayment(outside: Outside, id = ''): [string, OutsideOrder, Attempt] {
  for (const [orderId, order] of outside.orders) {
    const attempt = order.attempts.find(({ paymentId }) => paymentId === id);
    if (attempt) return [orderId, order, attempt];
  }
  return refuse('The id provided does not exist');
}

const PAYMENT_STATUS: Record<Attempt['status'], string> = {
  success: 'captured',
  pending: 'authorized',
  not_attempted: 'created',
  failed: 'failed',
  user_dropped: 'failed',
  cancelled: 'refunded',
  void: 'refunded',
};

export function toPaymentEntity(orderId: string, { refunds }: OutsideOrder, attempt: Attempt) {
  const refundedPaise = [...refunds.values()]
    .filter((refund) => refund.paymentId === attempt.paymentId && refund.status === 'success')
    .reduce((sum, refund) => sum + refund.amountPaise, 0);
  const isRefunded = attempt.status === 'success' && refundedPaise === attempt.amountPaise;
  return {
    id: attempt.paymentId,
    amount: attempt.amountPaise,
    currency: attempt.currency,
    status: isRefunded ? 'refunded' : PAYMENT_STATUS[attempt.status],
    order_id: toVendorId(orderId),
    method: 'upi',
    notes: { order_id: orderId },
    error_reason: attempt.status === 'user_dropped' ? 'payment_cancelled' : null,
    error_description: attempt.status === 'failed' ? 'The bank declined the payment' : null,
    acquirer_data: {},
    created_at: toUnixSeconds(attempt.begunAt),
  };
}

// Refunds. The vendor has no status for a refund that is on hold or cancelled.

const REFUND_STATUS = {
  pending: 'pending',
  on_hold: 'pending',
  success: 'processed',
  failed: 'failed',
  cancelled: 'failed',
};

export function createRefund({ outside, ids, body }: VendorRequest) {
  const [orderId, , { paymentId }] = getPayment(outside, ids[0]);
  const receipt = readText(body, 'receipt');
  const refund = outside.requestRefund(orderId, receipt, { paymentId, amountPaise: Number(body['amount']) });
  return { amount: refund.amountPaise, receipt, status: REFUND_STATUS[refund.status] };
}

export function listPaymentRefunds({ outside, ids }: VendorRequest) {
  const [, { refunds }, { paymentId }] = getPayment(outside, ids[0]);
  const paymentRefunds = [...refunds].filter(([, refund]) => refund.paymentId === paymentId);
  return toCollection(
    paymentRefunds.map(([receipt, refund]) => ({
      amount: refund.amountPaise,
      receipt,
      status: REFUND_STATUS[refund.status],
    })),
  );
}

// Chargebacks and settlements.

export function toDisputeEntity(outside: Outside, id: string) {
  const chargeback = outside.chargebacks.get(id);
  const snapshot = outside.readChargebackSnapshot(id);
  if (!chargeback || !snapshot) return refuse('The id provided does not exist');
  return {
    id,
    payment_id: chargeback.paymentId,
    amount: chargeback.amountPaise,
    amount_deducted: snapshot.isDebited ? chargeback.amountPaise : 0,
    currency: 'INR',
    reason_description: 'not as described',
    respond_by: null,
    status: snapshot.status,
  };
}

const SETTLEMENT_STATUS = {
  success: 'processed',
  pending: 'created',
  failed: 'failed',
  reversed: 'reversed',
};

export function toSettlementEntity(outside: Outside, id: string) {
  const settlement = outside.settlements.get(id);
  if (!settlement) return refuse('The id provided does not exist');
  return {
    id,
    amount: settlement.settledPaise,
    status: SETTLEMENT_STATUS[settlement.late?.shift() ?? settlement.status],
    fees: settlement.feePaise + settlement.gstPaise,
    tax: settlement.gstPaise,
    utr: null,
    created_at: toUnixSeconds(settlement.begunAt),
  };
}

export function listSettlements({ outside, query }: VendorRequest) {
  const [from, to] = [Number(query.get('from')), Number(query.get('to'))];
  const inPeriod = [...outside.settlements].filter(
    ([, { begunAt }]) => toUnixSeconds(begunAt) >= from && toUnixSeconds(begunAt) <= to,
  );
  return toCollection(inPeriod.map(([id]) => toSettlementEntity(outside, id)));
}
