import type { Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { enqueue, notify } from '../../../platform/queue/index.ts';
import { chargebackWrittenOff, post, postOrThrow, unappliedCredited } from '../../ledger/index.ts';
import { lockWallet, recordReleases } from '../../rests/index.ts';
import { lockChargeback, updateChargeback } from '../chargebacks/store.ts';
import { lockMilestoneContext } from '../lock.ts';
import { buildNotice, loadNoticeSubject } from '../notices/service.ts';
import { lockOrder } from '../orders/store.ts';
import { enqueueRefundCheck, findUnappliedRefundId } from '../refunds/store.ts';
import { refundUnmatchedPayment } from '../refunds/unapplied.ts';

/** Decisions of operators about money that banks or payers moved where no rule applies. */

export interface ChargebackKey {
  provider: string;
  chargebackId: string;
}

/**
 * Locks in the same order as every operation on the milestone's money. A restored database may lack the milestone.
 */
async function lockChargebackContext(tx: Tx, { provider, chargebackId }: ChargebackKey) {
  const chargeback = await tx
    .selectFrom('chargeback')
    .leftJoin('milestone', 'milestone.id', 'chargeback.milestone_id')
    .select(['chargeback.order_id', 'chargeback.milestone_id', 'milestone.job_id'])
    .where('provider', '=', provider)
    .where('chargeback_id', '=', chargebackId)
    .executeTakeFirst();
  if (!chargeback) return null;
  const { job_id: jobId, milestone_id: milestoneId } = chargeback;
  const lockedMilestone =
    jobId === null || milestoneId === null ? null : await lockMilestoneContext(tx, { jobId, milestoneId });
  if (!lockedMilestone) await lockOrder(tx, chargeback.order_id);
  const row = await lockChargeback(tx, provider, chargebackId);
  return row && { lockedMilestone, row };
}

/** The platform bears what a lost chargeback took beyond escrow. Null when nothing is left to bear. */
export async function writeOffChargeback(
  tx: Tx,
  key: ChargebackKey,
  now: Date,
): Promise<{ writtenOffPaise: number } | null> {
  const locked = await lockChargebackContext(tx, key);
  if (!locked) return null;
  const { row } = locked;
  const receivablePaise = row.receivable_paise - row.written_off_paise;
  if (row.state !== 'lost' || receivablePaise === 0) return null;
  await postOrThrow(
    tx,
    chargebackWrittenOff({
      ...key,
      taking: row.takings,
      receivablePaise,
      milestoneId: row.milestone_id,
      orderId: row.order_id,
      paymentId: row.payment_id,
      at: now,
    }),
  );
  await updateChargeback(tx, row, { written_off_paise: row.receivable_paise });
  return { writtenOffPaise: receivablePaise };
}

export interface LateChargeback extends ChargebackKey {
  caseId: number;
  amountPaise: number;
  /** Called when everything else is locked, so that only one of two concurrent decisions proceeds. */
  isOpen: (tx: Tx) => Promise<boolean>;
}

/**
 * Pays out a chargeback won after its milestone was settled without it, to the payer or to the worker. False if the
 * money is no longer there.
 */
export async function payOutLateChargeback(
  tx: Tx,
  chargeback: LateChargeback & { to: 'payer' | 'worker' },
  now: Date,
): Promise<boolean> {
  const locked = await lockChargebackContext(tx, chargeback);
  if (!locked || !(await chargeback.isOpen(tx))) return false;
  const { row, lockedMilestone } = locked;
  const { caseId, amountPaise } = chargeback;
  const { order_id: orderId, payment_id: paymentId } = row;
  if (chargeback.to === 'payer')
    return refundUnmatchedPayment(tx, { id: caseId, orderId, paymentId, amountPaise }, now);
  if (!lockedMilestone) return false;
  const { contract, milestone } = lockedMilestone;
  const posting = unappliedCredited({
    caseId,
    orderId,
    milestoneId: milestone.id,
    jobId: contract.job_id,
    workerId: contract.worker_id,
    amountPaise,
    at: now,
  });
  await lockWallet(tx, contract.worker_id);
  const posted = await post(tx, posting);
  if (!posted.ok || posted.replayed) return false;
  await recordReleases(tx, {
    postingKey: posting.key,
    jobId: contract.job_id,
    payerId: contract.poster_id,
    workerId: contract.worker_id,
    parts: [{ milestoneId: milestone.id, amountPaise }],
    at: now,
  });
  const subject = { ...(await loadNoticeSubject(tx, lockedMilestone)), amountPaise };
  await notify(tx, buildNotice('worker', 'payment_released', subject, `case:${caseId}`));
  await publish(tx, { users: [contract.worker_id], topic: 'wallet', id: null });
  return true;
}

/** Refunds an unapplied payment now instead of at its next task. It is never refunded twice. */
export async function expediteUnappliedRefund(
  tx: Tx,
  payment: { orderId: string; paymentId: string; amountPaise: number },
): Promise<void> {
  const refundId = await findUnappliedRefundId(tx, payment);
  if (refundId === null)
    await enqueue(tx, 'refund_unapplied', { ...payment }, { key: `unapplied:${payment.paymentId}` });
  else await enqueueRefundCheck(tx, refundId);
}

export const enqueueChargebackCheck = (tx: Tx, { provider, chargebackId }: ChargebackKey): Promise<void> =>
  enqueue(tx, 'check_chargeback', { provider, chargebackId }, { key: `chargeback:${chargebackId}` });
