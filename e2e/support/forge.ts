import { randomUUID } from 'node:crypto';
import type { Product } from './fixtures.ts';

/** Sends a forged webhook that says an order was paid. */
export const forgeWebhook = (product: Product): Promise<Response> =>
  fetch(`${product.url}/webhooks/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-timestamp': String(Date.now()),
      'x-webhook-signature': 'guessed',
    },
    body: JSON.stringify({
      type: 'PAYMENT_SUCCESS_WEBHOOK',
      data: { order: { order_id: `order_${randomUUID()}` }, payment: { payment_status: 'SUCCESS' } },
    }),
  });
