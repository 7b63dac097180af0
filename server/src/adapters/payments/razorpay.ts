import { z } from 'zod';
import type {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  NewGatewayOrder,
  PaymentEvent,
  PaymentGateway,
  WebhookReading,
} from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { listKeys } from '../cashfree.ts';
import { listMovements } from './razorpay-lists.ts';
import * as records from './razorpay-records.ts';
import { notes, createRazorpayClient, readSignedEvent, unixTime, type RazorpayAccount } from '../razorpay.ts';

export interface RazorpayPaymentsConfig extends RazorpayAccount {
  checkout: 'sandbox-page' | 'script';
  /** The sandbox's address. The vendor's script has its own. */
  checkoutBaseUrl: string;
  /** Shown to the payer. */
  shopName: string;
}

const VENDOR_HOSTS = 'https://*.razorpay.com';
const VENDOR_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';
const LONGEST_NOTE = 200;
/** A payment that the bank confirms within these minutes is captured automatically; a later one is refunded. */
const CAPTURE_WITHIN_MINUTES = 24 * 60;

/**
 * Our order id is the vendor's `receipt`, which need not be unique: a repeated request may create two orders under one
 * receipt. Both belong to us, so we query all of them, and a payment of any counts.
 */
export function createRazorpayPayments(config: RazorpayPaymentsConfig): PaymentGateway {
  const client = createRazorpayClient(config, 'payments');

  /** Oldest first. */
  async function listOrders(orderId: string): Promise<VendorOrder[]> {
    const vendorOrders = await client.list('/orders', { receipt: orderId }, order);
    return vendorOrders
      .filter((vendorOrder) => vendorOrder.receipt === orderId)
      .toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  }

  async function getOrder(orderId: string): Promise<GatewayOrder | null> {
    const orders = await listOrders(orderId);
    const decisiveOrder = orders.find((vendorOrder) => vendorOrder.status === 'paid') ?? orders[0];
    return decisiveOrder ? toGatewayOrder(orderId, decisiveOrder) : null;
  }

  async function listPayments(orderId: string): Promise<GatewayPayment[]> {
    const orders = await listOrders(orderId);
    if (orders.length === 0) throw new ProviderError('rejected', 'order_not_found', 'no such order');
    const lists = await Promise.all(
      orders.map(({ id }) => client.list(`/orders/${encodeURIComponent(id)}/payments`, {}, payment)),
    );
    return lists
      .flat()
      .toSorted((a, b) => b.createdAt.getTime() - a.createdAt.getTime())
      .map((vendorPayment) => toGatewayPayment(orderId, vendorPayment));
  }

  return {
    provider: 'razorpay',

    async createOrder(newOrder) {
      const existing = await getOrder(newOrder.orderId);
      if (existing?.amountPaise === newOrder.amountPaise) return existing;
      if (existing)
        throw new ProviderError('rejected', 'order_id_used', 'the order id stands for another amount');
      const body = buildOrderRequest(newOrder);
      return toGatewayOrder(
        newOrder.orderId,
        await client.call({ method: 'POST', path: '/orders', body }, order),
      );
    },

    getOrder,

    listPayments,

    /** The vendor's orders cannot be closed. A note marks this one as closed for later lookups. */
    async terminateOrder(orderId) {
      const orders = await listOrders(orderId);
      if (orders.some((vendorOrder) => vendorOrder.status === 'paid'))
        throw new ProviderError('rejected', 'order_already_paid', 'a paid order cannot be closed');
      await Promise.all(
        orders.map(({ id, notes }) =>
          client.call(
            {
              method: 'PATCH',
              path: `/orders/${encodeURIComponent(id)}`,
              body: { notes: { ...notes, closed: 'yes' } },
            },
            order,
          ),
        ),
      );
    },

    async createRefund({ orderId, paymentId, refundId, amountPaise, note }) {
      const request = {
        method: 'POST' as const,
        path: `/payments/${encodeURIComponent(paymentId)}/refund`,
        // The key must have at least ten characters, which our ids need not have.
        headers: { 'x-refund-idempotency': `fws-refund-${refundId}` },
        body: {
          amount: amountPaise,
          speed: 'normal',
          receipt: refundId,
          notes: { order_id: orderId, note: note.slice(0, LONGEST_NOTE) },
        },
      };
      return toGatewayRefund(orderId, refundId, await client.call(request, refund));
    },

    async getRefund(orderId, paymentId, refundId) {
      const path = `/payments/${encodeURIComponent(paymentId)}/refunds`;
      const vendorRefund = (await client.list(path, {}, refund)).find(
        (candidate) => candidate.receipt === refundId,
      );
      return vendorRefund ? toGatewayRefund(orderId, refundId, vendorRefund) : null;
    },

    getChargeback: (chargebackId) => records.getChargeback(client, chargebackId),

    async listChargebacks(orderId) {
      const paymentIds = (await listPayments(orderId)).map((gatewayItem) => gatewayItem.paymentId);
      return records.listChargebacks(client, orderId, new Set(paymentIds));
    },

    getSettlement: (settlementId) => records.getSettlement(client, settlementId),
    listSettlements: (query) => records.listSettlements(client, query),
    listMovements: (query) => listMovements(client, query),

    checkout({ orderId, sessionId, returnUrl }) {
      if (config.checkout === 'sandbox-page') {
        const query = new URLSearchParams({ callback_url: returnUrl });
        const url = `${config.checkoutBaseUrl}/checkout/${encodeURIComponent(sessionId)}?${query}`;
        return { kind: 'redirect', url };
      }
      const start = buildStartScript(config, { orderId, sessionId, returnUrl });
      return { kind: 'script', src: VENDOR_SCRIPT, start, hosts: VENDOR_HOSTS };
    },

    readWebhook: (headers, rawBody) => readPaymentWebhook(headers, rawBody, config.webhookSecrets),
  };
}

