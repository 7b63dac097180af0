import { refundLifecycle } from '@fws/contract/contracts/refunds/lifecycle';
import { canTransition, getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { enqueue, notify } from '../../../platform/queue/index.ts';
import { BY_PROVIDER, type Cause } from '../../../platform/transition.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { GatewayRefund } from '../../../ports/payment-gateway.ts';
import {
  arePayoutsPaused,
  recordProviderStatus,
  resolveCase,
  openCase,
  PAUSED_WAIT_MS,
  post,
  postOrThrow,
  refundDecided,
  refundSucceeded,
  unappliedRefundDecided,
} from '../../ledger/index.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, loadNoticeSubject, publishContractChange } from '../notices.ts';
import { findAppliedPayments, findBareOrder, findOrder, lockOrderMilestone } from '../orders/store.ts';
import { transitionFunds, type MilestoneRow } from '../store.ts';
import {
  enqueueOverdueRefunds,
  enqueueUnrefunded,
  findRefund,
  insertRefund,
  lockRefund,
  recordFailedTry,
  scheduleRefundCheck,
  sumRefunds,
  transitionRefunds,
  type RefundRow,
} from './store.ts';

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 3600_000;
/** How often a refund is tried before it counts as failed. The delay grows after each try. */
const TRIES_MAX = 6;
const FIRST_RETRY_MS = 60_000;
/** A failed refund may still turn out to have succeeded. */
const LATE_CHECK_MS = 24 * 3600_000;
/** Each refund has its own next task. A refund that is overdue by this much has lost it. */
const LOST_AFTER_MS = 60_000;

/** The refund id is derived from the payment id, so that a repeated task creates only one refund per payment. */
export const buildPaymentRefundId = (paymentId: string) =>
  `ref_${paymentId.replaceAll(/[^A-Za-z0-9_-]/g, '-').slice(0, 34)}`;

/** One refund per cancelled milestone. */
export const buildMilestoneRefundId = (milestoneId: number) => `ref_m${milestoneId}`;

/** Each try is its own refund at the provider, because a failed refund stays failed there. */
const buildProviderRefundId = (refundId: string, tries: number) =>
  tries === 0 ? refundId : `${refundId}-${tries}`;

/** Every id under which the provider may know the refund. */
export const listRefundTries = ({ id, tries }: Pick<RefundRow, 'id' | 'tries'>): string[] =>
  Array.from({ length: tries + 1 }, (_, attempt) => buildProviderRefundId(id, attempt));

/** Starts the refund of an unapplied payment. */
export async function refundUnapplied(
  deps: Deps,
  payment: { orderId: string; paymentId: string; amountPaise: number },
): Promise<void> {
  const { orderId, paymentId } = payment;
  const refundId = buildPaymentRefundId(paymentId);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    // A part may have been refunded before a backup was restored.
    const amountPaise = payment.amountPaise - (await sumRefunds(tx, payment));
    if (amountPaise <= 0) return;
    await bookUnappliedRefund(tx, { refundId, orderId, paymentId, amountPaise, tries: 0 }, now);
  });
}

/** Books a refund from the order's unapplied account. Does nothing if a refund with that id exists. */
export async function bookUnappliedRefund(
  tx: Tx,
  refund: { refundId: string; orderId: string; paymentId: string; amountPaise: number; tries: number },
  now: Date,
): Promise<void> {
  const { refundId, orderId, paymentId, amountPaise, tries } = refund;
  const isNew = await insertRefund(tx, {
    id: refundId,
    order_id: orderId,
    payment_id: paymentId,
    milestone_id: null,
    amount_paise: amountPaise,
    reason: 'unapplied',
    tries,
    created_at: now,
  });
  if (!isNew) return;
  await postOrThrow(tx, unappliedRefundDecided({ refundId, orderId, amountPaise, at: now }));
  await enqueueRefundCheck(tx, refundId);
}

/** Runs the refund's next task now: it sends what the provider does not have and records the result. */
export const enqueueRefundCheck = (tx: Tx, refundId: string): Promise<void> =>
  enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });

