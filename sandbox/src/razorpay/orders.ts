import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { toOrderEntity, toPaymentEntity, toRefundEntity } from './payment-entities.ts';
import { toCollection } from './replies.ts';
import { startRefund } from '../cashfree/refunds.ts';
import { generateRazorpayId, type Order, type Payment, type Refund, type State } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

/** Razorpay publishes no limit. This is a guess that a test can reach. */
export const CALLS_A_MINUTE = 300;
const LARGEST_PAISE = 1_000_000_00;
/** Razorpay's orders never expire. */
const NEVER = '9999-12-31T00:00:00.000Z';

type Notes = Record<string, string>;

interface OrderRequest {
  amount: number;
  currency: string;
  receipt?: string;
  notes?: Notes;
}

interface RefundRequest {
  amount?: number;
  speed?: string;
  receipt?: string;
  notes?: Notes;
}

interface ById {
  Params: { id: string };
}

const notes = { type: 'object', maxProperties: 15, additionalProperties: { type: 'string', maxLength: 256 } };

const orderRequest = {
  type: 'object',
  required: ['amount', 'currency'],
  properties: {
    amount: { type: 'integer', minimum: 100, maximum: LARGEST_PAISE },
    currency: { const: 'INR' },
    receipt: { type: 'string', maxLength: 40 },
    partial_payment: { const: false },
    payment: {
      type: 'object',
      required: ['capture'],
      properties: { capture: { enum: ['automatic', 'manual'] } },
    },
    notes,
  },
};

const refundRequest = {
  type: 'object',
  properties: {
    amount: { type: 'integer', minimum: 100 },
    speed: { enum: ['normal', 'optimum'] },
    receipt: { type: 'string', maxLength: 40 },
    notes,
  },
};

const limited = { config: { perMinute: CALLS_A_MINUTE } };

export function addRazorpayOrderRoutes(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.post<{ Body: OrderRequest }>(
    '/orders',
    { schema: { body: orderRequest }, ...limited },
    async ({ body }) => toOrderEntity(createOrder(context, body)),
  );

  app.get<{ Querystring: { receipt?: string; count?: string } }>('/orders', limited, async ({ query }) => {
    const matching = listRazorpayOrders(state).filter(
      (order) => query.receipt === undefined || order.razorpay?.receipt?.includes(query.receipt),
    );
    return toCollection(takePage(matching, query.count).map(toOrderEntity));
  });

  app.get<ById>('/orders/:id', limited, async ({ params }) => toOrderEntity(getOrder(state, params.id)));

  app.patch<ById & { Body: { notes: Notes } }>(
    '/orders/:id',
    { schema: { body: { type: 'object', required: ['notes'], properties: { notes } } }, ...limited },
    async ({ params, body }) => {
      const order = getOrder(state, params.id);
      if (order.razorpay) order.razorpay.notes = body.notes;
      return toOrderEntity(order);
    },
  );

  app.get<ById & { Querystring: { count?: string } }>(
    '/orders/:id/payments',
    limited,
    async ({ params, query }) => {
      const order = getOrder(state, params.id);
      return toCollection(
        takePage(order.payments, query.count).map((payment) => toPaymentEntity(order, payment)),
      );
    },
  );

  app.get<ById>('/payments/:id', limited, async ({ params }) => {
    const { order, payment } = getPayment(state, params.id);
    return toPaymentEntity(order, payment);
  });

  app.post<ById & { Body: RefundRequest }>(
    '/payments/:id/refund',
    { schema: { body: refundRequest }, ...limited },
    async ({ params, body, headers }) => {
      const { order, payment } = getPayment(state, params.id);
      const key = headers['x-refund-idempotency'];
      return toRefundEntity(refundOnce(context, order, payment, body, typeof key === 'string' ? key : null));
    },
  );

  app.get<ById & { Querystring: { count?: string } }>(
    '/payments/:id/refunds',
    limited,
    async ({ params, query }) => {
      const { order } = getPayment(state, params.id);
      const refunds = order.refunds.filter((refund) => refund.razorpay?.paymentId === params.id);
      return toCollection(takePage(refunds, query.count).map(toRefundEntity));
    },
  );
}

