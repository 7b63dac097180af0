import { fundLifecycle } from '@fws/contract/contracts/lifecycle';
import { canTransition, getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import { enqueue, notify, notifyMany } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { BY_PROVIDER, BY_SYSTEM } from '../../../platform/transition.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { GatewayPayment } from '../../../ports/payment-gateway.ts';
import { openCase, paymentUnapplied, paymentVerified, postOrThrow } from '../../ledger/index.ts';
import type { EscrowDeps, EscrowEvents } from '../events.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, loadNoticeSubject, publishContractChange } from '../notices/service.ts';
import {
  decideOrderOutcome,
  type OrderFacts,
  type OrderOutcome,
  type ProviderSnapshot,
} from '../orders/outcome.ts';
import {
  findBareOrder,
  findOrder,
  insertPayment,
  listBookedPaymentIds,
  lockLiveOrder,
  lockOrder,
  lockOrderMilestone,
  saveOrderCheck,
  transitionOrders,
  type OrderCheck,
  type OrderRow,
  type OrderWithMilestoneRow,
} from '../orders/store.ts';
import { isPayerStopped } from '../../rests/index.ts';
import { mayFund } from '../rules.ts';
import { findProviderRefunds, toTakenPayment, type ProviderRefund } from '../refunds/provider-refunds.ts';
import { bookUnappliedRefund } from '../refunds/unapplied.ts';
import { transitionFunds } from '../store.ts';

/**
 * The reconciler checks open orders only. A payer whose first attempt is slow may pay again, and both may succeed.
 */
const RECHECK_DELAYS_MS = [10 * 60_000, 2 * 3600_000, 24 * 3600_000];

/** Fetches an order from the provider and books its status. */
export async function checkOrder(deps: EscrowDeps, orderId: string): Promise<void> {
  const orderWithMilestone = await findOrder(deps.db, orderId);
  const storedOrder = orderWithMilestone ?? (await findBareOrder(deps.db, orderId));
  if (!storedOrder) return;
  const gateway = getPaymentGateway(deps.ports, storedOrder.provider);
  const order = await gateway.getOrder(orderId);
  const payments = order ? await gateway.listPayments(orderId) : [];
  const snapshot = { order, payments };
  const now = deps.ports.clock.now();
  if (orderWithMilestone)
    return inTx(deps.db, (tx) =>
      book(tx, orderWithMilestone, { snapshot, escrowEvents: deps.escrowEvents, now }),
    );
  const providerRefunds = await findProviderRefunds(gateway, orderId, payments);
  return inTx(deps.db, (tx) => bookUnmatched(tx, orderId, { snapshot, providerRefunds, now }));
}

/** The same for a paid order, again after a longer delay. */
export async function checkPaidOrder(deps: EscrowDeps, orderId: string, round: number): Promise<void> {
  await checkOrder(deps, orderId);
  await inTx(deps.db, (tx) => scheduleRecheck(tx, orderId, round + 1, deps.ports.clock.now()));
}

async function book(
  tx: Tx,
  orderWithMilestone: OrderWithMilestoneRow,
  { snapshot, escrowEvents, now }: { snapshot: ProviderSnapshot; escrowEvents: EscrowEvents; now: Date },
): Promise<void> {
  const { id: orderId } = orderWithMilestone;
  const lockedMilestone = await lockOrderMilestone(tx, orderWithMilestone);
  const { job, contract, milestone } = lockedMilestone;
  const order = await lockOrder(tx, orderId);

  // What a stopped payer pays for an order of before goes back by itself. So does what is paid late for an order whose
  // milestone has another amount since both sides changed the plan.
  const isAwaited =
    mayFund(job.state) &&
    order.amount_paise === milestone.amount_paise &&
    canTransition(fundLifecycle, 'fund', milestone.fund_state, 'provider') &&
    !(await isPayerStopped(tx, contract.poster_id));
  const bookedIds = await listBookedPaymentIds(tx, orderId);
  const outcome = decideOrderOutcome(toOrderFacts(order), snapshot, { bookedIds, isAwaited, now });
  await saveOrder(tx, order, outcome, snapshot, now);
  for (const capture of outcome.captures) await bookCapture(tx, order, orderWithMilestone, capture, now);
  if (outcome.captures.length > 0) await scheduleRecheck(tx, orderId, 0, now);

  if (outcome.captures.some((capture) => capture.applied)) {
    await escrowEvents.onMilestoneFunded(tx, lockedMilestone, now);
    await markFunded(tx, lockedMilestone, now);
  } else if (
    canTransition(fundLifecycle, 'close_order', milestone.fund_state, BY_SYSTEM.role) &&
    !(await lockLiveOrder(tx, milestone.id))
  ) {
    await transitionFunds(tx, [milestone], 'close_order', { by: BY_SYSTEM, at: now });
    await publishContractChange(tx, contract);
  }
  if (isNewFailure(order, outcome))
    await notify(
      tx,
      buildNotice(
        'poster',
        'payment_failed',
        await loadNoticeSubject(tx, lockedMilestone),
        outcome.attempt.id ?? '',
      ),
    );
}

/**
 * Books an order whose milestone a restored database lacks. All money the provider took for it is unapplied and
 * refunded.
 */
async function bookUnmatched(
  tx: Tx,
  orderId: string,
  {
    snapshot,
    providerRefunds,
    now,
  }: { snapshot: ProviderSnapshot; providerRefunds: ProviderRefund[]; now: Date },
): Promise<void> {
  const order = await lockOrder(tx, orderId);
  const bookedIds = await listBookedPaymentIds(tx, orderId);
  const takenSnapshot = {
    ...snapshot,
    payments: snapshot.payments.map((payment) => toTakenPayment(payment, providerRefunds)),
  };
  const outcome = decideOrderOutcome(toOrderFacts(order), takenSnapshot, {
    bookedIds,
    isAwaited: false,
    now,
  });
  await saveOrder(tx, order, outcome, snapshot, now);
  for (const { payment } of outcome.captures) {
    await bookUnapplied(tx, order, payment, now);
    for (const refund of providerRefunds.filter(({ paymentId }) => paymentId === payment.paymentId))
      await bookUnappliedRefund(tx, { ...refund, orderId }, now);
  }
  if (outcome.captures.length > 0) await scheduleRecheck(tx, orderId, 0, now);
}

const toOrderFacts = (order: OrderRow): OrderFacts => ({
  id: order.id,
  amountPaise: order.amount_paise,
  state: order.state,
  expiresAt: order.expires_at,
  attempt: { id: order.attempt_id, status: order.attempt_status, reason: order.attempt_reason },
});

const isNewFailure = (before: OrderRow, { attempt }: OrderOutcome): boolean =>
  attempt.status === 'FAILED' && (attempt.id !== before.attempt_id || before.attempt_status !== 'FAILED');

async function saveOrder(
  tx: Tx,
  before: OrderRow,
  { step, attempt }: OrderOutcome,
  snapshot: ProviderSnapshot,
  now: Date,
): Promise<void> {
  const check: OrderCheck = {
    session_id: before.session_id ?? snapshot.order?.sessionId ?? null,
    attempt_id: attempt.id,
    attempt_status: attempt.status,
    attempt_reason: attempt.reason,
    checked_at: now,
  };
  if (step) await transitionOrders(tx, [before], step.event, { by: step.by, at: now, change: check });
  else await saveOrderCheck(tx, before.id, check);
  if (step || attempt.id !== before.attempt_id || attempt.status !== before.attempt_status)
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
  { milestone_id: milestoneId, job_id: jobId }: OrderWithMilestoneRow,
  { payment, applied }: { payment: GatewayPayment; applied: boolean },
  now: Date,
): Promise<void> {
  if (!applied) return bookUnapplied(tx, order, payment, now);
  const captured = await insertCapture(tx, order, payment, { applied, now });
  return postOrThrow(tx, paymentVerified({ ...captured, milestoneId, jobId }));
}

async function bookUnapplied(tx: Tx, order: OrderRow, payment: GatewayPayment, now: Date): Promise<void> {
  const captured = await insertCapture(tx, order, payment, { applied: false, now });
  await postOrThrow(tx, paymentUnapplied(captured));
  await enqueueUnappliedRefund(tx, order, payment, now);
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

/** Queues the automatic refund. Operators see a case until the payer has the money. */
async function enqueueUnappliedRefund(
  tx: Tx,
  order: OrderRow,
  payment: GatewayPayment,
  now: Date,
): Promise<void> {
  const { paymentId, amountPaise } = payment;
  await enqueue(tx, 'refund_unapplied', { orderId: order.id, paymentId, amountPaise });
  const subject = `${order.provider}:${paymentId}`;
  const detail = `order ${order.id}`;
  await openCase(tx, { kind: 'payment_unapplied', subject, amountPaise, detail }, now, { quiet: true });
}

async function scheduleRecheck(tx: Tx, orderId: string, round: number, now: Date): Promise<void> {
  const afterMs = RECHECK_DELAYS_MS[round];
  if (afterMs === undefined) return;
  const runAt = new Date(now.getTime() + afterMs);
  await enqueue(tx, 'check_paid_order', { orderId, round }, { key: `paid:${orderId}`, runAt });
}

/** The milestone is paid, so any other open order for it is closed. */
async function markFunded(tx: Tx, lockedMilestone: LockedMilestone, now: Date): Promise<void> {
  const { contract, milestone } = lockedMilestone;
  await transitionFunds(tx, [milestone], 'fund', { by: BY_PROVIDER, at: now, change: { funded_at: now } });
  const other = await lockLiveOrder(tx, milestone.id);
  if (other) {
    await transitionOrders(tx, [other], 'terminate', { by: BY_SYSTEM, at: now });
    await enqueue(tx, 'close_order', { orderId: other.id });
  }
  const subject = await loadNoticeSubject(tx, lockedMilestone);
  await notifyMany(tx, [
    buildNotice('worker', getNoticeType(fundLifecycle, 'fund', 'worker'), subject),
    buildNotice('poster', getNoticeType(fundLifecycle, 'fund', 'poster'), subject),
  ]);
  await publishContractChange(tx, contract);
}
