import { refundLifecycle } from '@fws/contract/contracts/refunds/lifecycle';
import { canTransition, getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notify } from '../../../platform/queue/index.ts';
import { BY_PROVIDER, type Cause } from '../../../platform/transition.ts';
import { openCase, postOrThrow, refundSucceeded, resolveCase } from '../../ledger/index.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, loadNoticeSubject, publishContractChange } from '../notices/service.ts';
import { findBareOrder, findOrder, lockOrderMilestone } from '../orders/store.ts';
import { transitionFunds } from '../store.ts';
import { enqueueRefundCheck, lockRefund, transitionRefunds, type RefundRow } from './store.ts';

/** A failed refund may still turn out to have succeeded. */
export const LATE_CHECK_MS = 24 * 3600_000;

/** The payer has received the money. */
export async function finishRefund(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const { id, order_id: orderId, amount_paise: amountPaise } = refund;
  const lockedMilestone = await lockRefundMilestone(tx, refund);
  const lockedRefund = await lockRefund(tx, id);
  if (!canTransition(refundLifecycle, 'succeed', lockedRefund.state, BY_PROVIDER.role)) return;
  const change = { finished_at: now, next_check_at: null };
  await transitionRefunds(tx, [lockedRefund], 'succeed', { by: BY_PROVIDER, at: now, change });
  await postOrThrow(tx, refundSucceeded({ refundId: id, orderId, amountPaise, at: now }));
  await resolveCase(tx, ['refund_failed'], id, now);
  await resolveUnappliedCase(tx, refund, now);

  // For unapplied money the order's own status informs the payer.
  if (!lockedMilestone || refund.milestone_id === null) return;
  const { milestone, contract } = lockedMilestone;
  await transitionFunds(tx, [milestone], 'refunded', { by: BY_PROVIDER, at: now });
  await notify(
    tx,
    buildNotice(
      'poster',
      getNoticeType(refundLifecycle, 'succeed', 'poster'),
      { ...(await loadNoticeSubject(tx, lockedMilestone)), amountPaise },
      id,
    ),
  );
  await publishContractChange(tx, contract);
}

/** Every try failed: the money stays in its refund account, and people are notified. */
export async function giveUpRefund(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const { id, milestone_id: milestoneId, amount_paise: amountPaise } = refund;
  const lockedMilestone = await lockRefundMilestone(tx, refund);
  const lockedRefund = await lockRefund(tx, id);
  if (!canTransition(refundLifecycle, 'fail', lockedRefund.state, BY_PROVIDER.role)) return;
  const change = { finished_at: now, next_check_at: new Date(now.getTime() + LATE_CHECK_MS) };
  await transitionRefunds(tx, [lockedRefund], 'fail', { by: BY_PROVIDER, at: now, change });
  const tries = refund.tries + 1;
  const detail = `order ${refund.order_id}: the provider refused ${tries} times; the money is in refund:${id}`;
  await resolveUnappliedCase(tx, refund, now);
  await openCase(tx, { kind: 'refund_failed', subject: id, amountPaise, detail }, now);
  if (!lockedMilestone) return;
  const subject = { ...(await loadNoticeSubject(tx, lockedMilestone)), amountPaise };
  const type = getNoticeType(refundLifecycle, 'fail', 'poster');
  await notify(tx, buildNotice('poster', type, subject, milestoneId === null ? id : undefined));
}

/** An operator resends a failed refund. False if the refund is not failed any more. */
export async function resendRefund(tx: Tx, refundId: string, { by, at }: Cause): Promise<boolean> {
  const refund = await lockRefund(tx, refundId);
  if (!canTransition(refundLifecycle, 'resend', refund.state, by.role)) return false;
  const change = { tries: refund.tries + 1, finished_at: null, next_check_at: at };
  await transitionRefunds(tx, [refund], 'resend', { by, at, change });
  await enqueueRefundCheck(tx, refundId);
  return true;
}

/** The refund's milestone, to be locked before the refund as every operation does; null if it has none. */
async function lockRefundMilestone(tx: Tx, refund: RefundRow): Promise<LockedMilestone | null> {
  const order = await findOrder(tx, refund.order_id);
  return order && lockOrderMilestone(tx, order);
}

/** From here on the money is in the refund's own account or with its payer, so the case is resolved. */
async function resolveUnappliedCase(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const order = refund.reason === 'unapplied' ? await findBareOrder(tx, refund.order_id) : null;
  if (order) await resolveCase(tx, ['payment_unapplied'], `${order.provider}:${refund.payment_id}`, now);
}
