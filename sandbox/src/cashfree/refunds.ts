import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findOrder } from './orders.ts';
import { toPaise, toRupees } from '../rupees.ts';
import { buildRazorpayRefundEvent } from '../razorpay/events.ts';
import { generateNumber, type Order, type Refund, type RefundStatus } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

interface RefundRequest {
  refund_amount: number;
  refund_id: string;
  refund_note?: string;
  refund_speed?: string;
}

const refundRequest = {
  type: 'object',
  required: ['refund_amount', 'refund_id'],
  properties: {
    refund_amount: { type: 'number' },
    refund_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{3,40}$' },
    refund_note: { type: 'string', maxLength: 100 },
    refund_speed: { enum: ['STANDARD', 'INSTANT'] },
  },
};

/** These notes decide how a refund ends; with any other note it succeeds. */
const ENDS_BY_NOTE: Record<string, RefundStatus[]> = { FAILED: ['FAILED'], PENDING: [] };

export function addRefundRoutes(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.post<{ Params: { orderId: string }; Body: RefundRequest }>(
    '/orders/:orderId/refunds',
    { schema: { body: refundRequest }, config: { perMinute: 30 } },
    async (request) => {
      const order = findOrder(state.orders, request.params.orderId);
      const { body } = request;
      const existing = order.refunds.find((refund) => refund.refundId === body.refund_id);
      if (existing && !isSameRequest(existing, body)) {
        throw new VendorError(400, 'refund_id_used', 'refund_id exists with another request body');
      }
      return toRefundAnswer(order, existing ?? acceptRefund(context, order, body));
    },
  );

  app.get<{ Params: { orderId: string } }>('/orders/:orderId/refunds', async (request) => {
    const order = findOrder(state.orders, request.params.orderId);
    return order.refunds.map((refund) => toRefundAnswer(order, refund));
  });

  app.get<{ Params: { orderId: string; refundId: string } }>(
    '/orders/:orderId/refunds/:refundId',
    async (request) => {
      const order = findOrder(state.orders, request.params.orderId);
      return toRefundAnswer(order, findRefund(order, request.params.refundId));
    },
  );

  for (const order of Object.values(state.orders)) {
    for (const refund of order.refunds) scheduleNextStep(context, order, refund);
  }
}

export function findRefund(order: Order, refundId: string): Refund {
  const refund = order.refunds.find((candidate) => candidate.refundId === refundId);
  if (!refund) throw new VendorError(404, 'refund_not_found', 'Refund does not exist');
  return refund;
}

/** Ends a pending refund. */
export function settleRefund(context: Context, order: Order, refund: Refund, status: RefundStatus): void {
  if (refund.status !== 'PENDING') {
    throw new VendorError(400, 'refund_already_settled', `the refund is ${refund.status}`);
  }
  refund.nextSteps = [];
  moveTo(context, order, refund, status);
}

function isSameRequest(refund: Refund, body: RefundRequest): boolean {
  return (
    refund.amountPaise === toPaise(body.refund_amount) &&
    refund.note === (body.refund_note ?? null) &&
    refund.speed === (body.refund_speed ?? 'STANDARD')
  );
}

function acceptRefund(context: Context, order: Order, body: RefundRequest): Refund {
  const amountPaise = toPaise(body.refund_amount);
  if (amountPaise === null) {
    throw new VendorError(400, 'refund_amount_invalid', 'refund_amount : invalid value');
  }
  if (amountPaise > calculateRefundablePaise(order)) {
    throw new VendorError(400, 'refund_amount_exceeds', 'refund_amount : more than what was paid');
  }
  return startRefund(context, order, {
    refundId: body.refund_id,
    cfRefundId: `refund_${generateNumber(context.state)}`,
    amountPaise,
    note: body.refund_note ?? null,
    speed: body.refund_speed ?? 'STANDARD',
  });
}

export function startRefund(
  context: Context,
  order: Order,
  accepted: Omit<Refund, 'status' | 'createdAt' | 'processedAt' | 'nextSteps'>,
): Refund {
  const refund: Refund = {
    ...accepted,
    status: 'PENDING',
    createdAt: context.now().toISOString(),
    processedAt: null,
    nextSteps: [...(ENDS_BY_NOTE[accepted.note ?? ''] ?? ['SUCCESS'])],
  };
  order.refunds.push(refund);
  scheduleNextStep(context, order, refund);
  return refund;
}

function calculateRefundablePaise(order: Order): number {
  const paid = order.payments.filter((payment) => payment.status === 'SUCCESS');
  const activeRefunds = order.refunds.filter(
    (refund) => refund.status !== 'FAILED' && refund.status !== 'CANCELLED',
  );
  return sumPaise(paid) - sumPaise(activeRefunds);
}

function sumPaise(parts: { amountPaise: number }[]): number {
  return parts.reduce((total, part) => total + part.amountPaise, 0);
}

function scheduleNextStep(context: Context, order: Order, refund: Refund): void {
  if (refund.nextSteps.length === 0) return;
  context.scheduleStep(context.settings.payoutDelayMs, () => {
    const status = refund.nextSteps.shift();
    if (status) moveTo(context, order, refund, status);
  });
}

function moveTo(context: Context, order: Order, refund: Refund, status: RefundStatus): void {
  refund.status = status;
  refund.processedAt = context.now().toISOString();
  if (refund.razorpay) {
    const event = buildRazorpayRefundEvent(context, order, refund);
    if (event) context.webhooks.send(event);
    return;
  }
  context.webhooks.send({
    entity: order.orderId,
    url: order.meta.notify_url ?? `${context.settings.fwsUrl}/webhooks/payments/cashfree`,
    type: 'REFUND_STATUS_WEBHOOK',
    version: '2025-01-01',
    data: { refund: toRefundAnswer(order, refund) },
  });
}

function toRefundAnswer(order: Order, refund: Refund) {
  const paid = order.payments.find((payment) => payment.status === 'SUCCESS');
  return {
    cf_payment_id: paid?.cfPaymentId ?? null,
    cf_refund_id: refund.cfRefundId,
    refund_id: refund.refundId,
    order_id: order.orderId,
    entity: 'refund',
    refund_amount: toRupees(refund.amountPaise),
    refund_currency: 'INR',
    refund_note: refund.note,
    refund_status: refund.status,
    refund_type: 'MERCHANT_INITIATED',
    refund_arn: refund.status === 'SUCCESS' ? refund.cfRefundId.replace('refund_', 'RF') : null,
    refund_charge: 0,
    status_description: `Refund is ${refund.status.toLowerCase()}`,
    refund_speed: { requested: refund.speed, accepted: refund.speed, processed: null, message: null },
    created_at: refund.createdAt,
    processed_at: refund.processedAt,
  };
}
