import type { EscrowStatus } from '@fws/contract/contracts/schemas';
import type { PaymentStatus } from '@fws/contract/contracts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { inTx, type Db } from '../../../platform/db/index.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { isPayer } from '../policy.ts';
import { buildCheckKey } from './service.ts';
import { findOrder, LIVE_STATES, type OrderRow } from './store.ts';

const ASK_AFTER_MS = 5_000;

/** SUCCESS only for an applied order; it is applied in the transaction that posts the money. */
export function toPaymentStatus(order: Pick<OrderRow, 'state' | 'attempt_status'>): PaymentStatus {
  if (order.state === 'applied') return 'SUCCESS';
  if (order.state === 'unapplied') return 'CANCELLED';
  const hasEnded = order.state === 'expired' || order.state === 'terminated';
  return hasEnded && order.attempt_status === 'NOT_ATTEMPTED' ? 'CANCELLED' : order.attempt_status;
}

/** The older an open order is, the less often a waiting page triggers a check with the provider. */
export function isCheckDue(order: Pick<OrderRow, 'state' | 'created_at' | 'checked_at'>, now: Date): boolean {
  if (!LIVE_STATES.includes(order.state)) return false;
  const ageMs = now.getTime() - order.created_at.getTime();
  const sinceMs = now.getTime() - (order.checked_at ?? order.created_at).getTime();
  return sinceMs >= Math.max(ASK_AFTER_MS, ageMs / 10);
}

/** Answers from our own record. If the order was not checked for a while, queues a check with the provider. */
export async function readEscrowStatus(
  db: Db,
  params: { orderId: string; callerId: number; now: Date },
): Promise<Outcome<EscrowStatus>> {
  const order = await findOrder(db, params.orderId);
  if (!order || !isPayer(order, params.callerId)) return refuse('not_found', 'contracts.order_not_found');
  if (isCheckDue(order, params.now))
    await inTx(db, (tx) =>
      enqueue(tx, 'check_order', { orderId: order.id }, { key: buildCheckKey(order.id) }),
    );
  return done({
    status: toPaymentStatus(order),
    jobId: order.job_id,
    amountPaise: order.amount_paise,
    reason: order.attempt_reason,
  });
}
