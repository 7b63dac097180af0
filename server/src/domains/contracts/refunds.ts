import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, tell } from '../../platform/jobs/index.ts';
import { paymentsBy } from '../../ports/index.ts';
import type { GatewayRefund } from '../../ports/payment-gateway.ts';
import { lockJob } from '../jobs/index.ts';
import { post, refundDecided, refundSucceeded, unappliedRefundDecided } from '../ledger/index.ts';
import type { Refunded } from './cancel-rules.ts';
import { announce, subjectOf } from './milestones.ts';
import { notice } from './notices.ts';
import {
  countTry,
  finishRefund,
  insertRefund,
  orderById,
  refundById,
  type RefundRow,
} from './order-store.ts';
import { contractByJob, lockMilestone, milestoneJob, updateMilestone } from './store.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3600_000;
/** A refund that the provider gave up on is sent anew so often, each time after a longer while. */
const TRIES_MAX = 6;
const FIRST_RETRY_MS = 60_000;

/** One refund a payment, whatever runs twice: its id is made from the payment's. */
const refundIdOf = (paymentId: string) => `ref_${paymentId.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 36)}`;

/** And one a cancelled milestone. */
export const refundIdOfMilestone = (milestoneId: number) => `ref_m${milestoneId}`;

/** Each try is a refund of its own at the provider, where one that failed stays failed. */
const idAtProvider = (refundId: string, tries: number) => (tries === 0 ? refundId : `${refundId}-${tries}`);

/** The refund that the provider speaks of by the id of one of its tries. */
export const ourRefundId = (id: string): string => id.replace(/^(ref_m\d+)-\d+$/, '$1');

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
      milestone_id: null,
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

/** A cancelled milestone's escrow is set on its way back to the poster. The milestone is locked. */
export async function refundMilestone(
  tx: Tx,
  refunded: Refunded,
  context: {
    jobId: number;
    paid: { orderId: string; paymentId: string };
    chargeBps: number;
    now: Date;
  },
): Promise<void> {
  const { milestoneId, amountPaise, refundPaise } = refunded;
  const { jobId, paid, chargeBps, now } = context;
  const refundId = refundIdOfMilestone(milestoneId);
  // A charge of everything leaves nothing to send.
  const isSent = refundPaise > 0;
  if (isSent) {
    const isNew = await insertRefund(tx, {
      id: refundId,
      order_id: paid.orderId,
      payment_id: paid.paymentId,
      milestone_id: milestoneId,
      amount_paise: refundPaise,
      reason: 'cancelled',
      created_at: now,
    });
    if (!isNew) throw new Error(`milestone ${milestoneId} was refunded before`);
  }
  const posted = await post(
    tx,
    refundDecided({ refundId, milestoneId, jobId, amountPaise, chargeBps, at: now }),
  );
  if (!posted.ok) throw new Error(`refund ${refundId}: ${posted.reason}`);
  const fund_state = isSent ? 'refund_pending' : 'refunded';
  await updateMilestone(tx, milestoneId, { fund_state, changed_at: now });
  if (isSent) await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
}

/** Sends the refund if the provider does not have it yet, and records what became of it; asks again until it is final. */
export async function checkRefund(deps: Deps, refundId: string, round: number): Promise<void> {
  const refund = await refundById(deps.db, refundId);
  if (refund?.state !== 'pending') return;
  const status = await statusAtProvider(deps, refund);
  const now = deps.ports.clock.now();
  const askAgain = (tx: Tx, nextRound: number, waitMs: number) =>
    enqueue(
      tx,
      'check_refund',
      { refundId, round: nextRound },
      { key: `refund:${refundId}`, runAt: new Date(now.getTime() + waitMs) },
    );
  await inTx(deps.db, async (tx) => {
    if (status === 'success') return finish(tx, refund, now);
    if (status === 'pending' || status === 'on_hold')
      return askAgain(tx, round + 1, Math.min(FIRST_WAIT_MS * 2 ** round, LONGEST_WAIT_MS));
    deps.log.warn('refund failed at the provider', { refundId, status, tries: refund.tries });
    if (refund.milestone_id === null || refund.tries + 1 >= TRIES_MAX) {
      await finishRefund(tx, refundId, 'failed', now);
      return undefined;
    }
    if (await countTry(tx, refundId, refund.tries))
      return askAgain(tx, 0, FIRST_RETRY_MS * 4 ** refund.tries);
    return undefined;
  });
}

/** The payer has the money back. */
async function finish(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const { id, order_id: orderId, milestone_id: milestoneId, amount_paise: amountPaise } = refund;
  const jobId = milestoneId === null ? null : await milestoneJob(tx, milestoneId);
  const job = jobId === null ? null : await lockJob(tx, jobId);
  const milestone = milestoneId === null ? null : await lockMilestone(tx, milestoneId);
  if (!(await finishRefund(tx, id, 'succeeded', now))) return;
  const posted = await post(tx, refundSucceeded({ refundId: id, orderId, amountPaise, at: now }));
  if (!posted.ok) throw new Error(`refund ${id}: ${posted.reason}`);

  const contract = job && (await contractByJob(tx, job.id));
  if (!contract || !milestone) return;
  if (milestone.fund_state === 'refund_pending')
    await updateMilestone(tx, milestone.id, { fund_state: 'refunded', changed_at: now });
  const about = await subjectOf(tx, { job, contract, milestone });
  await tell(tx, notice('poster', 'refund_sent', { ...about, amountPaise }, id));
  await announce(tx, contract);
}

/** A refusal is tried again too: a provider that is short of money or misconfigured today may pay tomorrow. */
async function statusAtProvider({ db, ports }: Deps, refund: RefundRow): Promise<GatewayRefund['status']> {
  const { order_id: orderId, payment_id: paymentId, tries } = refund;
  const order = await orderById(db, orderId);
  if (!order || paymentId === null) throw new Error(`refund ${refund.id} is of no payment`);
  const gateway = paymentsBy(ports, order.provider);
  const refundId = idAtProvider(refund.id, tries);
  const known = await gateway.getRefund(orderId, paymentId, refundId);
  if (known) return known.status;
  if (tries > 0) {
    // The money must not go twice: the try before is given up only if the provider still says that it failed.
    const before = await gateway.getRefund(orderId, paymentId, idAtProvider(refund.id, tries - 1));
    if (before && before.status !== 'failed' && before.status !== 'cancelled') return before.status;
  }
  const asked = await gateway.createRefund({
    orderId,
    paymentId,
    refundId,
    amountPaise: refund.amount_paise,
    note: refund.milestone_id === null ? 'Payment that was not needed' : 'Cancelled work',
  });
  return asked.status;
}
