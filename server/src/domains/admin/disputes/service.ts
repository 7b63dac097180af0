import type {
  DisputeCase,
  DisputeDecision,
  Settled,
  SettlementPreview,
} from '@fws/contract/admin/disputes/model';
import { ticketNumber } from '@fws/contract/disputes/model';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { fileLink } from '../../../platform/files.ts';
import { askForPapers, papersOf, settle, settlementOf, wordsOf } from '../../disputes/index.ts';
import { waitingFor, type Approval } from '../approvals/store.ts';
import { ask } from '../approvals/service.ts';
import { settingsAt } from '../../../platform/settings.ts';
import { record } from '../audit.ts';
import { dryRun } from '../dry-run.ts';
import { partsOf, sumsOf } from './rules.ts';
import { caseById, heldOf, ledgerOfJob, peopleOf } from './store.ts';

/** A settlement as the command that is executed, and stored while it waits for approval. */
export interface SettleCommand {
  disputeId: number;
  decision: DisputeDecision['decision'];
  toWorker: Record<string, number>;
  waiveCharge: boolean;
  reason: string;
}

export async function readCase(deps: Deps, disputeId: number): Promise<Outcome<DisputeCase>> {
  const { db, config } = deps;
  const row = await caseById(db, disputeId);
  if (!row) return refuse('not_found', 'disputes.not_found');
  const approval = await waitingFor(db, 'dispute_settled', disputeId);
  const [held, words, papers, ledger, settlement, people] = await Promise.all([
    row.state === 'open' ? heldOf(db, row.job_id) : [],
    wordsOf(db, disputeId),
    papersOf(db, disputeId),
    ledgerOfJob(db, row.job_id),
    settlementOf(db, row),
    peopleOf(db, [row.poster_id, row.worker_id, ...[row.settled_by, approval?.asked_by].filter(isId)]),
  ]);
  const personOf = (id: number) => ({ id, name: '', verified: false, ...people.get(id) });
  const sideOf = (id: number) => (id === row.poster_id ? ('poster' as const) : ('worker' as const));
  const sideOrUs = (id: number) => (id === row.poster_id || id === row.worker_id ? sideOf(id) : 'fws');
  return done({
    id: row.id,
    ticket: ticketNumber(row.id),
    state: row.state,
    issue: row.issue,
    details: row.details,
    raisedBy: sideOf(row.raised_by),
    raisedAt: row.raised_at.toISOString(),
    documentsDueAt: row.documents_due_at.toISOString(),
    reviewDueAt: row.review_due_at.toISOString(),
    job: {
      id: row.job_id,
      number: row.number,
      title: row.title,
      totalPaise: row.total_paise,
      acceptedPaise: row.accepted_paise,
    },
    poster: personOf(row.poster_id),
    worker: personOf(row.worker_id),
    held,
    comments: words.map((word) => ({
      by: sideOrUs(word.user_id),
      at: word.added_at.toISOString(),
      text: word.body,
    })),
    documents: papers.map((paper) => ({
      ...fileLink(paper),
      by: sideOf(paper.user_id),
      at: paper.added_at.toISOString(),
    })),
    ledger,
    chargeBps: config.refundChargeBps,
    settlement: settlement && {
      ...settlement,
      by: row.settled_by === null ? '' : personOf(row.settled_by).name,
      at: row.closed_at?.toISOString() ?? '',
    },
    approval: approval && {
      id: approval.id,
      askedBy: personOf(approval.asked_by).name,
      at: approval.asked_at.toISOString(),
      reason: approval.reason,
    },
  });
}

const isId = (id: number | null | undefined): id is number => id !== null && id !== undefined;

export const previewSettlement = (
  deps: Deps,
  adminId: number,
  decision: DisputeDecision,
): Promise<Outcome<SettlementPreview>> => dryRun(deps.db, (tx) => tryOut(deps, tx, adminId, decision));

