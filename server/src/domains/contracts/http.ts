import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../platform/domain.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { mountWebhook } from '../../platform/http/webhook.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import type { PaymentGateway } from '../../ports/payment-gateway.ts';
import { checkKey } from './jobs.ts';
import { mountPayPage } from './pay-page.ts';
import { ourRefundId } from './refunds.ts';

/** What is no call of the API: the payer's way to the provider, and the provider's word back. */
export function http(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  const { payments, otherPayments } = deps.ports;
  mountPayPage(app, deps, settings);
  mountPayments(app, deps, payments, '/webhooks/payments');
  for (const gateway of [payments, otherPayments])
    if (gateway) mountPayments(app, deps, gateway, `/webhooks/payments/${gateway.provider}`);
}

function mountPayments(app: FastifyInstance, deps: Deps, gateway: PaymentGateway, path: string): void {
  mountWebhook(app, deps, {
    path,
    provider: gateway.provider,
    read: (headers, rawBody) => gateway.readWebhook(headers, rawBody),
    async onEvent(tx, event) {
      if (event.about === 'order')
        await enqueue(tx, 'check_order', { orderId: event.orderId }, { key: checkKey(event.orderId) });
      if (event.about !== 'refund') return;
      const refundId = ourRefundId(event.refundId);
      await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
    },
  });
}
