import { pick } from './action.ts';
import type { Outside } from '../support/product/outside.ts';
import type { Provider, WebhookPath } from '../support/product/product.ts';

/** Webhooks about everything that exists at the provider and about unknown ids. Their contents are mostly false. */

interface WebhookEvent {
  path: WebhookPath;
  /** Id of the order, refund, chargeback, settlement or transfer. */
  id: string;
  body: string;
}

interface EventBuilders {
  buildOrder(id: string, c: number): object;
  buildRefund(id: string, orderId: string): object;
  buildChargeback(id: string): object;
  buildSettlement(id: string): object;
  buildTransfer(id: string, c: number): object;
}

const cashfree: EventBuilders = {
  buildOrder: (id, c) => ({
    type: pick(['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK'], c),
    data: { order: { order_id: id }, payment: { payment_status: 'SUCCESS', payment_amount: 1_000_000 } },
  }),
  buildRefund: (id, orderId) => ({
    type: 'REFUND_STATUS_WEBHOOK',
    data: { refund: { order_id: orderId, refund_id: id, refund_status: 'SUCCESS' } },
  }),
  buildChargeback: (id) => ({
    type: 'DISPUTE_UPDATED',
    data: { dispute: { dispute_id: id, dispute_status: 'CHARGEBACK_MERCHANT_WON' } },
  }),
  buildSettlement: (id) => ({
    type: 'SETTLEMENT_SUCCESS',
    data: { settlement: { settlement_id: id, amount_settled: 1_000_000 } },
  }),
  buildTransfer: (id, c) => ({
    type: pick(['TRANSFER_SUCCESS', 'TRANSFER_FAILED', 'TRANSFER_REVERSED'], c),
    data: { transfer_id: id, status: 'SUCCESS' },
  }),
};

const razorpay: EventBuilders = {
  buildOrder: (id, c) =>
    c % 2 === 0
      ? { event: 'order.paid', payload: { order: { entity: { receipt: id, amount: 1_000_000 } } } }
      : {
          event: pick(['payment.captured', 'payment.failed', 'payment.authorized'], c),
          payload: { payment: { entity: { notes: { order_id: id }, amount: 1_000_000 } } },
        },
  buildRefund: (id, orderId) => ({
    event: 'refund.processed',
    payload: { refund: { entity: { receipt: id, notes: { order_id: orderId }, status: 'processed' } } },
  }),
  buildChargeback: (id) => ({
    event: 'payment.dispute.won',
    payload: { dispute: { entity: { id, status: 'won', amount_deducted: 0 } } },
  }),
  buildSettlement: (id) => ({
    event: 'settlement.processed',
    payload: { settlement: { entity: { id, amount: 1_000_000 } } },
  }),
  buildTransfer: (id, c) => ({
    event: pick(['payout.processed', 'payout.failed', 'payout.reversed'], c),
    payload: { payout: { entity: { reference_id: id, status: 'processed' } } },
  }),
};

const EVENT_BUILDERS: Record<Provider, EventBuilders> = { cashfree, razorpay };

export function buildWebhookEvents(outside: Outside, c: number, provider: Provider): WebhookEvent[] {
  const builders = EVENT_BUILDERS[provider];
  const buildEvent = (path: WebhookPath, id: string, body: object): WebhookEvent => ({
    path,
    id,
    body: JSON.stringify({ event_time: new Date(outside.now()).toISOString(), ...body }),
  });
  const buildPaymentEvent = (id: string, body: object) => buildEvent('/webhooks/payments', id, body);
  return [
    ...[...outside.orders.keys()].map((id) => buildPaymentEvent(id, builders.buildOrder(id, c))),
    ...[...outside.orders].flatMap(([orderId, { refunds }]) =>
      [...refunds.keys()].map((id) => buildPaymentEvent(id, builders.buildRefund(id, orderId))),
    ),
    ...[...outside.chargebacks.keys()].map((id) => buildPaymentEvent(id, builders.buildChargeback(id))),
    ...[...outside.settlements.keys()].map((id) => buildPaymentEvent(id, builders.buildSettlement(id))),
    ...[...outside.transfers.keys()].map((id) =>
      buildEvent('/webhooks/payouts', id, builders.buildTransfer(id, c)),
    ),
    buildPaymentEvent('unheard', builders.buildOrder('unheard_of', c)),
  ];
}
