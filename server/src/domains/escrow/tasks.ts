import * as z from 'zod/mini';
import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import {
  defineTasks,
  enqueue,
  noPayload,
  type CronLine,
  type Payloads,
  type TaskPriorities,
} from '../../platform/queue/index.ts';
import { getPaymentGateway } from '../../ports/index.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { checkChargeback, pollChargebacks, pollOrderChargebacks } from './chargebacks/check.ts';
import type { EscrowDeps } from './events.ts';
import { buildCheckKey, registerOrder } from './orders/service.ts';
import { findOrder, listOrdersToCheck } from './orders/store.ts';
import { checkOrder, checkPaidOrder } from './payments/service.ts';
import { checkRefund, reconcileRefunds } from './refunds/check.ts';
import { enqueuePendingRefunds } from './refunds/store.ts';
import { refundUnapplied } from './refunds/unapplied.ts';

/** Below the provider's smallest limit for listing payments (30 per minute), which leaves room for webhooks. */
const CHECKS_PER_MINUTE = 20;

const orderPayload = z.object({ orderId: z.string() });
const payloads = {
  register_order: orderPayload,
  check_order: orderPayload,
  check_paid_order: z.object({ orderId: z.string(), round: z.int() }),
  close_order: orderPayload,
  reconcile_orders: noPayload,
  refund_unapplied: z.object({ orderId: z.string(), paymentId: z.string(), amountPaise: z.int() }),
  check_refund: z.object({ refundId: z.string(), round: z.int() }),
  reconcile_refunds: noPayload,
  resume_refunds: noPayload,
  check_chargeback: z.object({ provider: z.string(), chargebackId: z.string() }),
  poll_chargebacks: noPayload,
  poll_order: z.object({ provider: z.string(), orderId: z.string() }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

/** People wait for their money. */
export const taskPriorities: TaskPriorities = {
  check_order: 'first',
  check_paid_order: 'first',
  poll_order: 'first',
  refund_unapplied: 'first',
  check_refund: 'first',
  check_chargeback: 'first',
};

export const tasks = (deps: EscrowDeps) =>
  defineTasks(payloads, {
    register_order: async ({ orderId }) => void (await registerOrder(deps, orderId)),
    check_order: ({ orderId }) => checkOrder(deps, orderId),
    check_paid_order: ({ orderId, round }) => checkPaidOrder(deps, orderId, round),
    close_order: ({ orderId }) => closeOrder(deps, orderId),
    reconcile_orders: () => reconcileOrders(deps),
    refund_unapplied: (payment) => refundUnapplied(deps, payment),
    check_refund: ({ refundId, round }) => checkRefund(deps, refundId, round),
    reconcile_refunds: () => reconcileRefunds(deps),
    resume_refunds: () => inTx(deps.db, enqueuePendingRefunds),
    check_chargeback: ({ provider, chargebackId }) => checkChargeback(deps, provider, chargebackId),
    poll_chargebacks: () => pollChargebacks(deps),
    poll_order: ({ provider, orderId }) => pollOrderChargebacks(deps, provider, orderId),
  });

export const crontab: readonly CronLine[] = [
  '* * * * * reconcile_orders',
  '* * * * * reconcile_refunds',
  '* * * * * poll_chargebacks',
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
