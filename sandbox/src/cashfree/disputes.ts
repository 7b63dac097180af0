import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { findOrder } from './orders.ts';
import { LOST } from '../sums.ts';
import { toRupees } from '../rupees.ts';
import { buildRazorpayDisputeEvent } from '../razorpay/events.ts';
import {
  generateNumber,
  generateRazorpayId,
  type Dispute,
  type DisputeStep,
  type DisputeType,
  type Order,
} from '../state.ts';
import { VendorError } from '../vendor-error.ts';

const DAY_MS = 86_400_000;
const RESPOND_WITHIN_MS = 7 * DAY_MS;

export function addDisputeRoutes(app: FastifyInstance, { state }: Context): void {
  app.get<{ Params: { disputeId: string } }>('/disputes/:disputeId', async ({ params }) => {
    const dispute = findDispute(state.disputes, params.disputeId);
    return toDisputeAnswer(dispute, findOrder(state.orders, dispute.orderId));
  });

  app.get<{ Params: { orderId: string } }>('/orders/:orderId/disputes', async ({ params }) => {
    const order = findOrder(state.orders, params.orderId);
    return Object.values(state.disputes)
      .filter((dispute) => dispute.orderId === order.orderId)
      .map((dispute) => toDisputeAnswer(dispute, order));
  });
}

export function findDispute(disputes: Record<string, Dispute>, disputeId: string): Dispute {
  const dispute = disputes[disputeId];
  if (!dispute) throw new VendorError(404, 'dispute_not_found', 'Dispute does not exist');
  return dispute;
}

/** Simulates that the payer's bank disputes a payment. */
export function openDispute(
  context: Context,
  cfPaymentId: string,
  options: { type: DisputeType; amountPaise: number | null },
): Dispute {
  const { state, now } = context;
  const order = Object.values(state.orders).find(({ payments }) =>
    payments.some((payment) => payment.cfPaymentId === cfPaymentId && payment.status === 'SUCCESS'),
  );
  const payment = order?.payments.find((candidate) => candidate.cfPaymentId === cfPaymentId);
  if (!order || !payment) throw new VendorError(404, 'payment_not_found', 'No such successful payment');
  const at = now().toISOString();
  const dispute: Dispute = {
    disputeId: order.razorpay ? generateRazorpayId(state, 'disp') : String(generateNumber(state)),
    orderId: order.orderId,
    cfPaymentId,
    amountPaise: options.amountPaise ?? payment.amountPaise,
    type: options.type,
    step: 'CREATED',
    createdAt: at,
    updatedAt: at,
    respondBy: new Date(now().getTime() + RESPOND_WITHIN_MS).toISOString(),
    resolvedAt: null,
    settledPaise: 0,
  };
  state.disputes[dispute.disputeId] = dispute;
  announce(context, order, dispute, 'DISPUTE_CREATED');
  return dispute;
}

/** Moves a dispute to a step and a stage. A bank may reopen it after it has lost. */
export function moveDispute(
  context: Context,
  dispute: Dispute,
  to: { step: DisputeStep; type: DisputeType },
): void {
  const last = new Date(dispute.updatedAt).getTime();
  // Each change has its own time, because readers compare the times to find the newer one.
  dispute.updatedAt = new Date(Math.max(context.now().getTime(), last + 1)).toISOString();
  dispute.type = to.type;
  dispute.step = to.step;
  const isOver = to.step === 'MERCHANT_WON' || LOST.includes(to.step);
  dispute.resolvedAt = isOver ? dispute.updatedAt : null;
  const order = findOrder(context.state.orders, dispute.orderId);
  announce(context, order, dispute, isOver ? 'DISPUTE_CLOSED' : 'DISPUTE_UPDATED');
}

function announce(context: Context, order: Order, dispute: Dispute, type: string): void {
  if (order.razorpay) {
    context.webhooks.send(buildRazorpayDisputeEvent(context, order, dispute));
    return;
  }
  const { order_details, customer_details, ...fields } = toDisputeAnswer(dispute, order);
  context.webhooks.send({
    entity: order.orderId,
    url: order.meta.notify_url ?? `${context.settings.fwsUrl}/webhooks/payments/cashfree`,
    type,
    version: '2025-01-01',
    data: { dispute: fields, order_details, customer_details },
  });
}

function toDisputeAnswer(dispute: Dispute, order: Order) {
  return {
    dispute_id: dispute.disputeId,
    dispute_type: dispute.type,
    reason_code: '4855',
    reason_description: 'Goods or Services Not Provided',
    dispute_amount: toRupees(dispute.amountPaise),
    dispute_amount_currency: 'INR',
    created_at: dispute.createdAt,
    updated_at: dispute.updatedAt,
    respond_by: dispute.respondBy,
    resolved_at: dispute.resolvedAt,
    dispute_status: `${dispute.type}_${dispute.step}`,
    cf_dispute_remarks: 'Simulated',
    order_details: {
      order_id: order.orderId,
      order_amount: toRupees(order.amountPaise),
      order_currency: 'INR',
      cf_payment_id: dispute.cfPaymentId,
      payment_amount: toRupees(dispute.amountPaise),
      payment_currency: 'INR',
    },
    customer_details: order.customer,
  };
}
