import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, type JobPayload, type Tasks } from '../../platform/jobs/index.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { ordersToCheck } from './order-store.ts';
import { registerOrder } from './orders.ts';
import { checkOrder } from './payments.ts';
import { checkRefund, refundUnapplied } from './refunds.ts';

/** A minute's share of the provider's smallest limit on asking for payments (30), leaving room for webhooks. */
const CHECKS_A_MINUTE = 20;

export const tasks = (deps: Deps): Tasks => ({
  register_order: async (payload) => void (await registerOrder(deps, text(payload, 'orderId'))),
  check_order: (payload) => checkOrder(deps, text(payload, 'orderId')),
  close_order: (payload) => closeOrder(deps, text(payload, 'orderId')),
  reconcile_orders: () => reconcileOrders(deps),
  refund_unapplied: (payload) =>
    refundUnapplied(deps, {
      orderId: text(payload, 'orderId'),
      paymentId: text(payload, 'paymentId'),
      amountPaise: whole(payload, 'amountPaise'),
    }),
  check_refund: (payload) => checkRefund(deps, text(payload, 'refundId'), whole(payload, 'round')),
});

export const crontab = ['* * * * * reconcile_orders'];

/** At most one check of an order waits in the queue. */
export const checkKey = (orderId: string) => `check:${orderId}`;

async function reconcileOrders({ db, ports }: Deps): Promise<void> {
  const ids = await ordersToCheck(db, ports.clock.now(), CHECKS_A_MINUTE);
  await inTx(db, async (tx) => {
    for (const orderId of ids) await enqueue(tx, 'check_order', { orderId }, { key: checkKey(orderId) });
  });
}

/** Refused: it was paid or had ended already, which a check finds out. */
async function closeOrder({ ports }: Deps, orderId: string): Promise<void> {
  try {
    await ports.payments.terminateOrder(orderId);
  } catch (error) {
    if (!(error instanceof ProviderError) || error.outcome !== 'rejected') throw error;
  }
}

function text(payload: JobPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new TypeError(`a job without ${name}`);
  return value;
}

function whole(payload: JobPayload, name: string): number {
  const value = payload[name];
  if (typeof value !== 'number' || !Number.isSafeInteger(value)) throw new TypeError(`a job without ${name}`);
  return value;
}
