import type { FastifyInstance } from 'fastify';
import type { Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { CallSettings } from '../../platform/http/calls.ts';
import { mountWebhook } from '../../platform/http/webhook.ts';
import { createWebhook, type AnyWebhook } from '../../platform/webhooks.ts';
import { enqueue } from '../../platform/queue/index.ts';
import type { PaymentEvent, PaymentGateway } from '../../ports/payment-gateway.ts';
import { buildCheckKey } from './orders/service.ts';
import { mountPayPage } from './payments/http.ts';
import { mountReceipt } from './receipts/http.ts';
import { findRefundIdByTry } from './refunds/store.ts';

/** Routes outside the API: the payer's way to the provider's checkout, and the provider's webhooks. */
export function http(app: FastifyInstance, deps: Deps, settings: CallSettings): void {
  mountPayPage(app, deps, settings);
  mountReceipt(app, deps, settings);
  for (const definition of buildWebhooks(deps)) mountWebhook(app, deps, definition);
}

/** The first path belongs to the provider that takes payments now. Each provider also has a path of its own. */
export function buildWebhooks({ config, ports }: Pick<Deps, 'config' | 'ports'>): AnyWebhook[] {
  const { payments, otherPayments } = ports;
  const buildWebhook = (gateway: PaymentGateway, path: string): AnyWebhook =>
    createWebhook({
      path,
      provider: gateway.provider,
      maxAgeMs: config.webhookMaxAgeMs,
      read: (headers, rawBody) => gateway.readWebhook(headers, rawBody),
      onEvent: (tx, event) => enqueueProviderCheck(tx, gateway.provider, event),
    });
  return [
    buildWebhook(payments, '/webhooks/payments'),
    ...[payments, otherPayments].flatMap((gateway) =>
      gateway ? [buildWebhook(gateway, `/webhooks/payments/${gateway.provider}`)] : [],
    ),
  ];
}

/** Queues the provider check that an event calls for. At most one check per subject waits in the queue. */
async function enqueueProviderCheck(tx: Tx, provider: string, event: PaymentEvent): Promise<void> {
  if (event.about === 'order') {
    await enqueue(tx, 'check_order', { orderId: event.orderId }, { key: buildCheckKey(event.orderId) });
  } else if (event.about === 'refund') {
    const refundId = await findRefundIdByTry(tx, event.refundId);
    if (refundId === null) return;
    await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
  } else if (event.about === 'chargeback') {
    const { chargebackId } = event;
    await enqueue(tx, 'check_chargeback', { provider, chargebackId }, { key: `chargeback:${chargebackId}` });
  } else {
    const { settlementId } = event;
    await enqueue(tx, 'check_settlement', { provider, settlementId }, { key: `settlement:${settlementId}` });
  }
}
