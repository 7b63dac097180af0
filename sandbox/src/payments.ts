import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { findOrder, statusOf } from './orders.ts';
import { rupeesFromPaise } from './rupees.ts';
import { razorpayPaymentEvents } from './razorpay-events.ts';
import { nextNumber, nextRazorpayId, type Order, type Payment, type PaymentStatus } from './state.ts';
import { VendorError } from './vendor-error.ts';

export const OUTCOMES = ['SUCCESS', 'FAILED', 'PENDING', 'USER_DROPPED'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const WEBHOOK_OF: Record<PaymentStatus, string> = {
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

export function paymentsApi(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.get<{ Params: { orderId: string } }>(
    '/orders/:orderId/payments',
    { config: { perMinute: 30 } },
    async (request) => {
      const order = findOrder(state.orders, request.params.orderId);
      return order.payments.toReversed().map((payment) => paymentAnswer(order, payment));
    },
  );

  app.post<{ Body: Simulation }>('/simulate', { schema: { body: simulation } }, async (request) => {
    const { entity, entity_id, entity_simulation } = request.body;
    const { payment_status } = entity_simulation;
    if (entity === 'ORDERS') attemptPayment(context, findOrder(state.orders, entity_id), payment_status);
    else settlePayment(context, entity_id, payment_status);
    return { simulation_id: String(nextNumber(state)), entity, entity_id, entity_simulation };
  });
}

/** Why a payer cannot start an attempt now, or null. */
export function attemptRefusal(order: Order, now: Date): 'paid' | 'closed' | null {
  if (order.status === 'PAID') return order.secondPaymentAllowed ? null : 'paid';
  return statusOf(order, now) === 'ACTIVE' ? null : 'closed';
}

/**
 * Makes one attempt with that outcome, as if the payer had pressed the button on the checkout page.
 * A success on an expired or terminated order is too late: it is CANCELLED and the payer gets the money back.
 */
export function attemptPayment(context: Context, order: Order, outcome: Outcome): void {
  const refusal = attemptRefusal(order, context.now());
  if (refusal === 'paid') throw new VendorError(400, 'order_already_paid', 'Order is already paid');
  if (refusal === 'closed' && outcome !== 'SUCCESS') {
    throw new VendorError(400, 'order_inactive', 'Order is no longer active');
  }
  const payment: Payment = {
    cfPaymentId: order.razorpay ? nextRazorpayId(context.state, 'pay') : String(nextNumber(context.state)),
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
    const payment = order.payments.find((one) => one.cfPaymentId === cfPaymentId);
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
    payment.bankReference = String(nextNumber(context.state));
    if (order.status === 'PAID') order.secondPaymentAllowed = false;
    order.status = 'PAID';
  } else if (order.status === 'TERMINATION_REQUESTED' && noneUnderWay(order)) {
    order.status = 'TERMINATED';
  }
  if (order.razorpay) {
    for (const event of razorpayPaymentEvents(context, order, payment)) context.webhooks.send(event);
    return;
  }
  context.webhooks.send({
    entity: order.orderId,
    url: order.meta.notify_url ?? `${context.settings.fwsUrl}/webhooks/payments/cashfree`,
    type: WEBHOOK_OF[outcome],
    version: '2025-01-01',
    data: webhookData(order, payment),
  });
}

function noneUnderWay(order: Order): boolean {
  return order.payments.every((payment) => payment.status !== 'PENDING');
}

export const FAILURES: Partial<Record<PaymentStatus, { error_code: string; error_description: string }>> = {
  FAILED: { error_code: 'TRANSACTION_DECLINED', error_description: 'The bank declined the payment' },
  CANCELLED: { error_code: 'ORDER_CLOSED', error_description: 'Paid too late and sent back to the payer' },
  USER_DROPPED: { error_code: 'USER_DROPPED', error_description: 'The payer left without paying' },
};

function paymentFields(payment: Payment) {
  return {
    cf_payment_id: payment.cfPaymentId,
    payment_status: payment.status,
    payment_amount: rupeesFromPaise(payment.amountPaise),
    payment_currency: 'INR',
    payment_message: FAILURES[payment.status]?.error_description ?? `Simulated ${payment.status}`,
    payment_time: payment.startedAt,
    bank_reference: payment.bankReference,
    payment_group: 'upi',
    payment_method: { upi: { channel: 'collect', upi_id: 'payer@sandbox' } },
  };
}

function errorDetails(payment: Payment) {
  const failure = FAILURES[payment.status];
  return failure ? { ...failure, error_reason: 'simulated', error_source: 'customer' } : null;
}

function paymentAnswer(order: Order, payment: Payment) {
  return {
    ...paymentFields(payment),
    entity: 'payment',
    order_id: order.orderId,
    order_amount: rupeesFromPaise(order.amountPaise),
    order_currency: 'INR',
    is_captured: payment.status === 'SUCCESS',
    payment_completion_time: payment.completedAt,
    error_details: errorDetails(payment),
  };
}

function webhookData(order: Order, payment: Payment) {
  return {
    order: {
      order_id: order.orderId,
      order_amount: rupeesFromPaise(order.amountPaise),
      order_currency: 'INR',
      order_tags: order.tags,
    },
    payment: paymentFields(payment),
    customer_details: order.customer,
    error_details: errorDetails(payment),
  };
}
