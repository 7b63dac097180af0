import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { orderLifecycle } from '@fws/contract/contracts/orders/lifecycle';
import { canTransition } from '@fws/contract/platform/lifecycle';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, enqueueAll } from '../../../platform/queue/index.ts';
import { BY_PROVIDER, BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { transitionFunds, type MilestoneRow } from '../store.ts';
import {
  findOrder,
  insertOrder,
  lockLiveOrder,
  lockLiveOrders,
  lockOrder,
  transitionOrders,
  type OrderRow,
  type OrderWithMilestoneRow,
} from './store.ts';

const ORDER_LIFETIME_MS = 24 * 3600_000;
/** An order this close to its end is not given to a payer any more. */
const MIN_TIME_LEFT_MS = 2 * 60_000;
/** The call that opened the order usually registers it. This task runs in case that failed. */
const REGISTER_AFTER_MS = 5_000;

const createOrderId = (milestoneId: number) => `fws_${milestoneId}_${randomBytes(9).toString('hex')}`;

/** The queue key of an order check, so that at most one waits. */
export const buildCheckKey = (orderId: string) => `check:${orderId}`;

/** The milestone id contained in one of our order ids; null if the id is not ours. */
export function parseMilestoneId(orderId: string): number | null {
  const id = /^fws_([1-9]\d{0,14})_[0-9a-f]+$/.exec(orderId)?.[1];
  return id === undefined ? null : Number(id);
}

/** Returns the milestone's live order, or creates one. The caller holds the job and milestone locks. */
export async function openOrder(
  tx: Tx,
  params: { milestone: MilestoneRow; posterId: number; provider: string; now: Date },
): Promise<string> {
  const { milestone, posterId, now } = params;
  const live = await lockLiveOrder(tx, milestone.id);
  if (live && live.expires_at.getTime() > now.getTime() + MIN_TIME_LEFT_MS) return live.id;
  if (live) await transitionOrders(tx, [live], 'expire', { by: BY_SYSTEM, at: now });

  const id = createOrderId(milestone.id);
  await insertOrder(tx, {
    id,
    milestone_id: milestone.id,
    poster_id: posterId,
    job_id: milestone.job_id,
    amount_paise: milestone.amount_paise,
    provider: params.provider,
    expires_at: new Date(now.getTime() + ORDER_LIFETIME_MS),
    created_at: now,
  });
  const by = { role: 'poster' as const, userId: posterId };
  await transitionFunds(tx, [milestone], 'open_order', { by, at: now });
  await enqueue(
    tx,
    'register_order',
    { orderId: id },
    { key: `register:${id}`, runAt: new Date(now.getTime() + REGISTER_AFTER_MS) },
  );
  return id;
}

/** Ends the open orders of milestones that nobody shall pay for any more. The caller holds the milestone locks. */
export async function closeFunding(tx: Tx, milestones: readonly MilestoneRow[], cause: Cause): Promise<void> {
  const orders = await lockLiveOrders(
    tx,
    milestones.map((milestone) => milestone.id),
  );
  await transitionOrders(tx, orders, 'terminate', cause);
  await transitionFunds(tx, milestones, 'close_order', cause);
  await enqueueAll(
    tx,
    orders.map(({ id: orderId }) => ({ task: 'close_order', payload: { orderId } })),
  );
}

/**
 * Registers the order with the provider, idempotently. Returns the session for its checkout; null if the order is
 * closed.
 */
export async function registerOrder(deps: Deps, orderId: string): Promise<string | null> {
  const order = await findOrder(deps.db, orderId);
  if (order?.state === 'active') return order.session_id;
  if (!order || !canRegister(order)) return null;
  const registered = await getPaymentGateway(deps.ports, order.provider).createOrder(
    await buildGatewayOrder(deps, order),
  );
  await inTx(deps.db, (tx) => markRegistered(tx, orderId, registered.sessionId, deps.ports.clock.now()));
  return registered.sessionId;
}

const canRegister = (order: Pick<OrderRow, 'state'>): boolean =>
  canTransition(orderLifecycle, 'register', order.state, 'provider');

/** A second answer to the same registration changes nothing. */
async function markRegistered(tx: Tx, orderId: string, sessionId: string, now: Date): Promise<void> {
  const order = await lockOrder(tx, orderId);
  if (canRegister(order))
    await transitionOrders(tx, [order], 'register', {
      by: BY_PROVIDER,
      at: now,
      change: { session_id: sessionId },
    });
}

async function buildGatewayOrder({ db, config }: Deps, order: OrderWithMilestoneRow) {
  const poster = (await loadPeople(db, [order.poster_id])).get(order.poster_id);
  if (!poster) throw new Error(`order ${order.id} has no payer`);
  return {
    orderId: order.id,
    amountPaise: order.amount_paise,
    customerId: `user_${poster.id}`,
    customerPhone: poster.mobile,
    customerEmail: poster.email,
    returnUrl: `${config.publicUrl}/paymentScreen?order_id={order_id}`,
    notifyUrl: `${config.publicUrl}/webhooks/payments/${order.provider}`,
    expiresAt: order.expires_at,
    note: `Milestone ${order.milestone_id} of job ${order.job_id}`,
  };
}

/** Tries to register at once but does not wait for a slow provider: the task and the pay page try again. */
export async function registerSoon(deps: Deps, orderId: string, waitMs: number): Promise<void> {
  const waitAbort = new AbortController();
  const registered = registerOrder(deps, orderId).catch((error: unknown) =>
    deps.log.warn('order not registered yet', { orderId, reason: String(error) }),
  );
  const waited = sleep(waitMs, undefined, { signal: waitAbort.signal }).catch(() => undefined);
  await Promise.race([registered, waited]);
  waitAbort.abort();
}
