import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findOrder, getOrderStatus } from './orders.ts';
import { toRupees } from '../rupees.ts';
import { buildRazorpayPaymentEvents } from '../razorpay/events.ts';
import {
  generateNumber,
  generateRazorpayId,
  type Order,
  type Payment,
  type PaymentStatus,
} from '../state.ts';
import { VendorError } from '../vendor-error.ts';

export const OUTCOMES = ['SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const WEBHOOK_TYPES: Record<PaymentStatus, string> = {
  SUCCESS: 'PAYMENT_SUCCESS_WEBHOOK',
  FAILED: 'PAYMENT_FAILED_WEBHOOK',
  CANCELLED: 'PAYMENT_FAILED_WEBHOOK',
  USER_DROPPED: 'PAYMENT_USER_DROPPED_WEBHOOK',
  // The vendor announces a pending attempt with the type of a success. Receivers must check the status.
  PENDING: 'PAYMENT_SUCCESS_WEBHOOK',
};

interface Simulation {
  entity: 'PAYMENTS' | 'ORDERS';
  entity_id: string;
  entity_simulation: { payment_status: Outcome };
}

const simulation = {
  type: 'object',
  required: ['entity', 'entity_id', 'entity_simulation'],
  properties: {
    entity: { enum: ['PAYMENTS', 'ORDERS'] },
    entity_id: { type: 'string', minLength: 1 },
    entity_simulation: {
      type: 'object',
      required: ['payment_status'],
      properties: { payment_status: { enum: OUTCOMES } },
    },
  },
};

export function addPaymentRoutes(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.get<{ Params: { orderId: string } }>(
    '/orders/:orderId/payments',
    { config: { perMinute: 30 } },
    async (request) => {
      const order = findOrder(state.orders, request.params.orderId);
      return order.payments.toReversed().map((payment) => toPaymentAnswer(order, payment));
    },
  );

  app.post<{ Body: Simulation }>('/simulate', { schema: { body: simulation } }, async (request) => {
    const { entity, entity_id, entity_simulation } = request.body;
    const { payment_status } = entity_simulation;
    if (entity === 'ORDERS') attemptPayment(context, findOrder(state.orders, entity_id), payment_status);
    else settlePayment(context, entity_id, payment_status);
    return { simulation_id: String(generateNumber(state)), entity, entity_id, entity_simulation };
  });
}

/** Why a payer cannot start an attempt now, or null. */
export function getAttemptRefusal(order: Order, now: Date): 'paid' | 'closed' | null {
  if (order.status === 'PAID') return order.secondPaymentAllowed ? null : 'paid';
  return getOrderStatus(order, now) === 'ACTIVE' ? null : 'closed';
}

/**
 * Makes one attempt with that outcome, as if the payer had pressed the button on the checkout page.
 * A success on an expired or terminated order is too late: it is CANCELLED and the payer gets the money back.
 */
export function attemptPayment(context: Context, order: Order, outcome: Outcome): void {
  const refusal = getAttemptRefusal(order, context.now());
  if (refusal === 'paid') throw new VendorError(400, 'order_already_paid', 'Order is already paid');
  if (refusal === 'closed' && outcome !== 'SUCCESS') {
    throw new VendorError(400, 'order_inactive', 'Order is no longer active');
  }
  const payment: Payment = {
    cfPaymentId: order.razorpay
      ? generateRazorpayId(context.state, 'pay')
      : String(generateNumber(context.state)),
    amountPaise: order.amountPaise,
    status: 'PENDING',
    startedAt: context.now().toISOString(),
    completedAt: null,
    bankReference: null,
  };
  order.payments.push(payment);
  applyOutcome(context, order, payment, refusal === 'closed' ? 'CANCELLED' : outcome);
}

/** Ends a pending attempt. */
export function settlePayment(context: Context, cfPaymentId: string, outcome: Outcome): void {
  for (const order of Object.values(context.state.orders)) {
    const payment = order.payments.find((candidate) => candidate.cfPaymentId === cfPaymentId);
    if (!payment) continue;
    if (payment.status !== 'PENDING') {
      throw new VendorError(400, 'payment_already_settled', `the payment is ${payment.status}`);
    }
    applyOutcome(context, order, payment, outcome);
    return;
  }
  throw new VendorError(404, 'payment_not_found', 'Payment does not exist');
}

function applyOutcome(context: Context, order: Order, payment: Payment, outcome: PaymentStatus): void {
  payment.status = outcome;
  if (outcome !== 'PENDING') payment.completedAt = context.now().toISOString();
  if (outcome === 'SUCCESS') {
    payment.bankReference = String(generateNumber(context.state));
    if (order.status === 'PAID') order.secondPaymentAllowed = false;
    order.status = 'PAID';
  } else if (order.status === 'TERMINATION_REQUESTED' && hasNoPending(order)) {
    order.status = 'TERMINATED';
  }
  if (order.razorpay) {
    for (const event of buildRazorpayPaymentEvents(context, order, payment)) context.webhooks.send(event);
    return;
  }
  context.webhooks.send({
    entity: order.orderId,
    url: order.meta.notify_url ?? `${context.settings.fwsUrl}/webhooks/payments/cashfree`,
    type: WEBHOOK_TYPES[outcome],
    version: '2025-01-01',
    data: toWebhookData(order, payment),
  });
}

function hasNoPending(order: Order): boolean {
  return order.payments.every((payment) => payment.status !== 'PENDING');
}

export const FAILURES: Partial<Record<PaymentStatus, { error_code: string; error_description: string }>> = {
  FAILED: { error_code: 'TRANSACTION_DECLINED', error_description: 'The bank declined the payment' },
  CANCELLED: { error_code: 'ORDER_CLOSED', error_description: 'Paid too late and sent back to the payer' },
  USER_DROPPED: { error_code: 'USER_DROPPED', error_description: 'The payer left without paying' },
};

function toPaymentFields(payment: Payment) {
  return {
    cf_payment_id: payment.cfPaymentId,
    payment_status: payment.status,
    payment_amount: toRupees(payment.amountPaise),
    payment_currency: 'INR',
    payment_message: FAILURES[payment.status]?.error_description ?? `Simulated ${payment.status}`,
    payment_time: payment.startedAt,
    bank_reference: payment.bankReference,
    payment_group: 'upi',
    payment_method: { upi: { channel: 'collect', upi_id: 'payer@sandbox' } },
  };
}

function toErrorDetails(payment: Payment) {
  const failure = FAILURES[payment.status];
  return failure ? { ...failure, error_reason: 'simulated', error_source: 'customer' } : null;
}

function toPaymentAnswer(order: Order, payment: Payment) {
  return {
    ...toPaymentFields(payment),
    entity: 'payment',
    order_id: order.orderId,
    order_amount: toRupees(order.amountPaise),
    order_currency: 'INR',
    is_captured: payment.status === 'SUCCESS',
    payment_completion_time: payment.completedAt,
    error_details: toErrorDetails(payment),
  };
}

function toWebhookData(order: Order, payment: Payment) {
  return {
    order: {
      order_id: order.orderId,
      order_amount: toRupees(order.amountPaise),
      order_currency: 'INR',
      order_tags: order.tags,
    },
    payment: toPaymentFields(payment),
    customer_details: order.customer,
    error_details: toErrorDetails(payment),
  };
}
