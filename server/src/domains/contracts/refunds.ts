import { inTx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue } from '../../platform/jobs/index.ts';
import type { GatewayRefund } from '../../ports/payment-gateway.ts';
import { post, refundSucceeded, unappliedRefundDecided } from '../ledger/index.ts';
import { finishRefund, insertRefund, refundById, type RefundRow } from './order-store.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3600_000;

/** One refund a payment, whatever runs twice: its id is made from the payment's. */
const refundIdOf = (paymentId: string) => `ref_${paymentId.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 36)}`;

/** Money that fits no state is set on its way back. */
export async function refundUnapplied(
  deps: Deps,
  payment: { orderId: string; paymentId: string; amountPaise: number },
): Promise<void> {
  const { orderId, paymentId, amountPaise } = payment;
  const refundId = refundIdOf(paymentId);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    const isNew = await insertRefund(tx, {
      id: refundId,
      order_id: orderId,
      payment_id: paymentId,
      amount_paise: amountPaise,
      reason: 'unapplied',
      created_at: now,
    });
    if (!isNew) return;
    const posted = await post(tx, unappliedRefundDecided({ refundId, orderId, amountPaise, at: now }));
    if (!posted.ok) throw new Error(`refund ${refundId}: ${posted.reason}`);
    await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
  });
}

/** Sends the refund if the provider does not have it yet, and records what became of it; asks again until it is final. */
export async function checkRefund(deps: Deps, refundId: string, round: number): Promise<void> {
  const refund = await refundById(deps.db, refundId);
  if (refund?.state !== 'pending') return;
  const status = await statusAtProvider(deps, refund);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    if (status === 'pending' || status === 'on_hold') {
      const waitMs = Math.min(FIRST_WAIT_MS * 2 ** round, LONGEST_WAIT_MS);
      const runAt = new Date(now.getTime() + waitMs);
      await enqueue(tx, 'check_refund', { refundId, round: round + 1 }, { key: `refund:${refundId}`, runAt });
      return;
    }
    const state = status === 'success' ? 'succeeded' : 'failed';
    if (!(await finishRefund(tx, refundId, state, now))) return;
    if (state === 'failed') {
      deps.log.warn('refund failed at the provider', { refundId, status });
      return;
    }
    const posted = await post(
      tx,
      refundSucceeded({ refundId, orderId: refund.order_id, amountPaise: refund.amount_paise, at: now }),
    );
    if (!posted.ok) throw new Error(`refund ${refundId}: ${posted.reason}`);
  });
}

/** A refusal is tried again too: a provider that is short of money or misconfigured today may pay tomorrow. */
async function statusAtProvider({ ports }: Deps, refund: RefundRow): Promise<GatewayRefund['status']> {
  const known = await ports.payments.getRefund(refund.order_id, refund.id);
  const asked =
    known ??
    (await ports.payments.createRefund({
      orderId: refund.order_id,
      refundId: refund.id,
      amountPaise: refund.amount_paise,
      note: 'Payment that was not needed',
    }));
  return asked.status;
}
