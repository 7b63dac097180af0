import type { FastifyInstance } from 'fastify';
import type { Context } from './context.ts';
import { collection, orderEntity, paymentEntity, refundEntity } from './razorpay-answers.ts';
import { startRefund } from './refunds.ts';
import { nextRazorpayId, type Order, type Payment, type Refund, type State } from './state.ts';
import { VendorError } from './vendor-error.ts';

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

export function razorpayOrdersApi(app: FastifyInstance, context: Context): void {
  const { state } = context;

  app.post<{ Body: OrderRequest }>(
    '/orders',
    { schema: { body: orderRequest }, ...limited },
    async ({ body }) => orderEntity(newOrder(context, body)),
  );

  app.get<{ Querystring: { receipt?: string; count?: string } }>('/orders', limited, async ({ query }) => {
    const found = razorpayOrders(state).filter(
      (order) => query.receipt === undefined || order.razorpay?.receipt?.includes(query.receipt),
    );
    return collection(page(found, query.count).map(orderEntity));
  });

  app.get<ById>('/orders/:id', limited, async ({ params }) => orderEntity(orderOf(state, params.id)));

  app.patch<ById & { Body: { notes: Notes } }>(
    '/orders/:id',
    { schema: { body: { type: 'object', required: ['notes'], properties: { notes } } }, ...limited },
    async ({ params, body }) => {
      const order = orderOf(state, params.id);
      if (order.razorpay) order.razorpay.notes = body.notes;
      return orderEntity(order);
    },
  );

  app.get<ById & { Querystring: { count?: string } }>(
    '/orders/:id/payments',
    limited,
    async ({ params, query }) => {
      const order = orderOf(state, params.id);
      return collection(page(order.payments, query.count).map((one) => paymentEntity(order, one)));
    },
  );

  app.get<ById>('/payments/:id', limited, async ({ params }) => {
    const { order, payment } = paymentOf(state, params.id);
    return paymentEntity(order, payment);
  });

  app.post<ById & { Body: RefundRequest }>(
    '/payments/:id/refund',
    { schema: { body: refundRequest }, ...limited },
    async ({ params, body, headers }) => {
      const { order, payment } = paymentOf(state, params.id);
      const key = headers['x-refund-idempotency'];
      return refundEntity(refundOnce(context, order, payment, body, typeof key === 'string' ? key : null));
    },
  );

  app.get<ById & { Querystring: { count?: string } }>(
    '/payments/:id/refunds',
    limited,
    async ({ params, query }) => {
      const { order } = paymentOf(state, params.id);
      const found = order.refunds.filter((one) => one.razorpay?.paymentId === params.id);
      return collection(page(found, query.count).map(refundEntity));
    },
  );
}

const razorpayOrders = (state: State): Order[] =>
  Object.values(state.orders).filter((order) => order.razorpay !== undefined);

/** Newest first, ten items by default. */
const page = <Item>(items: Item[], count = '10'): Item[] =>
  items.toReversed().slice(0, Math.min(Number(count), 100));

export const unknownId = () => new VendorError(400, 'BAD_REQUEST_ERROR', 'The id provided does not exist');

function orderOf(state: State, id: string): Order {
  const order = razorpayOrders(state).find((one) => one.razorpay?.id === id);
  if (!order) throw unknownId();
  return order;
}

function paymentOf(state: State, id: string): { order: Order; payment: Payment } {
  for (const order of razorpayOrders(state)) {
    const payment = order.payments.find((one) => one.cfPaymentId === id);
    if (payment) return { order, payment };
  }
  throw unknownId();
}

/** Receipts need not be unique: only the first order with a receipt is stored under it. */
function newOrder(context: Context, body: OrderRequest): Order {
  const { state } = context;
  const id = nextRazorpayId(state, 'order');
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
  const known = key === null ? undefined : order.refunds.find((one) => one.razorpay?.key === key);
  if (known?.razorpay?.request === request) return known;
  if (known) throw new VendorError(400, 'BAD_REQUEST_ERROR', 'Different request body for the same key');

  const amountPaise = body.amount ?? payment.amountPaise;
  const back = order.refunds.filter(
    (one) => one.razorpay?.paymentId === payment.cfPaymentId && one.status !== 'FAILED',
  );
  const left = payment.amountPaise - back.reduce((paise, one) => paise + one.amountPaise, 0);
  if (payment.status !== 'SUCCESS')
    throw new VendorError(400, 'BAD_REQUEST_ERROR', 'The payment status should be captured');
  if (amountPaise > left)
    throw new VendorError(400, 'BAD_REQUEST_ERROR', 'The total refund amount is greater than the payment');
  const id = nextRazorpayId(context.state, 'rfnd');
  return startRefund(context, order, {
    refundId: body.receipt ?? id,
    cfRefundId: id,
    amountPaise,
    note: body.notes?.['note'] ?? null,
    speed: body.speed ?? 'normal',
    razorpay: { paymentId: payment.cfPaymentId, notes: body.notes ?? {}, key, request },
  });
}