/**
 * After an attempt the vendor's page posts to `callback_url`. When the payer closes the dialog, the script redirects
 * there.
 */
function buildStartScript(
  { keyId, shopName }: RazorpayPaymentsConfig,
  order: { orderId: string; sessionId: string; returnUrl: string },
): string {
  const options = JSON.stringify({
    key: keyId,
    order_id: order.sessionId,
    name: shopName,
    // Returned with each payment of this order, also in webhooks.
    notes: { order_id: order.orderId },
    callback_url: order.returnUrl,
    redirect: true,
  }).replaceAll('<', '\\u003c');
  return `var o=${options};o.modal={ondismiss:function(){location.replace(o.callback_url)}};new Razorpay(o).open()`;
}

function buildOrderRequest(newOrder: NewGatewayOrder) {
  return {
    amount: newOrder.amountPaise,
    currency: 'INR',
    receipt: newOrder.orderId,
    partial_payment: false,
    payment: {
      capture: 'automatic',
      capture_options: { automatic_expiry_period: CAPTURE_WITHIN_MINUTES, refund_speed: 'normal' },
    },
    notes: { note: newOrder.note.slice(0, LONGEST_NOTE), customer_id: newOrder.customerId },
  };
}

const ORDER_STATUS = { created: 'active', attempted: 'active', paid: 'paid' } as const;

const order = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    currency: z.string(),
    receipt: z.string().nullish(),
    status: z.enum(listKeys(ORDER_STATUS)),
    notes,
    created_at: unixTime,
  })
  .transform(({ created_at: createdAt, ...fields }) => ({ ...fields, createdAt }));
type VendorOrder = z.infer<typeof order>;

const toGatewayOrder = (orderId: string, vendorOrder: VendorOrder): GatewayOrder => ({
  orderId,
  providerOrderId: vendorOrder.id,
  amountPaise: vendorOrder.amount,
  currency: vendorOrder.currency,
  status:
    vendorOrder.status !== 'paid' && vendorOrder.notes['closed'] === 'yes'
      ? 'terminated'
      : ORDER_STATUS[vendorOrder.status],
  sessionId: vendorOrder.id,
});

/**
 * `authorized` becomes `captured` automatically, as each order requests. `refunded` means that the payer has the money
 * back.
 */
