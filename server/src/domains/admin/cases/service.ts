import { isInEscrow } from '@fws/contract/contracts/lifecycle';
import type { Settled } from '@fws/contract/admin/disputes/schemas';
import type { OpsCaseDecisionForm, OpsCaseCommand, OpsCasePreview } from '@fws/contract/admin/cases/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { loadSettings } from '../../../platform/settings.ts';
import { listProviderStatuses } from '../../ledger/index.ts';
import { sumHeldReleases } from '../../rests/index.ts';
import { requestApproval } from '../approvals/service.ts';
import { findWaitingApproval } from '../approvals/store.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { dryRun } from '../dry-run/service.ts';
import { executeDecision } from './decisions.ts';
import { listPossibleDecisions, calculateMovedPaise, type OpsCaseFacts } from './rules.ts';
import {
  closeCase,
  listCaseLedgerEntries,
  listLedgerEntriesByKey,
  findCase,
  loadParties,
  loadSubject,
  type OpsCaseRow,
  type Subject,
} from './store.ts';

interface OpsCaseContext {
  opsCase: OpsCaseRow;
  subject: Subject;
  facts: OpsCaseFacts;
}

export async function loadCaseContext(db: Db | Tx, caseId: number): Promise<OpsCaseContext | null> {
  const opsCase = await findCase(db, caseId);
  if (!opsCase) return null;
  const subject = await loadSubject(db, opsCase);
  const { withdrawal, refund, chargeback } = subject;
  const [last] = withdrawal ? await listProviderStatuses(db, listAnswerSubjects(opsCase, subject)) : [];
  const facts: OpsCaseFacts = {
    kind: opsCase.kind,
    isOpen: opsCase.resolved_at === null,
    withdrawal: withdrawal && { state: withdrawal.state, lastStatus: last?.status },
    refund,
    chargeback: chargeback && {
      receivablePaise: chargeback.receivable_paise,
      writtenOffPaise: chargeback.written_off_paise,
      isHeld: chargeback.fund_state !== null && isInEscrow(chargeback.fund_state),
      heldReleasePaise: await sumHeldReleases(db, { cause: 'chargeback', subject: opsCase.subject }),
    },
  };
  return { opsCase, subject, facts };
}

/** The subjects whose provider statuses make up the history of the case. */
export const listAnswerSubjects = (
  { subject }: OpsCaseRow,
  { withdrawal, refund, chargeback, settlement }: Subject,
): string[] => [
  ...(withdrawal ? [`withdrawal:${withdrawal.id}`] : []),
  ...(refund ? [`refund:${refund.id}`] : []),
  ...(chargeback ? [`chargeback:${subject}`] : []),
  ...(settlement ? [`settlement:${subject}`] : []),
];

/** Loads the case, and refuses a decision that is not possible now or lacks a field. */
async function checkDecision(
  db: Db | Tx,
  command: OpsCaseDecisionForm,
): Promise<Outcome<OpsCaseContext & { amountPaise: number }>> {
  const context = await loadCaseContext(db, command.caseId);
  if (!context) return refuse('not_found', 'admin.case_unknown');
  if (!context.facts.isOpen) return refuse('conflict', 'admin.case_over');
  if (!listPossibleDecisions(context.facts).includes(command.decision))
    return refuse('conflict', 'admin.case_not_now');
  if (command.decision === 'bring_in') {
    if (command.amountPaise === null) return refuseField('amountPaise', 'admin.amount_required');
    if (command.reference.length < 6) return refuseField('reference', 'admin.reference_required');
  }
  const amounts = { casePaise: context.opsCase.amount_paise, askedPaise: command.amountPaise };
  return done({ ...context, amountPaise: calculateMovedPaise(command.decision, context.facts, amounts) });
}

async function needsApproval({ config, ports }: Deps, tx: Tx, amountPaise: number): Promise<boolean> {
  const settings = await loadSettings(tx, config, ports.clock.now());
  return amountPaise > settings.second_approver_above_paise;
}

