import { chargebackLifecycle, type ChargebackEvent } from '@fws/contract/contracts/chargebacks/lifecycle';
import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import { toIstDate } from '@fws/contract/platform/dates';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notify, notifyMany } from '../../../platform/queue/index.ts';
import { BY_PROVIDER, type Cause } from '../../../platform/transition.ts';
import type { GatewayChargeback } from '../../../ports/payment-gateway.ts';
import { openCase, resolveCase } from '../../ledger/index.ts';
import { endPayerStop, holdReleases, liftHolds, stopPayer } from '../../rests/index.ts';
import type { EscrowEvents } from '../events.ts';
import { endHolds, holdMilestone, resumeMilestone } from '../holds/service.ts';
import type { LockedMilestone } from '../lock.ts';
import { buildNotice, loadNoticeSubject, publishContractChange } from '../notices/service.ts';
import { transitionFunds } from '../store.ts';
import { noteAllowed, noteFreed, PASSBOOK } from './ended-holds.ts';
import { isDisputed, sumChargebacks, type ChargebackRow } from './store.ts';

export interface ChargebackUpdate {
  reported: GatewayChargeback;
  provider: string;
  /** The payment funded the milestone. */
  isApplied: boolean;
  escrowEvents: EscrowEvents;
  now: Date;
}

export const toCaseSubject = ({ provider, chargeback_id }: ChargebackRow) => `${provider}:${chargeback_id}`;
const toCaseFields = (row: ChargebackRow) => ({ subject: toCaseSubject(row), amountPaise: row.amount_paise });

/** Holds the milestone while a bank may take the money. Afterwards the milestone continues or ends. */
export async function applyToMilestone(
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
    const { now, isApplied } = update;
    const context = { now, isApplied, canHold, escrowPaise: totals?.escrowPaise ?? 0 };
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
  { now, reported, isApplied, canHold }: ChargebackUpdate & { canHold: boolean },
): Promise<void> {
  const { milestone } = lockedMilestone;
  if (canHold) await holdMilestone(tx, milestone, { by: BY_PROVIDER, at: now });
  else if (isApplied) await holdReleased(tx, lockedMilestone, row, now);
  await askForAnswer(tx, row, `order ${row.order_id}, milestone ${milestone.id}`, { reported, now });
  await notifySides(tx, lockedMilestone, { event: 'reopen', row, canHold });
}

interface EndedContext {
  now: Date;
  isApplied: boolean;
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
  const { now, isApplied, canHold, escrowPaise, escrowEvents } = context;
  const cause: Cause = { by: BY_PROVIDER, at: now };
  if (canHold) await notifySides(tx, lockedMilestone, { event: 'lose', row, canHold });
  else if (isApplied) await holdReleased(tx, lockedMilestone, row, now);
  await stopPayment(tx, lockedMilestone, row, now);
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
  const { milestone } = lockedMilestone;
  const subject = toCaseSubject(row);
  await resolveCase(tx, ['chargeback_lost', 'release_withdrawn', 'payer_stopped'], subject, now);
  const ended = { by: null, reason: null, at: now };
  await noteFreed(tx, subject, await liftHolds(tx, { cause: 'chargeback', subject }, ended));
  await noteAllowed(tx, subject, await endPayerStop(tx, { subject, ...ended }));
  if (!canHold) return;
  await notifySides(tx, lockedMilestone, { event: 'win', row, canHold });
  // If it was won before its first report, nothing was held and no deadline restarts.
  if (milestone.on_hold && !isOpen && escrowPaise === 0 && !(await isDisputed(tx, milestone)))
    await resumeMilestone(tx, milestone, { by: BY_PROVIDER, at: now });
}

/** What was released of the payment is not withdrawn until the chargeback is won, or a person decided. */
async function holdReleased(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  row: ChargebackRow,
  now: Date,
): Promise<void> {
  const { job, milestone } = lockedMilestone;
  const subject = toCaseSubject(row);
  const held = await holdReleases(
    tx,
    { milestoneId: milestone.id, jobId: job.id },
    { cause: 'chargeback', subject, at: now },
  );
  if (!held) return;
  const { workerId, heldPaise } = held;
  const notice = { ...(await loadNoticeSubject(tx, lockedMilestone)), workerId, amountPaise: heldPaise };
  if (heldPaise > 0)
    await notify(tx, {
      ...buildNotice('worker', 'release_held', notice, `${subject}:${row.takings}`),
      path: PASSBOOK,
    });
  if (held.withdrawnPaise === 0) return;
  const detail = `user ${held.workerId} had withdrawn ${held.withdrawnPaise} paise of milestone ${milestone.id}; ${held.heldPaise} are on hold`;
  await openCase(tx, { kind: 'release_withdrawn', subject, amountPaise: held.withdrawnPaise, detail }, now);
}

/** Whose payment was taken back funds nothing until a person decided. */
async function stopPayment(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  row: ChargebackRow,
  now: Date,
): Promise<void> {
  const { contract } = lockedMilestone;
  const subject = toCaseSubject(row);
  if (!(await stopPayer(tx, { userId: contract.poster_id, subject, at: now }))) return;
  const detail = `user ${contract.poster_id} funds nothing since their bank took order ${row.order_id} back`;
  await openCase(tx, { kind: 'payer_stopped', subject, amountPaise: row.amount_paise, detail }, now);
  const notice = { ...(await loadNoticeSubject(tx, lockedMilestone)), amountPaise: row.amount_paise };
  await notify(tx, {
    ...buildNotice('poster', 'funding_stopped', notice, `${subject}:${row.takings}`),
    path: PASSBOOK,
  });
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
