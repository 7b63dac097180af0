import { createHmac } from 'node:crypto';
import type { PaymentGateway } from '../../src/ports/payment-gateway.ts';
import { createCashfreePayments } from '../../src/adapters/payments/cashfree.ts';
import { createRazorpayPayments } from '../../src/adapters/payments/razorpay.ts';

type Headers = Record<string, string | undefined>;

/** What the tests need to know about each payment gateway. */
export interface GatewayUnderTest {
  name: string;
  connect: (sandboxUrl: string) => PaymentGateway;
  /** The sandbox's path for orders. */
  ordersPath: string;
  /** The headers of a webhook with this body, signed with this secret. */
  sign: (body: string, secret: string) => Headers;
  signatureHeader: string;
  dedupeHeader: string;
  /** Bodies of genuine webhooks: about order `a-1`, of an unhandled type, and with the data missing. */
  webhooks: { order: object; unknown: object; empty: object };
}

const TIMESTAMP = '1763700000000';

export const gateways: GatewayUnderTest[] = [
  {
    name: 'cashfree',
    connect: (sandboxUrl) =>
      createCashfreePayments({
        baseUrl: `${sandboxUrl}/pg`,
        clientId: 'sandbox',
        clientSecret: 'sandbox',
        checkout: 'sandbox-page',
        checkoutBaseUrl: sandboxUrl,
      }),
    ordersPath: '/pg/orders',
    sign: (body, secret) => ({
      'x-webhook-timestamp': TIMESTAMP,
      'x-webhook-signature': createHmac('sha256', secret)
        .update(TIMESTAMP + body)
        .digest('base64'),
    }),
    signatureHeader: 'x-webhook-signature',
    dedupeHeader: 'x-idempotency-key',
    webhooks: {
      order: { type: 'PAYMENT_SUCCESS_WEBHOOK', data: { order: { order_id: 'a-1' } } },
      unknown: { type: 'VENDOR_ONBOARDED', data: {} },
      empty: { type: 'PAYMENT_SUCCESS_WEBHOOK' },
    },
  },
  {
    name: 'razorpay',
    connect: (sandboxUrl) =>
      createRazorpayPayments({
        baseUrl: `${sandboxUrl}/razorpay/v1`,
        keyId: 'sandbox',
        keySecret: 'sandbox',
        webhookSecrets: ['newer', 'sandbox'],
        checkout: 'sandbox-page',
        checkoutBaseUrl: sandboxUrl,
        shopName: 'FWS',
      }),
    ordersPath: '/razorpay/v1/orders',
    sign: (body, secret) => ({
      'x-razorpay-signature': createHmac('sha256', secret).update(body).digest('hex'),
    }),
    signatureHeader: 'x-razorpay-signature',
    dedupeHeader: 'x-razorpay-event-id',
    webhooks: {
      order: {
        event: 'order.paid',
        payload: { order: { entity: { receipt: 'a-1' } } },
        created_at: Number(TIMESTAMP) / 1000,
      },
      unknown: { event: 'payment.downtime.started', payload: {} },
      empty: { event: 'order.paid' },
    },
  },
];