const listRazorpayOrders = (state: State): Order[] =>
  Object.values(state.orders).filter((order) => order.razorpay !== undefined);

/** Newest first, ten items by default. */
const takePage = <Item>(items: Item[], count = '10'): Item[] =>
  items.toReversed().slice(0, Math.min(Number(count), 100));

export const createUnknownIdError = () =>
  new VendorError(400, 'BAD_REQUEST_ERROR', 'The id provided does not exist');

function getOrder(state: State, id: string): Order {
  const order = listRazorpayOrders(state).find((candidate) => candidate.razorpay?.id === id);
  if (!order) throw createUnknownIdError();
  return order;
}

function getPayment(state: State, id: string): { order: Order; payment: Payment } {
  for (const order of listRazorpayOrders(state)) {
    const payment = order.payments.find((candidate) => candidate.cfPaymentId === id);
    if (payment) return { order, payment };
  }
  throw createUnknownIdError();
}

/** Receipts need not be unique: only the first order with a receipt is stored under it. */
function createOrder(context: Context, body: OrderRequest): Order {
  const { state } = context;
  const id = generateRazorpayId(state, 'order');
  const receipt = body.receipt ?? null;
  const order: Order = {
    orderId: receipt === null || state.orders[receipt] ? id : receipt,
    cfOrderId: id,
    sessionId: id,
    amountPaise: body.amount,
    status: 'ACTIVE',
    customer: { customer_id: body.notes?.['customer_id'] ?? 'unknown', customer_phone: '' },
    meta: { return_url: null, notify_url: null, payment_methods: null },
    note: body.notes?.['note'] ?? null,
    tags: null,
    createdAt: context.now().toISOString(),
    expiresAt: NEVER,
    secondPaymentAllowed: false,
    payments: [],
    refunds: [],
    razorpay: { id, receipt, notes: body.notes ?? {} },
  };
  state.orders[order.orderId] = order;
  return order;
}

/** A repeated idempotency key returns the same refund, or 400 when the request differs. */
function refundOnce(
  context: Context,
  order: Order,
  payment: Payment,
  body: RefundRequest,
  key: string | null,
): Refund {
  if (key !== null && !/^[A-Za-z0-9_-]{10,}$/.test(key))
    throw new VendorError(400, 'BAD_REQUEST_ERROR', 'X-Refund-Idempotency: at least 10 letters');
  const request = JSON.stringify(body);
  const existing = key === null ? undefined : order.refunds.find((refund) => refund.razorpay?.key === key);
  if (existing?.razorpay?.request === request) return existing;
  if (existing) throw new VendorError(400, 'BAD_REQUEST_ERROR', 'Different request body for the same key');

  const amountPaise = body.amount ?? payment.amountPaise;
  const activeRefunds = order.refunds.filter(
    (refund) => refund.razorpay?.paymentId === payment.cfPaymentId && refund.status !== 'FAILED',
  );
  const leftPaise =
    payment.amountPaise - activeRefunds.reduce((paise, refund) => paise + refund.amountPaise, 0);
  if (payment.status !== 'SUCCESS')
    throw new VendorError(400, 'BAD_REQUEST_ERROR', 'The payment status should be captured');
  if (amountPaise > leftPaise)
    throw new VendorError(400, 'BAD_REQUEST_ERROR', 'The total refund amount is greater than the payment');
  const id = generateRazorpayId(context.state, 'rfnd');
  return startRefund(context, order, {
    refundId: body.receipt ?? id,
    cfRefundId: id,
    amountPaise,
    note: body.notes?.['note'] ?? null,
    speed: body.speed ?? 'normal',
    razorpay: { paymentId: payment.cfPaymentId, notes: body.notes ?? {}, key, request },
  });
}