const PAYMENT_STATUS = {
  created: 'pending',
  authorized: 'pending',
  captured: 'success',
  refunded: 'void',
  failed: 'failed',
} as const;
const LEFT_BY_PAYER = 'payment_cancelled';

const payment = z
  .object({
    id: z.string(),
    amount: z.number().int(),
    currency: z.string(),
    status: z.enum(listKeys(PAYMENT_STATUS)),
    method: z.string().nullish(),
    error_reason: z.string().nullish(),
    error_description: z.string().nullish(),
    acquirer_data: z
      .object({ rrn: z.string().nullish(), bank_transaction_id: z.string().nullish() })
      .nullish()
      .catch(null),
    created_at: unixTime,
  })
  .transform(({ created_at: createdAt, ...fields }) => ({ ...fields, createdAt }));

function toGatewayPayment(orderId: string, vendorPayment: z.infer<typeof payment>): GatewayPayment {
  const status = PAYMENT_STATUS[vendorPayment.status];
  return {
    paymentId: vendorPayment.id,
    orderId,
    amountPaise: vendorPayment.amount,
    currency: vendorPayment.currency,
    status:
      vendorPayment.status === 'failed' && vendorPayment.error_reason === LEFT_BY_PAYER
        ? 'user_dropped'
        : status,
    method: vendorPayment.method ?? 'unknown',
    bankReference:
      vendorPayment.acquirer_data?.rrn ?? vendorPayment.acquirer_data?.bank_transaction_id ?? null,
    completedAt: status === 'pending' ? null : vendorPayment.createdAt,
    failureReason: vendorPayment.status === 'failed' ? (vendorPayment.error_description ?? null) : null,
  };
}

const REFUND_STATUS = { pending: 'pending', processed: 'success', failed: 'failed' } as const;

const refund = z.object({
  amount: z.number().int(),
  receipt: z.string().nullish(),
  status: z.enum(listKeys(REFUND_STATUS)),
});

const toGatewayRefund = (
  orderId: string,
  refundId: string,
  vendorRefund: z.infer<typeof refund>,
): GatewayRefund => ({
  refundId,
  orderId,
  amountPaise: vendorRefund.amount,
  status: REFUND_STATUS[vendorRefund.status],
});

const orderEvent = z
  .object({ order: z.object({ entity: z.object({ receipt: z.string() }) }) })
  .transform(({ order: { entity } }): PaymentEvent => ({ about: 'order', orderId: entity.receipt }));

const paymentEvent = z
  .object({ payment: z.object({ entity: z.object({ notes }) }) })
  .transform(({ payment: { entity } }): PaymentEvent | null => {
    const orderId = entity.notes['order_id'];
    return orderId === undefined ? null : { about: 'order', orderId };
  });

const refundEvent = z
  .object({ refund: z.object({ entity: z.object({ receipt: z.string().nullish(), notes }) }) })
  .transform(({ refund: { entity } }): PaymentEvent | null =>
    // A refund made at the vendor's own pages has no id of ours.
    entity.receipt
      ? { about: 'refund', orderId: entity.notes['order_id'] ?? '', refundId: entity.receipt }
      : null,
  );

/** Matches by prefix: the vendor adds types, and an event only says which object to fetch. */
function webhookSchemaFor(type: string): z.ZodType<PaymentEvent | null> | null {
  if (/^order\.[a-z]+$/.test(type)) return orderEvent;
  if (/^payment\.[a-z]+$/.test(type)) return paymentEvent;
  if (/^refund\.[a-z_]+$/.test(type)) return refundEvent;
  if (type.startsWith('payment.dispute.')) return records.chargebackEvent;
  return type.startsWith('settlement.') ? records.settlementEvent : null;
}

function readPaymentWebhook(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secrets: readonly string[],
): WebhookReading<PaymentEvent> {
  const reading = readSignedEvent(headers, rawBody, secrets);
  if (reading.verdict !== 'valid') return reading;
  const { data, ...signed } = reading;
  const { type } = signed;
  const schema = webhookSchemaFor(type);
  if (!schema) return { ...signed, event: null };
  const event = schema.safeParse(data);
  return event.success
    ? { ...signed, event: event.data }
    : { verdict: 'malformed', reason: `data of ${type}` };
}
