import { pick } from './action.ts';
import type { Outside } from './outside.ts';
import type { Provider, WebhookPath } from './product.ts';

/** Webhooks about everything that exists at the provider and about unknown ids. Their contents are mostly false. */

interface News {
  path: WebhookPath;
  /** Id of the order, refund, chargeback, settlement or transfer. */
  id: string;
  body: string;
}

interface Tellers {
  order(id: string, c: number): object;
  refund(id: string, orderId: string): object;
  claim(id: string): object;
  settlement(id: string): object;
  transfer(id: string, c: number): object;
}

const cashfree: Tellers = {
  order: (id, c) => ({
    type: pick(['PAYMENT_SUCCESS_WEBHOOK', 'PAYMENT_FAILED_WEBHOOK', 'PAYMENT_USER_DROPPED_WEBHOOK'], c),
    data: { order: { order_id: id }, payment: { payment_status: 'SUCCESS', payment_amount: 1_000_000 } },
  }),
  refund: (id, orderId) => ({
    type: 'REFUND_STATUS_WEBHOOK',
    data: { refund: { order_id: orderId, refund_id: id, refund_status: 'SUCCESS' } },
  }),
  claim: (id) => ({
    type: 'DISPUTE_UPDATED',
    data: { dispute: { dispute_id: id, dispute_status: 'CHARGEBACK_MERCHANT_WON' } },
  }),
  settlement: (id) => ({
    type: 'SETTLEMENT_SUCCESS',
    data: { settlement: { settlement_id: id, amount_settled: 1_000_000 } },
  }),
  transfer: (id, c) => ({
    type: pick(['TRANSFER_SUCCESS', 'TRANSFER_FAILED', 'TRANSFER_REVERSED'], c),
    data: { transfer_id: id, status: 'SUCCESS' },
  }),
};

const razorpay: Tellers = {
  order: (id, c) =>
    c % 2 === 0
      ? { event: 'order.paid', payload: { order: { entity: { receipt: id, amount: 1_000_000 } } } }
      : {
          event: pick(['payment.captured', 'payment.failed', 'payment.authorized'], c),
          payload: { payment: { entity: { notes: { order_id: id }, amount: 1_000_000 } } },
        },
  refund: (id, orderId) => ({
    event: 'refund.processed',
    payload: { refund: { entity: { receipt: id, notes: { order_id: orderId }, status: 'processed' } } },
  }),
  claim: (id) => ({
    event: 'payment.dispute.won',
    payload: { dispute: { entity: { id, status: 'won', amount_deducted: 0 } } },
  }),
  settlement: (id) => ({
    event: 'settlement.processed',
    payload: { settlement: { entity: { id, amount: 1_000_000 } } },
  }),
  transfer: (id, c) => ({
    event: pick(['payout.processed', 'payout.failed', 'payout.reversed'], c),
    payload: { payout: { entity: { reference_id: id, status: 'processed' } } },
  }),
};

const TELLERS: Record<Provider, Tellers> = { cashfree, razorpay };

export function newsOf(outside: Outside, c: number, provider: Provider): News[] {
  const tell = TELLERS[provider];
  const of = (path: WebhookPath, id: string, body: object): News => ({
    path,
    id,
    body: JSON.stringify({ event_time: new Date(outside.now()).toISOString(), ...body }),
  });
  const ofPayment = (id: string, body: object) => of('/webhooks/payments', id, body);
  return [
    ...[...outside.orders.keys()].map((id) => ofPayment(id, tell.order(id, c))),
    ...[...outside.orders].flatMap(([orderId, { refunds }]) =>
      [...refunds.keys()].map((id) => ofPayment(id, tell.refund(id, orderId))),
    ),
    ...[...outside.claims.keys()].map((id) => ofPayment(id, tell.claim(id))),
    ...[...outside.settlements.keys()].map((id) => ofPayment(id, tell.settlement(id))),
    ...[...outside.transfers.keys()].map((id) => of('/webhooks/payouts', id, tell.transfer(id, c))),
    ofPayment('unheard', tell.order('unheard_of', c)),
  ];
}