/** An operator refunds money from an unapplied account, once per ops case. */
export async function refundUnmatchedPayment(
  tx: Tx,
  opsCase: { id: number; orderId: string; paymentId: string; amountPaise: number },
  now: Date,
): Promise<boolean> {
  const { orderId, paymentId, amountPaise } = opsCase;
  const refundId = `ref_l${opsCase.id}`;
  const posted = await post(tx, unappliedRefundDecided({ refundId, orderId, amountPaise, at: now }));
  if (!posted.ok || posted.replayed) return false;
  await insertRefund(tx, {
    id: refundId,
    order_id: orderId,
    payment_id: paymentId,
    milestone_id: null,
    amount_paise: amountPaise,
    reason: 'late',
    created_at: now,
  });
  await enqueueRefundCheck(tx, refundId);
  return true;
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

/** What a cancelled milestone gives back. */
export interface MilestoneRefund {
  milestoneId: number;
  /** The amount that leaves escrow: refund plus charge. */
  amountPaise: number;
  refundPaise: number;
  chargePaise: number;
}

/** Starts the refunds of cancelled milestones to the poster. The caller holds the milestone locks. */
export async function refundMilestones(
  tx: Tx,
  refunds: readonly MilestoneRefund[],
  context: { milestones: readonly MilestoneRow[]; jobId: number; chargeBps: number; cause: Cause },
): Promise<void> {
  const { milestones, cause } = context;
  const payments = await findAppliedPayments(
    tx,
    refunds.map((refund) => refund.milestoneId),
  );
  for (const refund of refunds) {
    const payment = payments.get(refund.milestoneId);
    if (!payment) throw new Error(`milestone ${refund.milestoneId} is funded without a payment`);
    await refundMilestone(tx, refund, { ...context, paid: payment, now: cause.at });
  }
  const listMilestones = (listed: readonly MilestoneRefund[]) =>
    milestones.filter(({ id }) => listed.some((refund) => refund.milestoneId === id));
  await transitionFunds(tx, listMilestones(refunds.filter(isSent)), 'refund', cause);
  await transitionFunds(tx, listMilestones(refunds.filter((refund) => !isSent(refund))), 'forfeit', cause);
}

/** With a charge of 100% nothing is left to send. */
const isSent = ({ refundPaise }: MilestoneRefund): boolean => refundPaise > 0;

async function refundMilestone(
  tx: Tx,
  refund: MilestoneRefund,
  context: {
    jobId: number;
    paid: { orderId: string; paymentId: string };
    chargeBps: number;
    now: Date;
  },
): Promise<void> {
  const { milestoneId, amountPaise, refundPaise } = refund;
  const { jobId, paid, chargeBps, now } = context;
  const refundId = buildMilestoneRefundId(milestoneId);
  if (isSent(refund)) {
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
  await postOrThrow(tx, refundDecided({ refundId, milestoneId, jobId, amountPaise, chargeBps, at: now }));
  if (isSent(refund))
    await enqueue(tx, 'check_refund', { refundId, round: 0 }, { key: `refund:${refundId}` });
}

/** Sends the refund if the provider does not have it yet, records its status, and checks again until it is final. */
export async function checkRefund(deps: Deps, refundId: string, round: number): Promise<void> {
  const refund = await findRefund(deps.db, refundId);
  if (!refund || refund.state === 'succeeded') return;
  if (refund.state === 'failed') return checkFailedRefund(deps, refund);
  const status = await sendAndGetStatus(deps, refund);
  const now = deps.ports.clock.now();
  const scheduleNextCheck = async (tx: Tx, nextRound: number, waitMs: number) => {
    const runAt = new Date(now.getTime() + waitMs);
    await scheduleRefundCheck(tx, refundId, runAt);
    await enqueue(tx, 'check_refund', { refundId, round: nextRound }, { key: `refund:${refundId}`, runAt });
  };
  await inTx(deps.db, async (tx) => {
    if (status === 'paused') return scheduleNextCheck(tx, round, PAUSED_WAIT_MS);
    await recordRefundStatus(tx, refund, status, now);
    if (status === 'success') return finish(tx, refund, now);
    if (status === 'pending' || status === 'on_hold')
      return scheduleNextCheck(tx, round + 1, Math.min(FIRST_WAIT_MS * 2 ** round, LONGEST_WAIT_MS));
    deps.log.warn('refund failed at the provider', { refundId, status, tries: refund.tries });
    if (refund.tries + 1 >= TRIES_MAX) return giveUp(tx, refund, now);
    if (await recordFailedTry(tx, refundId, refund.tries))
      return scheduleNextCheck(tx, 0, FIRST_RETRY_MS * 4 ** refund.tries);
    return undefined;
  });
}

const recordRefundStatus = (tx: Tx, { id, tries }: RefundRow, status: string, now: Date) =>
  recordProviderStatus(tx, `refund:${id}`, { status, note: buildProviderRefundId(id, tries) }, now);

/** Every try failed: the money stays in its refund account, and people are notified. */
async function giveUp(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const { id, milestone_id: milestoneId, amount_paise: amountPaise } = refund;
  const lockedRefund = await lockRefund(tx, id);
  if (!canTransition(refundLifecycle, 'fail', lockedRefund.state, BY_PROVIDER.role)) return;
  const change = { finished_at: now, next_check_at: new Date(now.getTime() + LATE_CHECK_MS) };
  await transitionRefunds(tx, [lockedRefund], 'fail', { by: BY_PROVIDER, at: now, change });
  const tries = refund.tries + 1;
  const detail = `order ${refund.order_id}: the provider refused ${tries} times; the money is in refund:${id}`;
  await resolveUnappliedCase(tx, refund, now);
  await openCase(tx, { kind: 'refund_failed', subject: id, amountPaise, detail }, now);
  const lockedMilestone = await lockRefundMilestone(tx, refund);
  if (!lockedMilestone) return;
  const subject = { ...(await loadNoticeSubject(tx, lockedMilestone)), amountPaise };
  const type = getNoticeType(refundLifecycle, 'fail', 'poster');
  await notify(tx, buildNotice('poster', type, subject, milestoneId === null ? id : undefined));
}

/** Once a day, or after a webhook: checks whether one of the tries succeeded after all. Sends nothing. */
async function checkFailedRefund(deps: Deps, refund: RefundRow): Promise<void> {
  const { ask } = await loadRefundClient(deps, refund);
  let latest: { status: string; note: string } | null = null;
  for (const note of listRefundTries(refund).toReversed()) {
    const status = (await ask(note))?.status ?? 'unknown';
    if (latest === null || status === 'success') latest = { status, note };
    if (status === 'success') break;
  }
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    if (latest) await recordProviderStatus(tx, `refund:${refund.id}`, latest, now);
    if (latest?.status === 'success') return finish(tx, refund, now);
    return scheduleRefundCheck(tx, refund.id, new Date(now.getTime() + LATE_CHECK_MS));
  });
}

