import type { Tx } from '../../platform/db/index.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import { checkKey } from './jobs.ts';
import { insertOrder, orderById, updateOrder } from './order-store.ts';
import { milestoneIdIn } from './orders.ts';
import { billOf } from './store.ts';

/**
 * Makes the row of an order again that the provider has and a restored database forgot, as one that has ended: a check
 * then books its payments, for the milestone where it still waits for its money, else back to the payer.
 */
export async function recoverOrder(
  tx: Tx,
  forgotten: { orderId: string; provider: string; now: Date },
): Promise<'done' | 'known' | 'no_milestone'> {
  const { orderId, provider, now } = forgotten;
  if (await orderById(tx, orderId)) return 'known';
  const milestoneId = milestoneIdIn(orderId);
  const bill = milestoneId === null ? null : await billOf(tx, milestoneId);
  if (milestoneId === null || bill === null) return 'no_milestone';
  await insertOrder(tx, {
    id: orderId,
    milestone_id: milestoneId,
    poster_id: bill.poster_id,
    // What the milestone asks for now: a payment of another amount then fits no state, and goes back.
    amount_paise: bill.amount_paise,
    provider,
    expires_at: now,
    created_at: now,
  });
  await updateOrder(tx, orderId, { state: 'expired' });
  await enqueue(tx, 'check_order', { orderId }, { key: checkKey(orderId) });
  return 'done';
}
