import type { Settled } from '@fws/contract/admin/disputes/model';
import type {
  MatterAsked,
  MatterCase,
  MatterCommand,
  MatterPreview,
} from '@fws/contract/admin/matters/model';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { settingsAt } from '../../../platform/settings.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { answersAbout, coverOf } from '../../ledger/index.ts';
import { ask } from '../approvals/service.ts';
import { waitingFor } from '../approvals/store.ts';
import { record } from '../audit.ts';
import { peopleOf } from '../disputes/store.ts';
import { dryRun } from '../dry-run.ts';
import { act } from './acts.ts';
import { decisionsFor, movedPaise, type MatterFacts } from './rules.ts';
import {
  balancesOf,
  closeMatter,
  ledgerOf,
  ledgerOfKey,
  matterById,
  placeOf,
  subjectOf,
  type MatterRow,
  type Subject,
} from './store.ts';

interface Known {
  matter: MatterRow;
  subject: Subject;
  facts: MatterFacts;
}

async function knownOf(db: Db | Tx, matterId: number): Promise<Known | null> {
  const matter = await matterById(db, matterId);
  if (!matter) return null;
  const subject = await subjectOf(db, matter);
  const { withdrawal, refund, chargeback } = subject;
  const [last] = withdrawal ? await answersAbout(db, answersOn(matter, subject)) : [];
  const facts: MatterFacts = {
    kind: matter.kind,
    isOpen: matter.resolved_at === null,
    withdrawal: withdrawal && { state: withdrawal.state, lastWord: last?.said },
    refund,
    chargeback: chargeback && {
      receivablePaise: chargeback.receivable_paise,
      writtenOffPaise: chargeback.written_off_paise,
      isHeld: chargeback.fund_state === 'funded' || chargeback.fund_state === 'accepted',
    },
  };
  return { matter, subject, facts };
}

/** The subjects whose provider statuses make up the history of the case. */
const answersOn = (
  { subject }: MatterRow,
  { withdrawal, refund, chargeback, settlement }: Subject,
): string[] => [
  ...(withdrawal ? [`withdrawal:${withdrawal.id}`] : []),
  ...(refund ? [`refund:${refund.id}`] : []),
  ...(chargeback ? [`chargeback:${subject}`] : []),
  ...(settlement ? [`settlement:${subject}`] : []),
];

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

export async function readMatter(
  { db }: Deps,
  matterId: number,
  locale: Locale,
): Promise<Outcome<MatterCase>> {
  const known = await knownOf(db, matterId);
  if (!known) return refuse('not_found', 'admin.matter_unknown');
  const { matter, subject, facts } = known;
  const { withdrawal, refund, payment, chargeback, settlement } = subject;
  const place = await placeOf(db, subject);
  const [approval, accounts, ledger, answers, cover] = await Promise.all([
    waitingFor(db, 'matter_decided', matterId),
    balancesOf(db, matter, subject, place),
    ledgerOf(db, matter, subject, place),
    answersAbout(db, answersOn(matter, subject)),
    matter.kind === 'cover_short' ? coverOf(db) : null,
  ]);
  const ids = [place.posterId, place.workerId, matter.resolved_by, approval?.asked_by ?? null];
  const people = await peopleOf(db, [0, ...ids.flatMap((id) => id ?? [])]);
  const person = (side: 'poster' | 'worker', id: number | null) =>
    id === null ? [] : [{ side, id, name: '', verified: false, ...people.get(id) }];
  const nameOf = (id: number | null) => (id === null ? '' : (people.get(id)?.name ?? ''));
  return done({
    id: matter.id,
    kind: matter.kind,
    subject: matter.subject,
    amountPaise: matter.amount_paise,
    detail: matter.detail,
    raisedAt: matter.raised_at.toISOString(),
    dueAt: matter.due_at.toISOString(),
    resolved: matter.resolved_at && {
      by: nameOf(matter.resolved_by),
      at: matter.resolved_at.toISOString(),
      decision: matter.resolution,
    },
    people: [...person('poster', place.posterId), ...person('worker', place.workerId)],
    job: place.job && {
      id: place.job.id,
      number: place.job.number,
      title: place.job.title,
      milestone: translateIfId(locale, place.job.milestone),
    },
    withdrawal: withdrawal && {
      id: withdrawal.id,
      transferId: withdrawal.transfer_id,
      state: withdrawal.state,
      destination: withdrawal.destination,
      createdAt: withdrawal.created_at.toISOString(),
      nextCheckAt: iso(withdrawal.next_check_at),
    },
    refund: refund && {
      id: refund.id,
      state: refund.state,
      tries: refund.tries + 1,
      createdAt: refund.created_at.toISOString(),
      nextCheckAt: iso(refund.next_check_at),
    },
    payment: payment && {
      provider: payment.provider,
      id: payment.payment_id,
      orderId: payment.order_id,
      method: payment.method,
      at: payment.received_at.toISOString(),
    },
    chargeback: chargeback && {
      id: chargeback.chargeback_id,
      state: chargeback.state,
      reason: chargeback.reason,
      escrowPaise: chargeback.escrow_paise,
      receivablePaise: chargeback.receivable_paise,
      writtenOffPaise: chargeback.written_off_paise,
      respondBy: iso(chargeback.respond_by),
    },
    settlement: settlement && {
      id: settlement.settlement_id,
      state: settlement.state,
      settledPaise: settlement.settled_paise,
      feePaise: settlement.fee_paise,
      gstPaise: settlement.gst_paise,
      utr: settlement.utr ?? '',
    },
    cover,
    accounts,
    ledger,
    answers: answers.map(({ firstAt, lastAt, ...answer }) => ({
      ...answer,
      firstAt: firstAt.toISOString(),
      lastAt: lastAt.toISOString(),
    })),
    decisions: decisionsFor(facts),
    approval: approval && {
      id: approval.id,
      askedBy: nameOf(approval.asked_by),
      at: approval.asked_at.toISOString(),
      reason: approval.reason,
    },
  });
}

