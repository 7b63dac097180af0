import { z } from 'zod';
import type {
  GatewayOrder,
  GatewayPayment,
  GatewayRefund,
  ListQuery,
  NewGatewayOrder,
  PaymentEvent,
  PaymentGateway,
  WebhookReading,
} from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import {
  createCashfreeClient,
  parseDate,
  isRejection,
  listKeys,
  readSignedBody,
  toRupeeNumber,
  rupeesAsPaise,
  type CashfreeAccount,
} from '../cashfree.ts';
import { movementPage } from './cashfree-lists.ts';
import { chargeback, chargebackEvent, settlementEvent, settlementPage } from './cashfree-records.ts';

export interface CashfreePaymentsConfig extends CashfreeAccount {
  checkout: 'sandbox-page' | 'script';
  /** The sandbox's address. The vendor's script has its own. */
  checkoutBaseUrl: string;
}

const API_VERSION = '2025-01-01';
const VENDOR_HOSTS = 'https://*.cashfree.com';
const VENDOR_SCRIPT = 'https://sdk.cashfree.com/js/v3/cashfree.js';
const LONGEST_ORDER_NOTE = 200;
const LONGEST_REFUND_NOTE = 100;
const LIST_PAGE = 100;

export function createCashfreePayments(config: CashfreePaymentsConfig): PaymentGateway {
  const client = createCashfreeClient(config, API_VERSION);
  const getOrder = (orderId: string) => client.find(toOrderPath(orderId), order, 'order_not_found');

  return {
    provider: 'cashfree',

    async createOrder(newOrder) {
      try {
        return await client.call(
          { method: 'POST', path: '/orders', body: buildOrderRequest(newOrder) },
          order,
        );
      } catch (error) {
        if (!isRejection(error, 'order_already_exists')) throw error;
      }
      const existing = await getOrder(newOrder.orderId);
      if (existing?.amountPaise === newOrder.amountPaise) return existing;
      throw new ProviderError('rejected', 'order_id_used', 'the order id stands for another amount');
    },

    getOrder,

    async listPayments(orderId) {
      return client.call({ method: 'GET', path: `${toOrderPath(orderId)}/payments` }, z.array(payment));
    },

    async terminateOrder(orderId) {
      const body = { order_status: 'TERMINATED' };
      await client.call({ method: 'PATCH', path: toOrderPath(orderId), body }, order);
    },

    async createRefund({ orderId, refundId, amountPaise, note }) {
      const body = {
        refund_id: refundId,
        refund_amount: toRupeeNumber(amountPaise),
        refund_note: note.slice(0, LONGEST_REFUND_NOTE),
      };
      return client.call({ method: 'POST', path: `${toOrderPath(orderId)}/refunds`, body }, refund);
    },

    getRefund(orderId, _paymentId, refundId) {
      const path = `${toOrderPath(orderId)}/refunds/${encodeURIComponent(refundId)}`;
      return client.find(path, refund, 'refund_not_found');
    },

    getChargeback(chargebackId) {
      return client.find(`/disputes/${encodeURIComponent(chargebackId)}`, chargeback, 'dispute_not_found');
    },

    listChargebacks(orderId) {
      return client.call({ method: 'GET', path: `${toOrderPath(orderId)}/disputes` }, z.array(chargeback));
    },

    async getSettlement(settlementId) {
      const body = {
        pagination: { limit: 10, cursor: null },
        filters: { cf_settlement_ids: [settlementId] },
      };
      const page = await client.call({ method: 'POST', path: '/settlements', body }, settlementPage);
      return page.settlements.find((candidate) => candidate.settlementId === settlementId) ?? null;
    },

    listSettlements(query) {
      return client.call(
        { method: 'POST', path: '/settlements', body: buildPageRequest(query) },
        settlementPage,
      );
    },

    listMovements(query) {
      return client.call({ method: 'POST', path: '/recon', body: buildPageRequest(query) }, movementPage);
    },

    checkout({ sessionId }) {
      return config.checkout === 'sandbox-page'
        ? { kind: 'redirect', url: `${config.checkoutBaseUrl}/checkout/${encodeURIComponent(sessionId)}` }
        : {
            kind: 'script',
            src: VENDOR_SCRIPT,
            start: buildStartScript(sessionId, config.baseUrl),
            hosts: VENDOR_HOSTS,
          };
    },

    readWebhook: (headers, rawBody) => readPaymentWebhook(headers, rawBody, config.clientSecret),
  };
}

/** The vendor's script needs to know whether the session belongs to its sandbox or to production. */
function buildStartScript(sessionId: string, baseUrl: string): string {
  const mode = new URL(baseUrl).hostname.startsWith('sandbox.') ? 'sandbox' : 'production';
  const order = JSON.stringify({ paymentSessionId: sessionId, redirectTarget: '_self' });
  return `Cashfree({mode:"${mode}"}).checkout(${order.replaceAll('<', '\\u003c')})`;
}

