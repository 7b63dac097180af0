import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueue, tell, tellAll } from '../../platform/jobs/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { paymentsBy } from '../../ports/index.ts';
import type { GatewayPayment } from '../../ports/payment-gateway.ts';
import { lockJob, setJobState } from '../jobs/index.ts';
import { openCase, paymentUnapplied, paymentVerified, post, type Posting } from '../ledger/index.ts';
import { announce, subjectOf, type Held } from './milestones.ts';
import { notice } from './notices.ts';
import {
  bareOrderById,
  bookedPaymentIds,
  insertPayment,
  lockLiveOrder,
  lockOrder,
  orderById,
  updateOrder,
  type OrderRow,
  type PlacedOrderRow,
} from './order-store.ts';
import { isUnderWay } from './policy.ts';
import { bookUnappliedRefund } from './refunds.ts';
import { asTaken, findSentBack, type SentBack } from './sent-back.ts';
import { settle, type OrderFacts, type ProviderSnapshot, type Settlement } from './settlement.ts';
import { contractByJob, lockMilestone, updateMilestone } from './store.ts';

/**
 * The reconciler checks open orders only. A payer whose first attempt is slow may pay again, and both may succeed.
 */
const LATER_LOOKS_MS = [10 * 60_000, 2 * 3600_000, 24 * 3600_000];

/** Fetches an order from the provider and books its status. */
export async function checkOrder(deps: Deps, orderId: string): Promise<void> {
  const placed = await orderById(deps.db, orderId);
  const known = placed ?? (await bareOrderById(deps.db, orderId));
  if (!known) return;
  const gateway = paymentsBy(deps.ports, known.provider);
  const order = await gateway.getOrder(orderId);
  const payments = order ? await gateway.listPayments(orderId) : [];
  const word = { order, payments };
  const now = deps.ports.clock.now();
  if (placed) return inTx(deps.db, (tx) => book(tx, placed, word, now));
  const sentBack = await findSentBack(gateway, orderId, payments);
  return inTx(deps.db, (tx) => bookUnmatched(tx, orderId, { word, sentBack, now }));
}

/** The same for a paid order, again after a longer delay. */
export async function checkPaidOrder(deps: Deps, orderId: string, round: number): Promise<void> {
  await checkOrder(deps, orderId);
  await inTx(deps.db, (tx) => lookLater(tx, orderId, round + 1, deps.ports.clock.now()));
}

async function book(tx: Tx, placed: PlacedOrderRow, word: ProviderSnapshot, now: Date): Promise<void> {
  const { id: orderId, job_id: jobId } = placed;
  const job = await lockJob(tx, jobId);
  const contract = await contractByJob(tx, jobId);
  const milestone = await lockMilestone(tx, placed.milestone_id);
  if (!job || !contract || !milestone) throw new Error(`order ${orderId} belongs to no contract`);
  const order = await lockOrder(tx, orderId);

  const isAwaited =
    isUnderWay(job.state) &&
    (milestone.fund_state === 'unfunded' || milestone.fund_state === 'funding_pending');
  const bookedIds = await bookedPaymentIds(tx, orderId);
  const settlement = settle(factsOf(order), word, { bookedIds, isAwaited, now });
  await saveOrder(tx, order, settlement, word, now);
  for (const capture of settlement.captures) await bookCapture(tx, order, placed, capture, now);
  if (settlement.captures.length > 0) await lookLater(tx, orderId, 0, now);

  const held: Held = { job, contract, milestone };
  if (settlement.captures.some((capture) => capture.applied)) {
    if (job.state === 'awarded') await setJobState(tx, job.id, 'in_progress');
    await markFunded(tx, held, now);
  } else if (milestone.fund_state === 'funding_pending' && !(await lockLiveOrder(tx, milestone.id))) {
    await updateMilestone(tx, milestone.id, { fund_state: 'unfunded', changed_at: now });
    await announce(tx, contract);
  }
  if (isNewFailure(order, settlement))
    await tell(
      tx,
      notice('poster', 'payment_failed', await subjectOf(tx, held), settlement.attempt.id ?? ''),
    );
}

/**
 * Books an order whose milestone a restored database lacks. All money the provider took for it is unapplied and
 * refunded.
 */
