import {
  chargebackLifecycle,
  type ChargebackEvent,
  type ChargebackState,
} from '@fws/contract/contracts/chargebacks/lifecycle';
import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import { toIstDate } from '@fws/contract/platform/dates';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { enqueueAll, notifyMany } from '../../../platform/queue/index.ts';
import { BY_PROVIDER, type Cause } from '../../../platform/transition.ts';
import { getPaymentGateway } from '../../../ports/index.ts';
import type { GatewayChargeback } from '../../../ports/payment-gateway.ts';
import {
  chargebackReturned,
  chargebackTaken,
  recordProviderStatus,
  resolveCase,
  openCase,
  postOrThrow,
} from '../../ledger/index.ts';
import type { EscrowDeps, EscrowEvents } from '../events.ts';
import { endHolds, holdMilestone, resumeMilestone } from '../holds.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, loadNoticeSubject, publishContractChange } from '../notices.ts';
import { findBareOrder, findOrder, lockOrder, lockOrderMilestone } from '../orders/store.ts';
import { checkOrder } from '../payments/service.ts';
import { transitionFunds } from '../store.ts';
import { allocateTaking, decideChargeback } from './rules.ts';
import {
  claimOrdersToPoll,
  findBookedPayment,
  insertChargeback,
  isDisputed,
  lockChargeback,
  sumChargebacks,
  transitionChargebacks,
  updateChargeback,
  type ChargebackRow,
} from './store.ts';

/** A share of the provider's calls per minute. It suffices to poll every payment once a week for four months. */
const POLLS_PER_MINUTE = 10;

/** Task: fetches a chargeback from the provider and books its status. */
export async function checkChargeback(
  deps: EscrowDeps,
  provider: string,
  chargebackId: string,
): Promise<void> {
  const reported = await getPaymentGateway(deps.ports, provider).getChargeback(chargebackId);
  if (reported) await apply(deps, provider, reported);
}

/** Task, every minute: polls some payments in case a webhook was missed. */
export async function pollChargebacks({ db, ports }: Deps): Promise<void> {
  const now = ports.clock.now();
  for (const gateway of [ports.payments, ports.otherPayments]) {
    if (!gateway) continue;
    const { provider } = gateway;
    await inTx(db, async (tx) => {
      const orderIds = await claimOrdersToPoll(tx, { provider, now, limit: POLLS_PER_MINUTE });
      await enqueueAll(
        tx,
        orderIds.map((orderId) => ({ task: 'poll_order', payload: { provider, orderId } })),
      );
    });
  }
}

/** Task: fetches and books the chargebacks of one order. */
export async function pollOrderChargebacks(
  deps: EscrowDeps,
  provider: string,
  orderId: string,
): Promise<void> {
  for (const reported of await getPaymentGateway(deps.ports, provider).listChargebacks(orderId))
    await apply(deps, provider, reported);
}

async function apply(deps: EscrowDeps, provider: string, reported: GatewayChargeback): Promise<void> {
  const orderWithMilestone = await findOrder(deps.db, reported.orderId);
  const order = orderWithMilestone ?? (await findBareOrder(deps.db, reported.orderId));
  if (!order) {
    deps.log.error('chargeback for an unknown order', null, { chargebackId: reported.chargebackId });
    return;
  }
  const isBooked = (tx: Tx) => findBookedPayment(tx, provider, reported.paymentId);
  // A chargeback may be reported before its payment is booked.
  if (!(await inTx(deps.db, isBooked))) await checkOrder(deps, reported.orderId);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    const lockedMilestone = orderWithMilestone
      ? await lockOrderMilestone(tx, orderWithMilestone)
      : await lockUnmatched(tx, order.id);
    const payment = await isBooked(tx);
    if (payment?.orderId !== order.id)
      throw new Error(`chargeback ${reported.chargebackId} of an unknown payment`);
    const { escrowEvents } = deps;
    await book(tx, lockedMilestone, { reported, provider, isApplied: payment.applied, escrowEvents, now });
  });
}

/** A restored database may lack the milestone of a payment. Then nothing of the payment is in escrow. */
async function lockUnmatched(tx: Tx, orderId: string): Promise<null> {
  await lockOrder(tx, orderId);
  return null;
}

interface ChargebackUpdate {
  reported: GatewayChargeback;
  provider: string;
  /** The payment funded the milestone. */
  isApplied: boolean;
  escrowEvents: EscrowEvents;
  now: Date;
}