function buildPageRequest({ from, until, cursor }: ListQuery) {
  return {
    pagination: { limit: LIST_PAGE, cursor },
    filters: { start_date: from.toISOString(), end_date: until.toISOString() },
  };
}

function toOrderPath(orderId: string): string {
  return `/orders/${encodeURIComponent(orderId)}`;
}

function buildOrderRequest(newOrder: NewGatewayOrder) {
  return {
    order_id: newOrder.orderId,
    order_amount: toRupeeNumber(newOrder.amountPaise),
    order_currency: 'INR',
    order_note: newOrder.note.slice(0, LONGEST_ORDER_NOTE),
    order_expiry_time: newOrder.expiresAt.toISOString(),
    customer_details: {
      customer_id: newOrder.customerId,
      customer_phone: newOrder.customerPhone,
      customer_email: newOrder.customerEmail,
    },
    order_meta: { return_url: newOrder.returnUrl, notify_url: newOrder.notifyUrl },
  };
}

const ORDER_STATUS = {
  ACTIVE: 'active',
  PAID: 'paid',
  EXPIRED: 'expired',
  TERMINATED: 'terminated',
  TERMINATION_REQUESTED: 'terminated',
} as const;

const order = z
  .object({
    order_id: z.string(),
    cf_order_id: z.coerce.string(),
    order_amount: rupeesAsPaise,
    order_currency: z.string(),
    order_status: z.enum(listKeys(ORDER_STATUS)),
    payment_session_id: z.string(),
  })
  .transform((reply): GatewayOrder => ({
    orderId: reply.order_id,
    providerOrderId: reply.cf_order_id,
    amountPaise: reply.order_amount,
    currency: reply.order_currency,
    status: ORDER_STATUS[reply.order_status],
    sessionId: reply.payment_session_id,
  }));

const PAYMENT_STATUS = {
  SUCCESS: 'success',
  PENDING: 'pending',
  FLAGGED: 'pending',
  NOT_ATTEMPTED: 'not_attempted',
  FAILED: 'failed',
  USER_DROPPED: 'user_dropped',
  CANCELLED: 'cancelled',
  VOID: 'void',
} as const;

const payment = z
  .object({
    cf_payment_id: z.coerce.string(),
    order_id: z.string(),
    payment_amount: rupeesAsPaise,
    payment_currency: z.string(),
    payment_status: z.enum(listKeys(PAYMENT_STATUS)),
    payment_group: z.string().nullish(),
    bank_reference: z.string().nullish(),
    payment_completion_time: z.string().nullish(),
    error_details: z.object({ error_description: z.string().nullish() }).nullish(),
  })
  .transform((reply): GatewayPayment => ({
    paymentId: reply.cf_payment_id,
    orderId: reply.order_id,
    amountPaise: reply.payment_amount,
    currency: reply.payment_currency,
    status: PAYMENT_STATUS[reply.payment_status],
    method: reply.payment_group ?? 'unknown',
    bankReference: reply.bank_reference ?? null,
    completedAt: parseDate(reply.payment_completion_time),
    failureReason: reply.error_details?.error_description ?? null,
  }));

const REFUND_STATUS = {
  PENDING: 'pending',
  SUCCESS: 'success',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  ONHOLD: 'on_hold',
} as const;

const refund = z
  .object({
    refund_id: z.string(),
    order_id: z.string(),
    refund_amount: rupeesAsPaise,
    refund_status: z.enum(listKeys(REFUND_STATUS)),
  })
  .transform((reply): GatewayRefund => ({
    refundId: reply.refund_id,
    orderId: reply.order_id,
    amountPaise: reply.refund_amount,
    status: REFUND_STATUS[reply.refund_status],
  }));

const paymentEvent = z
  .object({ order: z.object({ order_id: z.string() }) })
  .transform(({ order }): PaymentEvent => ({ about: 'order', orderId: order.order_id }));

const refundEvent = z
  .object({ refund: z.object({ order_id: z.string(), refund_id: z.string() }) })
  .transform(({ refund }): PaymentEvent => ({
    about: 'refund',
    orderId: refund.order_id,
    refundId: refund.refund_id,
  }));

function readPaymentWebhook(
  headers: Record<string, string | undefined>,
  rawBody: Buffer,
  secret: string,
): WebhookReading<PaymentEvent> {
  const reading = readSignedBody(headers, rawBody, [secret]);
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

/** Matches by prefix: the vendor adds types, and an event only says which object to fetch. */
function webhookSchemaFor(type: string): z.ZodType<PaymentEvent> | null {
  if (type === 'REFUND_STATUS_WEBHOOK') return refundEvent;
  if (type.startsWith('PAYMENT_')) return paymentEvent;
  if (type.startsWith('DISPUTE_')) return chargebackEvent;
  return type.startsWith('SETTLEMENT_') ? settlementEvent : null;
}