async function bookUnmatched(
  tx: Tx,
  orderId: string,
  { word, sentBack, now }: { word: ProviderSnapshot; sentBack: SentBack[]; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const bookedIds = await bookedPaymentIds(tx, orderId);
  const taken = { ...word, payments: word.payments.map((payment) => asTaken(payment, sentBack)) };
  const settlement = settle(factsOf(order), taken, { bookedIds, isAwaited: false, now });
  await saveOrder(tx, order, settlement, word, now);
  for (const { payment } of settlement.captures) {
    await bookSetAside(tx, order, payment, now);
    for (const refund of sentBack.filter(({ paymentId }) => paymentId === payment.paymentId))
      await bookUnappliedRefund(tx, { ...refund, orderId }, now);
  }
  if (settlement.captures.length > 0) await lookLater(tx, orderId, 0, now);
}

const factsOf = (order: OrderRow): OrderFacts => ({
  id: order.id,
  amountPaise: order.amount_paise,
  state: order.state,
  expiresAt: order.expires_at,
  attempt: { id: order.attempt_id, status: order.attempt_status, reason: order.attempt_reason },
});

const isNewFailure = (before: OrderRow, { attempt }: Settlement): boolean =>
  attempt.status === 'FAILED' && (attempt.id !== before.attempt_id || before.attempt_status !== 'FAILED');

async function saveOrder(
  tx: Tx,
  before: OrderRow,
  { state, attempt }: Settlement,
  word: ProviderSnapshot,
  now: Date,
): Promise<void> {
  await updateOrder(tx, before.id, {
    state,
    session_id: before.session_id ?? word.order?.sessionId ?? null,
    attempt_id: attempt.id,
    attempt_status: attempt.status,
    attempt_reason: attempt.reason,
    checked_at: now,
  });
  if (state !== before.state || attempt.id !== before.attempt_id || attempt.status !== before.attempt_status)
    await publish(tx, {
      users: before.poster_id === null ? [] : [before.poster_id],
      topic: 'order',
      id: before.id,
    });
}

/** Books a captured payment in the ledger: for the milestone, or as unapplied money that is refunded. */
async function bookCapture(
  tx: Tx,
  order: OrderRow,
  { milestone_id: milestoneId, job_id: jobId }: PlacedOrderRow,
  { payment, applied }: { payment: GatewayPayment; applied: boolean },
  now: Date,
): Promise<void> {
  if (!applied) return bookSetAside(tx, order, payment, now);
  const captured = await insertCapture(tx, order, payment, { applied, now });
  return mustPost(tx, payment, paymentVerified({ ...captured, milestoneId, jobId }));
}

async function bookSetAside(tx: Tx, order: OrderRow, payment: GatewayPayment, now: Date): Promise<void> {
  const captured = await insertCapture(tx, order, payment, { applied: false, now });
  await mustPost(tx, payment, paymentUnapplied(captured));
  await sendBack(tx, order, payment, now);
}

async function insertCapture(
  tx: Tx,
  order: OrderRow,
  payment: GatewayPayment,
  { applied, now }: { applied: boolean; now: Date },
) {
  const captured = {
    provider: order.provider,
    paymentId: payment.paymentId,
    orderId: order.id,
    amountPaise: payment.amountPaise,
    at: payment.completedAt ?? now,
  };
  await insertPayment(tx, {
    ...captured,
    applied,
    method: payment.method,
    bankReference: payment.bankReference,
    receivedAt: captured.at,
  });
  return captured;
}

async function mustPost(tx: Tx, { paymentId }: GatewayPayment, posting: Posting): Promise<void> {
  const posted = await post(tx, posting);
  if (!posted.ok) throw new Error(`payment ${paymentId}: ${posted.reason}`);
}

/** Queues the automatic refund. Operators see a case until the payer has the money. */
async function sendBack(tx: Tx, order: OrderRow, payment: GatewayPayment, now: Date): Promise<void> {
  const { paymentId, amountPaise } = payment;
  await enqueue(tx, 'refund_unapplied', { orderId: order.id, paymentId, amountPaise });
  const subject = `${order.provider}:${paymentId}`;
  const detail = `order ${order.id}`;
  await openCase(tx, { kind: 'payment_unapplied', subject, amountPaise, detail }, now, { quiet: true });
}

async function lookLater(tx: Tx, orderId: string, round: number, now: Date): Promise<void> {
  const afterMs = LATER_LOOKS_MS[round];
  if (afterMs === undefined) return;
  const runAt = new Date(now.getTime() + afterMs);
  await enqueue(tx, 'check_paid_order', { orderId, round }, { key: `paid:${orderId}`, runAt });
}

/** The milestone is paid, so any other open order for it is closed. */
async function markFunded(tx: Tx, held: Held, now: Date): Promise<void> {
  const { contract, milestone } = held;
  await updateMilestone(tx, milestone.id, { fund_state: 'funded', funded_at: now, changed_at: now });
  const other = await lockLiveOrder(tx, milestone.id);
  if (other) {
    await updateOrder(tx, other.id, { state: 'terminated' });
    await enqueue(tx, 'close_order', { orderId: other.id });
  }
  const about = await subjectOf(tx, held);
  await tellAll(tx, [
    notice('worker', 'milestone_funded', about),
    notice('poster', 'payment_received', about),
  ]);
  await announce(tx, contract);
}
