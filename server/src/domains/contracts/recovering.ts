import type { Tx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { checkKey } from './jobs.ts';
import { bareOrderById, insertEndedOrder } from './order-store.ts';
import { milestoneIdIn } from './orders.ts';
import { billOf } from './store.ts';

interface Forgotten {
  orderId: string;
  provider: string;
  now: Date;
}

/**
 * Makes the row of an order again that the provider has and a restored database forgot, as one that has ended: a check
 * then books its payments, for the milestone where it still waits for its money, else back to the payer.
 */
export async function recoverOrder(tx: Tx, forgotten: Forgotten): Promise<'done' | 'known' | 'no_milestone'> {
  const { orderId, provider, now } = forgotten;
  if (await bareOrderById(tx, orderId)) return 'known';
  const milestoneId = milestoneIdIn(orderId);
  const bill = milestoneId === null ? null : await billOf(tx, milestoneId);
  if (milestoneId === null || bill === null) return 'no_milestone';
  const order = {
    id: orderId,
    milestone_id: milestoneId,
    poster_id: bill.poster_id,
    // What the milestone asks for now: a payment of another amount then fits no state, and goes back.
    amount_paise: bill.amount_paise,
    provider,
  };
  return recover(tx, order, now);
}

/**
 * The same of an order whose milestone the restored database lacks too: the job was posted after the backup. A check books
 * its payments as set aside, and sends them back to whoever paid; the provider alone knows who that is.
 */
export async function recoverUnmatchedOrder(
  tx: Tx,
  forgotten: Forgotten & { amountPaise: number },
): Promise<'done' | 'known' | 'not_ours' | 'has_milestone'> {
  const { orderId, provider, amountPaise, now } = forgotten;
  if (await bareOrderById(tx, orderId)) return 'known';
  const milestoneId = milestoneIdIn(orderId);
  if (milestoneId === null) return 'not_ours';
  if (await billOf(tx, milestoneId)) return 'has_milestone';
  const order = { id: orderId, milestone_id: null, poster_id: null, amount_paise: amountPaise, provider };
  return recover(tx, order, now);
}

async function recover(
  tx: Tx,
  order: Parameters<typeof insertEndedOrder>[1],
  now: Date,
): Promise<'done' | 'known'> {
  // Two people may name it at once.
  if (!(await insertEndedOrder(tx, order, now))) return 'known';
  await enqueue(tx, 'check_order', { orderId: order.id }, { key: checkKey(order.id) });
  return 'done';
}