async function book(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  update: ChargebackUpdate,
): Promise<void> {
  const { reported, provider, now } = update;
  const existing = await lockChargeback(tx, provider, reported.chargebackId);
  const status = reported.isDebited ? `${reported.status}_taken` : reported.status;
  await recordProviderStatus(
    tx,
    `chargeback:${provider}:${reported.chargebackId}`,
    { status, note: reported.reason },
    now,
  );
  const facts = existing && {
    state: existing.state,
    isTaken: existing.escrow_paise + existing.receivable_paise > 0,
    changedAt: existing.changed_at,
  };
  const step = decideChargeback(facts, reported);
  if (!step) return;
  const chargeback =
    existing ??
    (await insertChargeback(tx, {
      provider,
      chargeback_id: reported.chargebackId,
      order_id: reported.orderId,
      payment_id: reported.paymentId,
      milestone_id: lockedMilestone?.milestone.id ?? null,
      amount_paise: reported.amountPaise,
      reason: reported.reason,
      opened_at: now,
    }));
  const moneyChange =
    step.money === 'take'
      ? await takeMoney(tx, lockedMilestone, chargeback, update)
      : step.money === 'return'
        ? await returnMoney(tx, lockedMilestone, chargeback, now)
        : {};
  await updateChargeback(tx, chargeback, {
    ...moneyChange,
    respond_by: reported.respondBy,
    changed_at: reported.updatedAt,
  });
  const [changed = chargeback] = await transitionChargebacks(tx, [chargeback], EVENTS[step.state], {
    by: BY_PROVIDER,
    at: now,
  });
  await updateHold(tx, lockedMilestone, { ...changed, ...moneyChange }, update);
}

/** What leads to each state that a provider reports. A repeated one changes nothing. */
const EVENTS: Record<ChargebackState, ChargebackEvent> = { open: 'reopen', won: 'win', lost: 'lose' };

async function takeMoney(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  chargeback: ChargebackRow,
  { isApplied, now }: ChargebackUpdate,
) {
  const inEscrow = lockedMilestone && isApplied ? await calculateEscrowLeft(tx, lockedMilestone) : 0;
  const { escrowPaise, receivablePaise } = allocateTaking(chargeback.amount_paise, inEscrow);
  const taking = chargeback.takings + 1;
  await postOrThrow(
    tx,
    chargebackTaken({ ...toPostingRefs(chargeback), taking, escrowPaise, receivablePaise, at: now }),
  );
  return { takings: taking, escrow_paise: escrowPaise, receivable_paise: receivablePaise };
}

async function calculateEscrowLeft(tx: Tx, { milestone }: LockedMilestone): Promise<number> {
  const takenPaise = (await sumChargebacks(tx, [milestone.id])).get(milestone.id)?.escrowPaise ?? 0;
  return isInEscrow(milestone.fund_state) ? milestone.amount_paise - takenPaise : 0;
}

async function returnMoney(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  chargeback: ChargebackRow,
  now: Date,
) {
  const { escrow_paise: escrowPaise, receivable_paise: receivablePaise, takings: taking } = chargeback;
  const isLate =
    lockedMilestone !== null && escrowPaise > 0 && !isInEscrow(lockedMilestone.milestone.fund_state);
  await postOrThrow(
    tx,
    chargebackReturned({
      ...toPostingRefs(chargeback),
      taking,
      escrowPaise,
      receivablePaise,
      writtenOffPaise: chargeback.written_off_paise,
      at: now,
      backTo: isLate ? 'unapplied' : 'escrow',
    }),
  );
  if (isLate) {
    const detail = `won after milestone ${lockedMilestone.milestone.id} was settled without it; the money is in unapplied:${chargeback.order_id}`;
    await openCase(
      tx,
      { kind: 'chargeback_late', subject: toCaseSubject(chargeback), amountPaise: escrowPaise, detail },
      now,
    );
  }
  return { escrow_paise: 0, receivable_paise: 0, written_off_paise: 0 };
}

const toCaseSubject = ({ provider, chargeback_id }: ChargebackRow) => `${provider}:${chargeback_id}`;
const toCaseFields = (row: ChargebackRow) => ({ subject: toCaseSubject(row), amountPaise: row.amount_paise });

const toPostingRefs = (row: ChargebackRow) => ({
  provider: row.provider,
  chargebackId: row.chargeback_id,
  milestoneId: row.milestone_id,
  orderId: row.order_id,
  paymentId: row.payment_id,
});

/** Holds the milestone while a bank may take the money. Afterwards the milestone continues or ends. */
async function updateHold(
  tx: Tx,
  lockedMilestone: LockedMilestone | null,
  row: ChargebackRow,
  update: ChargebackUpdate,
): Promise<void> {
  if (!lockedMilestone) return noteUnmatched(tx, row, update);
  const { contract, milestone } = lockedMilestone;
  // Only money that is still in escrow can be held.
  const canHold = update.isApplied && isInEscrow(milestone.fund_state);
  if (row.state === 'open') await handleOpened(tx, lockedMilestone, row, { ...update, canHold });
  else {
    await resolveCase(tx, ['chargeback_open'], toCaseSubject(row), update.now);
    const totals = (await sumChargebacks(tx, [milestone.id])).get(milestone.id);
    const context = { now: update.now, canHold, escrowPaise: totals?.escrowPaise ?? 0 };
    const { escrowEvents } = update;
    if (row.state === 'lost') await handleLost(tx, lockedMilestone, row, { ...context, escrowEvents });
    else await handleWon(tx, lockedMilestone, row, { ...context, isOpen: totals?.isOpen ?? false });
  }
  await publishContractChange(tx, contract);
}