async function tryOut(
  deps: Deps,
  tx: Tx,
  adminId: number,
  decision: DisputeDecision,
): Promise<Outcome<SettlementPreview>> {
  const row = await caseById(tx, decision.disputeId);
  const before = row && (await ledgerOfJob(tx, row.job_id)).length;
  const settled = await carryOut(deps, tx, adminId, { ...decision, reason: 'preview' });
  if (!settled.ok) return settled;
  if (!row || before === null) return refuse('not_found', 'disputes.not_found');
  const posted = (await ledgerOfJob(tx, row.job_id)).slice(before);
  return done({
    lines: posted.flatMap((entry) => entry.lines),
    ...settled.value,
    needsApproval: await needsSecond(deps, tx, settled.value),
  });
}

type Sums = ReturnType<typeof sumsOf>;

/** Divides the money and closes the dispute. The caller has already checked permissions and approval. */
export async function carryOut(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: SettleCommand,
): Promise<Outcome<Sums>> {
  const now = deps.ports.clock.now();
  const chargeBps = command.waiveCharge ? 0 : deps.config.refundChargeBps;
  const parts = await partsIn(tx, command);
  if (!parts.ok) return parts;
  const sums = sumsOf(parts.value, chargeBps);
  const { disputeId, reason } = command;
  const settled = await settle(tx, { disputeId, adminId, parts: parts.value, chargeBps, reason }, now);
  if (!settled.ok) return settled;
  await record(
    tx,
    {
      adminId,
      act: 'dispute_settled',
      subject: 'dispute',
      subjectId: disputeId,
      reason,
      details: { decision: command.decision, ...sums },
    },
    now,
  );
  return done(sums);
}

async function partsIn(db: Db | Tx, command: Omit<SettleCommand, 'reason'>) {
  const row = await caseById(db, command.disputeId);
  if (!row) return refuse('not_found', 'disputes.not_found');
  if (row.state !== 'open') return refuse('conflict', 'disputes.closed');
  const parts = partsOf(command, await heldOf(db, row.job_id));
  return parts === null ? refuseField('toWorker', 'disputes.division_wrong') : done(parts);
}

/** The whole amount that is divided, charge included. It decides whether approval is needed, not either side's share. */
const amountOf = (sums: Sums): number => sums.toWorkerPaise + sums.toPosterPaise + sums.chargePaise;
async function needsSecond({ config, ports }: Deps, tx: Tx, sums: Sums): Promise<boolean> {
  const settings = await settingsAt(tx, config, ports.clock.now());
  return amountOf(sums) > settings.second_approver_above_paise;
}

/** Executes the decision at once, or requests approval by a second admin. */
export async function decideDispute(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: SettleCommand,
): Promise<Outcome<Settled>> {
  const parts = await partsIn(tx, command);
  if (!parts.ok) return parts;
  const sums = sumsOf(parts.value, command.waiveCharge ? 0 : deps.config.refundChargeBps);
  if (!(await needsSecond(deps, tx, sums))) {
    const settled = await carryOut(deps, tx, adminId, command);
    return settled.ok ? done({ done: true, approvalId: null }) : settled;
  }
  const approval: Approval = {
    act: 'dispute_settled',
    subjectId: command.disputeId,
    command,
    amountPaise: amountOf(sums),
    reason: command.reason,
  };
  const asked = await ask(tx, adminId, approval, deps.ports.clock.now());
  return asked.ok ? done({ done: false, approvalId: asked.value }) : asked;
}

/** Adds FWS's comment for both sides and gives them new time to upload documents. */
export async function askBothSides(
  deps: Deps,
  tx: Tx,
  adminId: number,
  { disputeId, comment }: { disputeId: number; comment: string },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const asked = await askForPapers(tx, { disputeId, adminId, text: comment }, now);
  if (!asked.ok) return asked;
  const act = { adminId, act: 'papers_asked', subject: 'dispute', subjectId: disputeId, reason: comment };
  await record(tx, act, now);
  return done(null);
}
