import type {
  CaseMessage,
  DisputeCase,
  DisputeDecision,
  Settled,
  SettlementPreview,
} from '@fws/contract/admin/disputes/schemas';
import { formatTicketNumber } from '@fws/contract/disputes/model';
import type { Page } from '@fws/contract/platform/call';
import type { Locale } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { PageRequest } from '../../../platform/cursor.ts';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { toFileLink } from '../../../platform/files.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import {
  requestDocuments,
  listDisputeDocuments,
  settleDispute,
  findSettlement,
  listDisputeComments,
  getOtherPartyId,
  type Citation,
} from '../../disputes/index.ts';
import { readWholeConversation } from '../../conversations/index.ts';
import { findSide } from '../../escrow/index.ts';
import { findWaitingApproval, type NewApproval } from '../approvals/store.ts';
import { requestApproval } from '../approvals/service.ts';
import { translateIfId } from '../../../platform/messages.ts';
import { loadSettings } from '../../../platform/settings.ts';
import { recordAuditEntry, recordView } from '../audit/store.ts';
import { dryRun } from '../dry-run/service.ts';
import { escrowEvents } from '../../contracts/index.ts';
import { readImpartiality } from '../own-cases/service.ts';
import { readVisitCase } from '../../visits/index.ts';
import { calculateSplit, sumSplit } from './rules.ts';
import { findDisputeCase, listHeldMilestones, listJobLedgerEntries, loadPeople } from './store.ts';

/** A settlement as the command that is executed, and stored while it waits for approval. */
export interface SettleCommand {
  disputeId: number;
  decision: DisputeDecision['decision'];
  toWorker: Record<string, number>;
  waiveCharge: boolean;
  reason: string;
}

export async function readCase(
  deps: Deps,
  staffId: number,
  disputeId: number,
  locale: Locale,
): Promise<Outcome<DisputeCase>> {
  const { db, config, ports } = deps;
  const row = await findDisputeCase(db, disputeId);
  if (!row) return refuse('not_found', 'disputes.not_found');
  const approval = await findWaitingApproval(db, 'dispute_settled', disputeId);
  const [heldMilestones, comments, documents, ledger, settlement, people] = await Promise.all([
    row.state === 'open' ? listHeldMilestones(db, row) : [],
    listDisputeComments(db, disputeId),
    listDisputeDocuments(db, disputeId),
    listJobLedgerEntries(db, row.job_id),
    findSettlement(db, row),
    loadPeople(db, [row.poster_id, row.worker_id, ...[row.settled_by, approval?.asked_by].filter(isId)]),
  ]);
  const toPerson = (id: number) => ({ id, name: '', verified: false, ...people.get(id) });
  const toSide = (id: number) => findSide(row, id) ?? 'worker';
  const toCited = ({ isOwn, sentAt, ...cited }: Citation, authorId: number) => ({
    ...cited,
    by: toSide(isOwn ? authorId : getOtherPartyId(row, authorId)),
    sentAt: sentAt.toISOString(),
  });
  const toSideOrFws = (id: number) => findSide(row, id) ?? 'fws';
  return done({
    id: row.id,
    ticket: formatTicketNumber(row.id),
    state: row.state,
    issue: row.issue,
    details: row.details,
    raisedBy: toSide(row.raised_by),
    origin: row.origin,
    waitsForFws: row.state === 'open' && row.waits_for_fws,
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
    poster: toPerson(row.poster_id),
    worker: toPerson(row.worker_id),
    held: heldMilestones.map((part) => ({ ...part, name: translateIfId(locale, part.name) })),
    comments: comments.map((comment) => ({
      by: toSideOrFws(comment.user_id),
      at: comment.added_at.toISOString(),
      text: comment.body,
      cited: comment.cited && toCited(comment.cited, comment.user_id),
    })),
    documents: documents.map((document) => ({
      ...toFileLink(document),
      by: toSide(document.user_id),
      at: document.added_at.toISOString(),
    })),
    ledger,
    chargeBps: config.refundChargeBps,
    settlement: settlement && {
      ...settlement,
      by: row.settled_by === null ? '' : toPerson(row.settled_by).name,
      at: row.closed_at?.toISOString() ?? '',
    },
    approval: approval && {
      id: approval.id,
      askedBy: toPerson(approval.asked_by).name,
      at: approval.asked_at.toISOString(),
      reason: approval.reason,
    },
    visit: await readVisitCase(db, row.job_id, ports.clock.now()),
    mayDecide: await readImpartiality(db, staffId, 'dispute', disputeId),
  });
}

/** That somebody opens it is recorded. Further pages belong to that. */
export async function readConversation(
  { db, ports }: Deps,
  adminId: number,
  { disputeId, ...params }: { disputeId: number } & PageRequest,
): Promise<Outcome<Page<CaseMessage>>> {
  const row = await findDisputeCase(db, disputeId);
  if (!row) return refuse('not_found', 'disputes.not_found');
  const act = { adminId, act: 'conversation_viewed', subject: 'dispute', subjectId: disputeId };
  if (params.cursor === null) await inTx(db, (tx) => recordView(tx, act, ports.clock.now()));
  return readWholeConversation(db, { jobId: row.job_id, workerId: row.worker_id }, params);
}