export const previewCase = (
  deps: Deps,
  adminId: number,
  params: OpsCaseDecisionForm,
): Promise<Outcome<OpsCasePreview>> =>
  dryRun(deps.db, async (tx): Promise<Outcome<OpsCasePreview>> => {
    const checked = await checkDecision(tx, params);
    if (!checked.ok) return checked;
    const { opsCase, subject, amountPaise } = checked.value;
    const entriesBefore = await listRelatedEntries(tx, opsCase, params);
    const applied = await applyCaseDecision(deps, tx, adminId, { ...params, reason: 'preview' });
    if (!applied.ok) return applied;
    const oldTxnIds = new Set(entriesBefore.map(({ txnId }) => txnId));
    const newEntries = (await listRelatedEntries(tx, opsCase, params)).filter(
      ({ txnId }) => !oldTxnIds.has(txnId),
    );
    return done({
      lines: newEntries.flatMap(({ lines }) => lines),
      amountPaise,
      needsApproval: await needsApproval(deps, tx, amountPaise),
    });

    async function listRelatedEntries(
      db: Tx,
      caseRow: OpsCaseRow,
      { decision, reference }: OpsCaseDecisionForm,
    ) {
      if (decision === 'bring_in') return listLedgerEntriesByKey(db, `own_funds:${reference}`);
      return listCaseLedgerEntries(db, caseRow, subject, await loadParties(db, subject));
    }
  });

/** Executes the decision at once, or requests approval by a second admin. */
export const decideCase = (
  deps: Deps,
  adminId: number,
  command: OpsCaseCommand,
  idempotency: IdempotencyClaim | null,
): Promise<Outcome<Settled>> =>
  runMoneyCommand(deps.db, idempotency, (tx) => decideCaseInTx(deps, tx, adminId, command));

async function decideCaseInTx(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: OpsCaseCommand,
): Promise<Outcome<Settled>> {
  if (command.decision !== 'ask' && command.reason === '')
    return refuseField('reason', 'admin.reason_required');
  const checked = await checkDecision(tx, command);
  if (!checked.ok) return checked;
  if (await findWaitingApproval(tx, 'case_decided', command.caseId))
    return refuse('conflict', 'admin.approval_waiting');
  const { amountPaise } = checked.value;
  if (!(await needsApproval(deps, tx, amountPaise))) {
    const applied = await applyCaseDecision(deps, tx, adminId, command);
    return applied.ok ? done({ done: true, approvalId: null }) : applied;
  }
  const { caseId, reason } = command;
  const approvalRequest = await requestApproval(
    tx,
    adminId,
    { act: 'case_decided', subjectId: caseId, command, amountPaise, reason },
    deps.ports.clock.now(),
  );
  return approvalRequest.ok ? done({ done: false, approvalId: approvalRequest.value }) : approvalRequest;
}

/** Executes a decision. The caller has checked permissions and approval; everything else is checked again here. */
export async function applyCaseDecision(
  deps: Deps,
  tx: Tx,
  adminId: number,
  command: OpsCaseCommand,
): Promise<Outcome<null>> {
  const checked = await checkDecision(tx, command);
  if (!checked.ok) return checked;
  const { opsCase, subject, amountPaise } = checked.value;
  const executed = await executeDecision(deps, tx, { opsCase, subject, command, adminId });
  if (!executed.ok) return executed;
  const { caseId, decision, reason } = command;
  const now = deps.ports.clock.now();
  if (executed.value.isOver)
    await closeCase(tx, caseId, { resolved_at: now, resolved_by: adminId, resolution: decision });
  await recordAuditEntry(
    tx,
    {
      adminId,
      act: `case_${decision}`,
      subject: 'case',
      subjectId: caseId,
      reason,
      details: {
        kind: opsCase.kind,
        about: opsCase.subject,
        amountPaise,
        ...(decision === 'bring_in' ? { reference: command.reference } : {}),
      },
    },
    now,
  );
  return done(null);
}
