import type { GatewayOrder, GatewayPayment, PaymentGateway } from '../../ports/payment-gateway.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { listMovements } from './razorpay-lists.ts';
import * as records from './razorpay-records.ts';
import { createRazorpayClient, type RazorpayAccount } from '../razorpay.ts';
import {
  LONGEST_NOTE,
  buildOrderRequest,
  order,
  payment,
  refund,
  toGatewayOrder,
  toGatewayPayment,
  toGatewayRefund,
  type VendorOrder,
} from './razorpay-entities.ts';
import { readPaymentWebhook } from './razorpay-webhooks.ts';

export interface RazorpayPaymentsConfig extends RazorpayAccount {
  checkout: 'sandbox-page' | 'script';
  /** The sandbox's address. The vendor's script has its own. */
  checkoutBaseUrl: string;
  /** Shown to the payer. */
  shopName: string;
}

const VENDOR_HOSTS = 'https://*.razorpay.com';
const VENDOR_SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

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
