import type { FastifyInstance } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Context } from '../context.ts';
import { toPaise, toRupees } from '../rupees.ts';
import { generateNumber, type Order } from '../state.ts';
import { VendorError } from '../vendor-error.ts';

const LARGEST_ORDER_PAISE = 1_000_000_00;
const DAY_MS = 86_400_000;
const DEFAULT_EXPIRY_MS = 30 * DAY_MS;

interface OrderRequest {
  order_id?: string;
  order_amount: number;
  order_currency: string;
  customer_details: Order['customer'];
  order_meta?: { return_url?: string; notify_url?: string; payment_methods?: string };
  order_expiry_time?: string;
  order_note?: string;
  order_tags?: Record<string, string>;
}

const buildTextSchema = (maxLength: number, minLength = 1) => ({ type: 'string', minLength, maxLength });

const orderRequest = {
  type: 'object',
  required: ['order_amount', 'order_currency', 'customer_details'],
  properties: {
    order_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{3,50}$' },
    order_amount: { type: 'number' },
    order_currency: { const: 'INR' },
    customer_details: {
      type: 'object',
      required: ['customer_id', 'customer_phone'],
      properties: {
        customer_id: { type: 'string', pattern: '^[A-Za-z0-9_-]{3,50}$' },
        customer_phone: { type: 'string', pattern: '^\\+?\\d{10,14}$' },
        customer_email: buildTextSchema(100, 3),
        customer_name: buildTextSchema(100),
      },
    },
    order_meta: {
      type: 'object',
      properties: {
        return_url: { type: 'string', maxLength: 250, pattern: '^https?://' },
        notify_url: { type: 'string', maxLength: 250, pattern: '^https?://' },
        payment_methods: buildTextSchema(200, 0),
      },
    },
    order_expiry_time: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}T' },
    order_note: buildTextSchema(200, 0),
    order_tags: { type: 'object', maxProperties: 10, additionalProperties: buildTextSchema(255) },
  },
};

export function addOrderRoutes(app: FastifyInstance, context: Context): void {
  const { state, now } = context;

  app.post<{ Body: OrderRequest }>(
    '/orders',
    { schema: { body: orderRequest }, config: { perMinute: 30 } },
    async (request) => {
      const orderId = request.body.order_id ?? `order_${generateNumber(state)}`;
      if (state.orders[orderId]) {
        throw new VendorError(409, 'order_already_exists', 'order with same id is already present');
      }
      const order = createOrder(request.body, orderId, context);
      state.orders[orderId] = order;
      return toOrderAnswer(order, now());
    },
  );

  app.get<{ Params: { orderId: string } }>(
    '/orders/:orderId',
    { config: { perMinute: 60 } },
    async (request) => toOrderAnswer(findOrder(state.orders, request.params.orderId), now()),
  );

  app.patch<{ Params: { orderId: string }; Body: { order_status: string } }>(
    '/orders/:orderId',
    {
      schema: {
        body: {
          type: 'object',
          required: ['order_status'],
          properties: { order_status: { const: 'TERMINATED' } },
        },
      },
    },
    async (request) => {
      const order = findOrder(state.orders, request.params.orderId);
      if (order.status === 'PAID') {
        throw new VendorError(400, 'order_already_paid', 'a paid order cannot be terminated');
      }
      const hasPendingPayment = order.payments.some((payment) => payment.status === 'PENDING');
      order.status = hasPendingPayment ? 'TERMINATION_REQUESTED' : 'TERMINATED';
      return toOrderAnswer(order, now());
    },
  );
}

function createOrder(body: OrderRequest, orderId: string, context: Context): Order {
  const amountPaise = toPaise(body.order_amount);
  if (amountPaise === null || amountPaise < 100 || amountPaise > LARGEST_ORDER_PAISE) {
    throw new VendorError(400, 'order_amount_invalid', 'order_amount : invalid value');
  }
  const now = context.now();
  const expiresAt = body.order_expiry_time
    ? new Date(body.order_expiry_time)
    : new Date(now.getTime() + DEFAULT_EXPIRY_MS);
  if (!(expiresAt > now)) {
    throw new VendorError(400, 'order_expiry_time_invalid', 'order_expiry_time : must be in the future');
  }
  return {
    orderId,
    cfOrderId: String(generateNumber(context.state)),
    sessionId: `session_${randomBytes(24).toString('base64url')}`,
    amountPaise,
    status: 'ACTIVE',
    customer: body.customer_details,
    meta: {
      return_url: body.order_meta?.return_url ?? null,
      notify_url: body.order_meta?.notify_url ?? null,
      payment_methods: body.order_meta?.payment_methods ?? null,
    },
    note: body.order_note ?? null,
    tags: body.order_tags ?? null,
    createdAt: now.toISOString(),
    expiresAt: expiresAt.toISOString(),
    secondPaymentAllowed: false,
    payments: [],
    refunds: [],
  };
}

export function findOrder(orders: Record<string, Order>, orderId: string): Order {
  const order = orders[orderId];
  if (!order) throw new VendorError(404, 'order_not_found', 'Order Reference Id does not exist');
  return order;
}

export function getOrderStatus(order: Order, now: Date): Order['status'] | 'EXPIRED' {
  return order.status === 'ACTIVE' && new Date(order.expiresAt) <= now ? 'EXPIRED' : order.status;
}

function toOrderAnswer(order: Order, now: Date) {
  return {
    cf_order_id: order.cfOrderId,
    order_id: order.orderId,
    entity: 'order',
    order_currency: 'INR',
    order_amount: toRupees(order.amountPaise),
    order_status: getOrderStatus(order, now),
    payment_session_id: order.sessionId,
    order_expiry_time: order.expiresAt,
    order_note: order.note,
    customer_details: order.customer,
    order_meta: order.meta,
    order_splits: [],
    order_tags: order.tags,
    created_at: order.createdAt,
  };
}