const isId = (id: number | null | undefined): id is number => id !== null && id !== undefined;

export const previewSettlement = (
  deps: Deps,
  adminId: number,
  decision: DisputeDecision,
): Promise<Outcome<SettlementPreview>> => dryRun(deps.db, (tx) => previewInTx(deps, tx, adminId, decision));

async function previewInTx(
  deps: Deps,
  tx: Tx,
  adminId: number,
  decision: DisputeDecision,
): Promise<Outcome<SettlementPreview>> {
  const row = await findDisputeCase(tx, decision.disputeId);
  const countBefore = row && (await listJobLedgerEntries(tx, row.job_id)).length;
  const settled = await applySettlement(deps, tx, adminId, { ...decision, reason: 'preview' });
  if (!settled.ok) return settled;
  if (!row || countBefore === null) return refuse('not_found', 'disputes.not_found');
  const newEntries = (await listJobLedgerEntries(tx, row.job_id)).slice(countBefore);
  return done({
    lines: newEntries.flatMap((entry) => entry.lines),
    ...settled.value,
    needsApproval: await needsApproval(deps, tx, settled.value),
  });
}

type SplitSums = ReturnType<typeof sumSplit>;

/** Divides the money and closes the dispute. The caller has already checked permissions and approval. */
export async function applySettlement(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: SettleCommand,
): Promise<Outcome<SplitSums>> {
  const now = deps.ports.clock.now();
  const chargeBps = command.waiveCharge ? 0 : deps.config.refundChargeBps;
  const parts = await loadSplit(tx, command);
  if (!parts.ok) return parts;
  const sums = sumSplit(parts.value, chargeBps);
  const { disputeId, reason } = command;
  const settled = await settleDispute(
    tx,
    { disputeId, adminId, parts: parts.value, chargeBps, reason },
    { escrowEvents, now },
  );
  if (!settled.ok) return settled;
  await recordAuditEntry(
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

async function loadSplit(db: Db | Tx, command: Omit<SettleCommand, 'reason'>) {
  const row = await findDisputeCase(db, command.disputeId);
  if (!row) return refuse('not_found', 'disputes.not_found');
  if (row.state !== 'open') return refuse('conflict', 'disputes.closed');
  const parts = calculateSplit(command, await listHeldMilestones(db, row));
  return parts === null ? refuseField('toWorker', 'disputes.division_wrong') : done(parts);
}

/** The whole amount that is divided, charge included. It decides whether approval is needed, not either side's share. */
const calculateTotal = (sums: SplitSums): number =>
  sums.toWorkerPaise + sums.toPosterPaise + sums.chargePaise;
async function needsApproval({ config, ports }: Deps, tx: Tx, sums: SplitSums): Promise<boolean> {
  const settings = await loadSettings(tx, config, ports.clock.now());
  return calculateTotal(sums) > settings.second_approver_above_paise;
}

/** Executes the decision at once, or requests approval by a second admin. */
export const decideDispute = (
  deps: Deps,
  adminId: number,
  command: SettleCommand,
  idempotency: IdempotencyClaim | null,
): Promise<Outcome<Settled>> =>
  runMoneyCommand(deps.db, idempotency, (tx) => decideDisputeInTx(deps, tx, adminId, command));

async function decideDisputeInTx(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: SettleCommand,
): Promise<Outcome<Settled>> {
  const parts = await loadSplit(tx, command);
  if (!parts.ok) return parts;
  const sums = sumSplit(parts.value, command.waiveCharge ? 0 : deps.config.refundChargeBps);
  if (!(await needsApproval(deps, tx, sums))) {
    const settled = await applySettlement(deps, tx, adminId, command);
    return settled.ok ? done({ done: true, approvalId: null }) : settled;
  }
  const approval: NewApproval = {
    act: 'dispute_settled',
    subjectId: command.disputeId,
    command,
    amountPaise: calculateTotal(sums),
    reason: command.reason,
  };
  const approvalRequest = await requestApproval(tx, adminId, approval, deps.ports.clock.now());
  return approvalRequest.ok ? done({ done: false, approvalId: approvalRequest.value }) : approvalRequest;
}

/** Adds FWS's comment for both sides and gives them new time to upload documents. */
export const askBothSides = (
  deps: Deps,
  adminId: number,
  { disputeId, comment }: { disputeId: number; comment: string },
): Promise<Outcome<null>> =>
  inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    const now = deps.ports.clock.now();
    const outcome = await requestDocuments(tx, { disputeId, adminId, text: comment }, now);
    if (!outcome.ok) return outcome;
    const entry = { adminId, act: 'papers_asked', subject: 'dispute', subjectId: disputeId, reason: comment };
    await recordAuditEntry(tx, entry, now);
    return done(null);
  });