/** No milestone waits for the bank and the parties are unknown, so only operators are notified. */
async function noteUnmatched(tx: Tx, row: ChargebackRow, { reported, now }: ChargebackUpdate): Promise<void> {
  if (row.state === 'open') return askForAnswer(tx, row, `order ${row.order_id}`, { reported, now });
  await resolveCase(tx, ['chargeback_open'], toCaseSubject(row), now);
  if (row.state === 'won') return resolveCase(tx, ['chargeback_lost'], toCaseSubject(row), now);
  const detail = `order ${row.order_id}: ${row.receivable_paise} paise in chargeback_receivable`;
  await openCase(tx, { kind: 'chargeback_lost', ...toCaseFields(row), detail }, now);
}

async function askForAnswer(
  tx: Tx,
  row: ChargebackRow,
  description: string,
  { reported, now }: Pick<ChargebackUpdate, 'reported' | 'now'>,
): Promise<void> {
  const until = reported.respondBy ? toIstDate(reported.respondBy) : 'the day it names';
  const detail = `${description}: ${reported.reason}. Answer the provider by ${until}`;
  const opsCase = { kind: 'chargeback_open' as const, ...toCaseFields(row), detail };
  await openCase(tx, opsCase, now, { dueAt: reported.respondBy });
}

async function handleOpened(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  row: ChargebackRow,
  { now, reported, canHold }: ChargebackUpdate & { canHold: boolean },
): Promise<void> {
  const { milestone } = lockedMilestone;
  if (canHold) await holdMilestone(tx, milestone, { by: BY_PROVIDER, at: now });
  await askForAnswer(tx, row, `order ${row.order_id}, milestone ${milestone.id}`, { reported, now });
  await notifySides(tx, lockedMilestone, { event: 'reopen', row, canHold });
}

interface EndedContext {
  now: Date;
  canHold: boolean;
  /** How much of the milestone's escrow chargebacks have taken. */
  escrowPaise: number;
}

/**
 * If all of the milestone's money went back to its payer, the milestone ends. Otherwise a person decides, and the
 * milestone stays on hold until then. This may be the first report of the chargeback.
 */
async function handleLost(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  row: ChargebackRow,
  context: EndedContext & { escrowEvents: EscrowEvents },
): Promise<void> {
  const { milestone } = lockedMilestone;
  const { now, canHold, escrowPaise, escrowEvents } = context;
  const cause: Cause = { by: BY_PROVIDER, at: now };
  if (canHold) await notifySides(tx, lockedMilestone, { event: 'lose', row, canHold });
  if (canHold && escrowPaise === milestone.amount_paise) {
    await transitionFunds(tx, [milestone], 'charge_back', cause);
    await endHolds(tx, [milestone], cause);
    await escrowEvents.onMilestonesEnded(tx, lockedMilestone, now);
  } else if (canHold) await holdMilestone(tx, milestone, cause);
  if (row.receivable_paise === 0 && escrowPaise === milestone.amount_paise) return;
  const detail = `order ${row.order_id}: ${row.escrow_paise} paise out of escrow:${milestone.id}, ${row.receivable_paise} in chargeback_receivable`;
  await openCase(tx, { kind: 'chargeback_lost', ...toCaseFields(row), detail }, now);
}

async function handleWon(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  row: ChargebackRow,
  { now, canHold, escrowPaise, isOpen }: EndedContext & { isOpen: boolean },
): Promise<void> {
  const { job, milestone } = lockedMilestone;
  await resolveCase(tx, ['chargeback_lost'], toCaseSubject(row), now);
  if (!canHold) return;
  await notifySides(tx, lockedMilestone, { event: 'win', row, canHold });
  // If it was won before its first report, nothing was held and no deadline restarts.
  if (milestone.on_hold && !isOpen && escrowPaise === 0 && !(await isDisputed(tx, job.id)))
    await resumeMilestone(tx, milestone, { by: BY_PROVIDER, at: now });
}

/** Always notifies the poster, because it is their bank. Notifies the worker only if it stops their money. */
async function notifySides(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  params: { event: ChargebackEvent; row: ChargebackRow; canHold: boolean },
): Promise<void> {
  const { event, row, canHold } = params;
  const subject = { ...(await loadNoticeSubject(tx, lockedMilestone)), amountPaise: row.amount_paise };
  const occasion = `${row.provider}:${row.chargeback_id}:${row.takings}`;
  const sides = canHold ? (['poster', 'worker'] as const) : (['poster'] as const);
  await notifyMany(
    tx,
    sides.map((side) =>
      buildNotice(side, getNoticeType(chargebackLifecycle, event, side), subject, occasion),
    ),
  );
}