/** Task, every minute: finds refunds that lost their task, and unapplied payments without a refund. */
export async function reconcileRefunds({ db, ports }: Deps): Promise<void> {
  const before = new Date(ports.clock.now().getTime() - LOST_AFTER_MS);
  await inTx(db, async (tx) => {
    await enqueueOverdueRefunds(tx, before);
    await enqueueUnrefunded(tx, before);
  });
}

/** The refund's milestone, locked as every operation on its money does; null if it has none. */
async function lockRefundMilestone(tx: Tx, refund: RefundRow): Promise<LockedMilestone | null> {
  const order = await findOrder(tx, refund.order_id);
  return order && lockOrderMilestone(tx, order);
}

/** The payer has received the money. */
async function finish(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
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

/** From here on the money is in the refund's own account or with its payer, so the case is resolved. */
async function resolveUnappliedCase(tx: Tx, refund: RefundRow, now: Date): Promise<void> {
  const order = refund.reason === 'unapplied' ? await findBareOrder(tx, refund.order_id) : null;
  if (order) await resolveCase(tx, ['payment_unapplied'], `${order.provider}:${refund.payment_id}`, now);
}

/** Calls to the provider that took the payment: get the status of one try, or send a new one. */
async function loadRefundClient({ db, ports }: Deps, refund: RefundRow) {
  const { order_id: orderId, payment_id: paymentId } = refund;
  const order = await findBareOrder(db, orderId);
  if (!order || paymentId === null) throw new Error(`refund ${refund.id} is of no payment`);
  const gateway = getPaymentGateway(ports, order.provider);
  return {
    ask: (refundId: string) => gateway.getRefund(orderId, paymentId, refundId),
    send: (refundId: string) =>
      gateway.createRefund({
        orderId,
        paymentId,
        refundId,
        amountPaise: refund.amount_paise,
        note: refund.milestone_id === null ? 'Payment that was not needed' : 'Cancelled work',
      }),
  };
}

/** A refused try is retried too: a provider that is short of money or misconfigured today may pay tomorrow. */
async function sendAndGetStatus(deps: Deps, refund: RefundRow): Promise<GatewayRefund['status'] | 'paused'> {
  const { id, tries } = refund;
  const { ask, send } = await loadRefundClient(deps, refund);
  const refundId = buildProviderRefundId(id, tries);
  const existing = await ask(refundId);
  if (existing) return existing.status;
  // Never send the money twice: a new try requires that the provider still reports every earlier one as failed.
  for (const earlier of listRefundTries({ id, tries: tries - 1 }).toReversed()) {
    const earlierRefund = await ask(earlier);
    if (earlierRefund && earlierRefund.status !== 'failed' && earlierRefund.status !== 'cancelled')
      return earlierRefund.status;
  }
  if (await arePayoutsPaused(deps.db)) return 'paused';
  return (await send(refundId)).status;
}