/** Loads the case, and refuses a decision that is not possible now or lacks a field. */
async function askedOf(db: Db | Tx, command: MatterAsked): Promise<Outcome<Known & { amountPaise: number }>> {
  const known = await knownOf(db, command.matterId);
  if (!known) return refuse('not_found', 'admin.matter_unknown');
  if (!known.facts.isOpen) return refuse('conflict', 'admin.matter_over');
  if (!decisionsFor(known.facts).includes(command.decision))
    return refuse('conflict', 'admin.matter_not_now');
  if (command.decision === 'bring_in') {
    if (command.amountPaise === null) return refuseField('amountPaise', 'admin.amount_required');
    if (command.reference.length < 6) return refuseField('reference', 'admin.reference_required');
  }
  const amounts = { matterPaise: known.matter.amount_paise, askedPaise: command.amountPaise };
  return done({ ...known, amountPaise: movedPaise(command.decision, known.facts, amounts) });
}

async function needsSecond({ config, ports }: Deps, tx: Tx, amountPaise: number): Promise<boolean> {
  const settings = await settingsAt(tx, config, ports.clock.now());
  return amountPaise > settings.second_approver_above_paise;
}

export const previewMatter = (
  deps: Deps,
  adminId: number,
  asked: MatterAsked,
): Promise<Outcome<MatterPreview>> =>
  dryRun(deps.db, async (tx): Promise<Outcome<MatterPreview>> => {
    const known = await askedOf(tx, asked);
    if (!known.ok) return known;
    const { matter, subject, amountPaise } = known.value;
    const before = await postedOf(tx, matter, asked);
    const carried = await carryOutMatter(deps, tx, adminId, { ...asked, reason: 'preview' });
    if (!carried.ok) return carried;
    const old = new Set(before.map(({ txnId }) => txnId));
    const posted = (await postedOf(tx, matter, asked)).filter(({ txnId }) => !old.has(txnId));
    return done({
      lines: posted.flatMap(({ lines }) => lines),
      amountPaise,
      needsApproval: await needsSecond(deps, tx, amountPaise),
    });

    async function postedOf(db: Tx, of: MatterRow, { decision, reference }: MatterAsked) {
      if (decision === 'bring_in') return ledgerOfKey(db, `own_funds:${reference}`);
      return ledgerOf(db, of, subject, await placeOf(db, subject));
    }
  });

/** Executes the decision at once, or requests approval by a second admin. */
export async function decideMatter(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: MatterCommand,
): Promise<Outcome<Settled>> {
  if (command.decision !== 'ask' && command.reason === '')
    return refuseField('reason', 'admin.reason_required');
  const known = await askedOf(tx, command);
  if (!known.ok) return known;
  if (await waitingFor(tx, 'matter_decided', command.matterId))
    return refuse('conflict', 'admin.approval_waiting');
  const { amountPaise } = known.value;
  if (!(await needsSecond(deps, tx, amountPaise))) {
    const carried = await carryOutMatter(deps, tx, adminId, command);
    return carried.ok ? done({ done: true, approvalId: null }) : carried;
  }
  const { matterId, reason } = command;
  const asked = await ask(
    tx,
    adminId,
    { act: 'matter_decided', subjectId: matterId, command, amountPaise, reason },
    deps.ports.clock.now(),
  );
  return asked.ok ? done({ done: false, approvalId: asked.value }) : asked;
}

/** Executes a decision. The caller has checked permissions and approval; everything else is checked again here. */
export async function carryOutMatter(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: MatterCommand,
): Promise<Outcome<null>> {
  const known = await askedOf(tx, command);
  if (!known.ok) return known;
  const { matter, subject, amountPaise } = known.value;
  const acted = await act(deps, tx, { matter, subject, command });
  if (!acted.ok) return acted;
  const { matterId, decision, reason } = command;
  const now = deps.ports.clock.now();
  if (acted.value.isOver)
    await closeMatter(tx, matterId, { resolved_at: now, resolved_by: adminId, resolution: decision });
  await record(
    tx,
    {
      adminId,
      act: `matter_${decision}`,
      subject: 'matter',
      subjectId: matterId,
      reason,
      details: {
        kind: matter.kind,
        about: matter.subject,
        amountPaise,
        ...(decision === 'bring_in' ? { reference: command.reference } : {}),
      },
    },
    now,
  );
  return done(null);
}
