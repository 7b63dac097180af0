import { sql } from 'kysely';
import { istDate } from '@fws/contract/platform/dates';
import type { NotificationType } from '@fws/contract/notifications/model';
import { inTx, type Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import { enqueueAll, tellAll } from '../../platform/jobs/index.ts';
import { paymentsBy } from '../../ports/index.ts';
import type { GatewayChargeback } from '../../ports/payment-gateway.ts';
import { lockJob } from '../jobs/index.ts';
import { chargebackReturned, chargebackTaken, heard, resolveCase, openCase, post } from '../ledger/index.ts';
import { decideChargeback, takenFrom } from './chargeback-rules.ts';
import {
  bookedPayment,
  chargedBack,
  insertChargeback,
  isDisputed,
  lockChargeback,
  ordersToLookAt,
  updateChargeback,
  type ChargebackRow,
} from './chargeback-store.ts';
import { endJob } from './dividing.ts';
import { announce, subjectOf, type Held } from './milestones.ts';
import { notice } from './notices.ts';
import { bareOrderById, lockOrder, orderById, type PlacedOrderRow } from './order-store.ts';
import { checkOrder } from './payments.ts';
import { contractByJob, lockMilestone, updateMilestone } from './store.ts';

/** A share of the provider's calls per minute. It suffices to poll every payment once a week for four months. */
const LOOKS_A_MINUTE = 10;

/** Task: fetches a chargeback from the provider and books its status. */
export async function checkChargeback(deps: Deps, provider: string, chargebackId: string): Promise<void> {
  const word = await paymentsBy(deps.ports, provider).getChargeback(chargebackId);
  if (word) await apply(deps, provider, word);
}

/** Task, every minute: polls some payments in case a webhook was missed. */
export async function lookAtPayments({ db, ports }: Deps): Promise<void> {
  const now = ports.clock.now();
  for (const gateway of [ports.payments, ports.otherPayments]) {
    if (!gateway) continue;
    const { provider } = gateway;
    await inTx(db, async (tx) => {
      const orderIds = await ordersToLookAt(tx, { provider, now, limit: LOOKS_A_MINUTE });
      await enqueueAll(
        tx,
        orderIds.map((orderId) => ({ task: 'look_at_order', payload: { provider, orderId } })),
      );
    });
  }
}

/** Task: fetches and books the chargebacks of one order. */
export async function lookAtOrder(deps: Deps, provider: string, orderId: string): Promise<void> {
  for (const word of await paymentsBy(deps.ports, provider).listChargebacks(orderId))
    await apply(deps, provider, word);
}

async function apply(deps: Deps, provider: string, word: GatewayChargeback): Promise<void> {
  const placed = await orderById(deps.db, word.orderId);
  const order = placed ?? (await bareOrderById(deps.db, word.orderId));
  if (!order) {
    deps.log.error('chargeback for an unknown order', null, { chargebackId: word.chargebackId });
    return;
  }
  const isBooked = (tx: Tx) => bookedPayment(tx, provider, word.paymentId);
  // A chargeback may be reported before its payment is booked.
  if (!(await inTx(deps.db, isBooked))) await checkOrder(deps, word.orderId);
  const now = deps.ports.clock.now();
  await inTx(deps.db, async (tx) => {
    const held = placed ? await lockHeld(tx, placed) : await lockUnmatched(tx, order.id);
    const payment = await isBooked(tx);
    if (payment?.orderId !== order.id)
      throw new Error(`chargeback ${word.chargebackId} of an unknown payment`);
    await book(tx, held, { word, provider, isApplied: payment.applied, now });
  });
}

async function lockHeld(tx: Tx, order: PlacedOrderRow): Promise<Held> {
  const job = await lockJob(tx, order.job_id);
  const contract = await contractByJob(tx, order.job_id);
  const milestone = await lockMilestone(tx, order.milestone_id);
  if (!job || !contract || !milestone) throw new Error(`order ${order.id} belongs to no contract`);
  return { job, contract, milestone };
}

/** A restored database may lack the milestone of a payment. Then nothing of the payment is in escrow. */
async function lockUnmatched(tx: Tx, orderId: string): Promise<null> {
  await lockOrder(tx, orderId);
  return null;
}

interface News {
  word: GatewayChargeback;
  provider: string;
  /** The payment funded the milestone. */
  isApplied: boolean;
  now: Date;
}

async function book(tx: Tx, held: Held | null, news: News): Promise<void> {
  const { word, provider, now } = news;
  const known = await lockChargeback(tx, provider, word.chargebackId);
  const said = word.isDebited ? `${word.status}_taken` : word.status;
  await heard(tx, `chargeback:${provider}:${word.chargebackId}`, { said, note: word.reason }, now);
  const facts = known && {
    state: known.state,
    isTaken: known.escrow_paise + known.receivable_paise > 0,
    changedAt: known.changed_at,
  };
  const step = decideChargeback(facts, word);
  if (!step) return;
  const before =
    known ??
    (await insertChargeback(tx, {
      provider,
      chargeback_id: word.chargebackId,
      order_id: word.orderId,
      payment_id: word.paymentId,
      milestone_id: held?.milestone.id ?? null,
      amount_paise: word.amountPaise,
      reason: word.reason,
      opened_at: now,
    }));
  const moved =
    step.money === 'take'
      ? await take(tx, held, before, news)
      : step.money === 'return'
        ? await giveBack(tx, held, before, now)
        : {};
  await updateChargeback(tx, before, {
    ...moved,
    state: step.state,
    respond_by: word.respondBy,
    changed_at: word.updatedAt,
  });
  await settleHold(tx, held, { ...before, ...moved, state: step.state }, news);
}

async function take(tx: Tx, held: Held | null, before: ChargebackRow, { isApplied, now }: News) {
  const inEscrow = held && isApplied ? await escrowLeft(tx, held) : 0;
  const { escrowPaise, receivablePaise } = takenFrom(before.amount_paise, inEscrow);
  const taking = before.takings + 1;
  await mustPost(
    tx,
    chargebackTaken({ ...postingOf(before), taking, escrowPaise, receivablePaise, at: now }),
  );
  return { takings: taking, escrow_paise: escrowPaise, receivable_paise: receivablePaise };
}

async function escrowLeft(tx: Tx, { milestone }: Held): Promise<number> {
  const gone = (await chargedBack(tx, [milestone.id])).get(milestone.id)?.escrowPaise ?? 0;
  return isHeld(milestone.fund_state) ? milestone.amount_paise - gone : 0;
}

async function giveBack(tx: Tx, held: Held | null, before: ChargebackRow, now: Date) {
  const { escrow_paise: escrowPaise, receivable_paise: receivablePaise, takings: taking } = before;
  const isLate = held !== null && escrowPaise > 0 && !isHeld(held.milestone.fund_state);
  await mustPost(
    tx,
    chargebackReturned({
      ...postingOf(before),
      taking,
      escrowPaise,
      receivablePaise,
      writtenOffPaise: before.written_off_paise,
      at: now,
      backTo: isLate ? 'unapplied' : 'escrow',
    }),
  );
  if (isLate) {
    const detail = `won after milestone ${held.milestone.id} was settled without it; the money is in unapplied:${before.order_id}`;
    await openCase(
      tx,
      { kind: 'chargeback_late', subject: subjectIdOf(before), amountPaise: escrowPaise, detail },
      now,
    );
  }
  return { escrow_paise: 0, receivable_paise: 0, written_off_paise: 0 };
}

const isHeld = (fund: string): boolean => fund === 'funded' || fund === 'accepted';
const subjectIdOf = ({ provider, chargeback_id }: ChargebackRow) => `${provider}:${chargeback_id}`;
const matterOf = (row: ChargebackRow) => ({ subject: subjectIdOf(row), amountPaise: row.amount_paise });

const postingOf = (row: ChargebackRow) => ({
  provider: row.provider,
  chargebackId: row.chargeback_id,
  milestoneId: row.milestone_id,
  orderId: row.order_id,
  paymentId: row.payment_id,
});

async function mustPost(tx: Tx, posting: Parameters<typeof post>[1]): Promise<void> {
  const posted = await post(tx, posting);
  if (!posted.ok) throw new Error(`${posting.key}: ${posted.reason}`);
}

/** Holds the milestone while a bank may take the money. Afterwards the milestone continues or ends. */
async function settleHold(tx: Tx, held: Held | null, row: ChargebackRow, news: News): Promise<void> {
  if (!held) return noteUnmatched(tx, row, news);
  const { contract, milestone } = held;
  // Only money that is still in escrow can be held.
  const isHeldBack = news.isApplied && isHeld(milestone.fund_state);
  if (row.state === 'open') await opened(tx, held, row, { ...news, isHeldBack });
  else {
    await resolveCase(tx, ['chargeback_open'], subjectIdOf(row), news.now);
    const still = (await chargedBack(tx, [milestone.id])).get(milestone.id);
    const ended = { now: news.now, isHeldBack, escrowPaise: still?.escrowPaise ?? 0 };
    if (row.state === 'lost') await lost(tx, held, row, ended);
    else await won(tx, held, row, { ...ended, isOpen: still?.isOpen ?? false });
  }
  await announce(tx, contract);
}

/** No milestone waits for the bank and the parties are unknown, so only operators are notified. */
async function noteUnmatched(tx: Tx, row: ChargebackRow, { word, now }: News): Promise<void> {
  if (row.state === 'open') return askForAnswer(tx, row, `order ${row.order_id}`, { word, now });
  await resolveCase(tx, ['chargeback_open'], subjectIdOf(row), now);
  if (row.state === 'won') return resolveCase(tx, ['chargeback_lost'], subjectIdOf(row), now);
  const detail = `order ${row.order_id}: ${row.receivable_paise} paise in chargeback_receivable`;
  await openCase(tx, { kind: 'chargeback_lost', ...matterOf(row), detail }, now);
}

async function askForAnswer(
  tx: Tx,
  row: ChargebackRow,
  about: string,
  { word, now }: Pick<News, 'word' | 'now'>,
): Promise<void> {
  const until = word.respondBy ? istDate(word.respondBy) : 'the day it names';
  const detail = `${about}: ${word.reason}. Answer the provider by ${until}`;
  const matter = { kind: 'chargeback_open' as const, ...matterOf(row), detail };
  await openCase(tx, matter, now, { dueAt: word.respondBy });
}

async function opened(
  tx: Tx,
  held: Held,
  row: ChargebackRow,
  { now, word, isHeldBack }: News & { isHeldBack: boolean },
): Promise<void> {
  const { milestone } = held;
  if (isHeldBack) await updateMilestone(tx, milestone.id, { on_hold: true, changed_at: now });
  await askForAnswer(tx, row, `order ${row.order_id}, milestone ${milestone.id}`, { word, now });
  await tellSides(tx, held, { type: 'chargeback_opened', row, isHeldBack });
}

interface Ended {
  now: Date;
  isHeldBack: boolean;
  /** How much of the milestone's escrow chargebacks have taken. */
  escrowPaise: number;
}

/**
 * If all of the milestone's money went back to its payer, the milestone ends. Otherwise a person decides, and the
 * milestone stays on hold until then. This may be the first report of the chargeback.
 */
async function lost(tx: Tx, held: Held, row: ChargebackRow, ended: Ended): Promise<void> {
  const { job, contract, milestone } = held;
  const { now, isHeldBack, escrowPaise } = ended;
  if (isHeldBack) await tellSides(tx, held, { type: 'chargeback_lost', row, isHeldBack });
  if (isHeldBack && escrowPaise === milestone.amount_paise) {
    await updateMilestone(tx, milestone.id, { fund_state: 'refunded', on_hold: false, changed_at: now });
    await endJob(tx, { jobId: job.id, workerId: contract.worker_id, state: job.state }, now);
  } else if (isHeldBack) await updateMilestone(tx, milestone.id, { on_hold: true, changed_at: now });
  if (row.receivable_paise === 0 && escrowPaise === milestone.amount_paise) return;
  const detail = `order ${row.order_id}: ${row.escrow_paise} paise out of escrow:${milestone.id}, ${row.receivable_paise} in chargeback_receivable`;
  await openCase(tx, { kind: 'chargeback_lost', ...matterOf(row), detail }, now);
}

async function won(
  tx: Tx,
  held: Held,
  row: ChargebackRow,
  { now, isHeldBack, escrowPaise, isOpen }: Ended & { isOpen: boolean },
): Promise<void> {
  const { job, milestone } = held;
  await resolveCase(tx, ['chargeback_lost'], subjectIdOf(row), now);
  if (!isHeldBack) return;
  await tellSides(tx, held, { type: 'chargeback_won', row, isHeldBack });
  // If it was won before its first report, nothing was held and no deadline restarts.
  if (milestone.on_hold && !isOpen && escrowPaise === 0 && !(await isDisputed(tx, job.id)))
    await goOn(tx, milestone.id, now);
}

/** Restarts the poster's time to answer a payment request, as after an issue. */
async function goOn(tx: Tx, milestoneId: number, now: Date): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({
      on_hold: false,
      changed_at: now,
      reminded_at: null,
      payment_requested_at: sql<Date | null>`CASE WHEN payment_requested_at IS NULL THEN NULL ELSE ${now}::timestamptz END`,
    })
    .where('id', '=', milestoneId)
    .execute();
}

/** Always notifies the poster, because it is their bank. Notifies the worker only if it stops their money. */
async function tellSides(
  tx: Tx,
  held: Held,
  told: { type: NotificationType; row: ChargebackRow; isHeldBack: boolean },
): Promise<void> {
  const { type, row, isHeldBack } = told;
  const about = { ...(await subjectOf(tx, held)), amountPaise: row.amount_paise };
  const event = `${row.provider}:${row.chargeback_id}:${row.takings}`;
  const sides = isHeldBack ? (['poster', 'worker'] as const) : (['poster'] as const);
  await tellAll(
    tx,
    sides.map((side) => notice(side, type, about, event)),
  );
}
