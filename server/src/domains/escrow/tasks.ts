import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, getPayloadNumber, getPayloadText, type Tasks } from '../../platform/queue/index.ts';
import { getPaymentGateway } from '../../ports/index.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { checkChargeback, pollChargebacks, pollOrderChargebacks } from './chargebacks/service.ts';
import type { EscrowDeps } from './events.ts';
import { buildCheckKey, registerOrder } from './orders/service.ts';
import { findOrder, listOrdersToCheck } from './orders/store.ts';
import { checkOrder, checkPaidOrder } from './payments/service.ts';
import { checkRefund, reconcileRefunds, refundUnapplied } from './refunds/service.ts';
import { enqueuePendingRefunds } from './refunds/store.ts';

/** Below the provider's smallest limit for listing payments (30 per minute), which leaves room for webhooks. */
const CHECKS_PER_MINUTE = 20;

export const tasks = (deps: EscrowDeps): Tasks => ({
  register_order: async (payload) => void (await registerOrder(deps, getPayloadText(payload, 'orderId'))),
  check_order: (payload) => checkOrder(deps, getPayloadText(payload, 'orderId')),
  check_paid_order: (payload) =>
    checkPaidOrder(deps, getPayloadText(payload, 'orderId'), getPayloadNumber(payload, 'round')),
  close_order: (payload) => closeOrder(deps, getPayloadText(payload, 'orderId')),
  reconcile_orders: () => reconcileOrders(deps),
  refund_unapplied: (payload) =>
    refundUnapplied(deps, {
      orderId: getPayloadText(payload, 'orderId'),
      paymentId: getPayloadText(payload, 'paymentId'),
      amountPaise: getPayloadNumber(payload, 'amountPaise'),
    }),
  check_refund: (payload) =>
    checkRefund(deps, getPayloadText(payload, 'refundId'), getPayloadNumber(payload, 'round')),
  reconcile_refunds: () => reconcileRefunds(deps),
  resume_refunds: () => inTx(deps.db, enqueuePendingRefunds),
  check_chargeback: (payload) =>
    checkChargeback(deps, getPayloadText(payload, 'provider'), getPayloadText(payload, 'chargebackId')),
  look_at_payments: () => pollChargebacks(deps),
  look_at_order: (payload) =>
    pollOrderChargebacks(deps, getPayloadText(payload, 'provider'), getPayloadText(payload, 'orderId')),
});

export const crontab = [
  '* * * * * reconcile_orders',
  '* * * * * reconcile_refunds',
  '* * * * * look_at_payments',
];

async function reconcileOrders({ db, ports }: Deps): Promise<void> {
  const ids = await listOrdersToCheck(db, ports.clock.now(), CHECKS_PER_MINUTE);
  await inTx(db, async (tx) => {
    for (const orderId of ids) await enqueue(tx, 'check_order', { orderId }, { key: buildCheckKey(orderId) });
  });
}

/** A refusal means that the order was paid or had already ended; a check finds out which. */
async function closeOrder({ db, ports }: Deps, orderId: string): Promise<void> {
  const order = await findOrder(db, orderId);
  if (!order) return;
  try {
    await getPaymentGateway(ports, order.provider).terminateOrder(orderId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'rejected') throw error;
  }
}
