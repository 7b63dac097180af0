import type { Tx } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { findMilestoneBill } from '../store.ts';
import { buildCheckKey, parseMilestoneId } from '../orders/service.ts';
import { findBareOrder, insertEndedOrder } from '../orders/store.ts';

interface MissingOrder {
  orderId: string;
  provider: string;
  now: Date;
}

/**
 * Recreates an order that the provider has and a restored database lacks, as an ended order. A check then books its
 * payments: for the milestone if it still waits for its money, otherwise as a refund to the payer.
 */
export async function recoverOrder(
  tx: Tx,
  missingOrder: MissingOrder,
): Promise<'done' | 'known' | 'no_milestone'> {
  const { orderId, provider, now } = missingOrder;
  if (await findBareOrder(tx, orderId)) return 'known';
  const milestoneId = parseMilestoneId(orderId);
  const bill = milestoneId === null ? null : await findMilestoneBill(tx, milestoneId);
  if (milestoneId === null || bill === null) return 'no_milestone';
  const order = {
    id: orderId,
    milestone_id: milestoneId,
    poster_id: bill.poster_id,
    job_id: bill.job_id,
    // The milestone's current amount. A payment of another amount fits no state and is refunded.
    amount_paise: bill.amount_paise,
    provider,
  };
  return recover(tx, order, now);
}

/**
 * The same for an order whose milestone is missing too, because the job was posted after the backup. A check books
 * its payments as unapplied and refunds them; only the provider knows who paid.
 */
export async function recoverUnmatchedOrder(
  tx: Tx,
  missingOrder: MissingOrder & { amountPaise: number },
): Promise<'done' | 'known' | 'not_ours' | 'has_milestone'> {
  const { orderId, provider, amountPaise, now } = missingOrder;
  if (await findBareOrder(tx, orderId)) return 'known';
  const milestoneId = parseMilestoneId(orderId);
  if (milestoneId === null) return 'not_ours';
  if (await findMilestoneBill(tx, milestoneId)) return 'has_milestone';
  const unknown = { milestone_id: null, poster_id: null, job_id: null };
  const order = { id: orderId, ...unknown, amount_paise: amountPaise, provider };
  return recover(tx, order, now);
}

async function recover(
  tx: Tx,
  order: Parameters<typeof insertEndedOrder>[1],
  now: Date,
): Promise<'done' | 'known'> {
  // Two people may recover it at once.
  if (!(await insertEndedOrder(tx, order, now))) return 'known';
  await enqueue(tx, 'check_order', { orderId: order.id }, { key: buildCheckKey(order.id) });
  return 'done';
}
