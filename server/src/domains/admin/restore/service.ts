import type {
  CompareCommand,
  ReopenCommand,
  RestoreCase,
  RestoreComparison,
} from '@fws/contract/admin/restore/schemas';
import { readStatement } from '@fws/contract/admin/restore/statement';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { closeRestore, findOpenRestore, type OpenRestore } from '../../ledger/index.ts';
import { describeNotCompared } from '../../reconciliation/index.ts';
import { requestApproval } from '../approvals/service.ts';
import { findWaitingApproval } from '../approvals/store.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { requestRun } from '../books/service.ts';
import { loadPeople } from '../disputes/store.ts';
import { isRequester } from '../policy.ts';
import { needsReview, findReopenBlocker } from './rules.ts';
import { findLastReopenedAt, findNewestComparison, sumWaitingPayouts, type ComparisonRow } from './store.ts';

const BLOCKER_MESSAGES: Record<NonNullable<RestoreCase['blocker']>, SharedMessageId> = {
  not_restored: 'admin.restore_none',
  not_compared: 'admin.restore_compare_first',
  comparing: 'admin.restore_comparing',
  compared_before: 'admin.restore_compare_again',
  too_old: 'admin.restore_compare_again',
  differences: 'admin.restore_differs',
};

async function readState(db: Db | Tx, now: Date) {
  const restore = await findOpenRestore(db);
  const comparison = await findNewestComparison(db);
  const blocker = findReopenBlocker({
    markedAt: restore?.markedAt ?? null,
    comparison: comparison && {
      askedAt: comparison.asked_at,
      finishedAt: comparison.finished_at,
      isRunning: comparison.is_running,
      result: comparison.result,
    },
    now,
  });
  return { restore, comparison, blocker };
}

export async function readRestore({ db, ports }: Deps, adminId: number): Promise<Outcome<RestoreCase>> {
  const { restore, comparison, blocker } = await readState(db, ports.clock.now());
  const proposal = restore && (await findWaitingApproval(db, 'payouts_reopened', restore.id));
  const people = await loadPeople(db, [0, ...(proposal ? [proposal.asked_by] : [])]);
  const reopenedAt = restore ? null : await findLastReopenedAt(db);
  return done({
    restore: restore && {
      id: restore.id,
      restoredTo: restore.restoredTo.toISOString(),
      markedAt: restore.markedAt.toISOString(),
    },
    reopenedAt: reopenedAt?.toISOString() ?? null,
    waiting: await sumWaitingPayouts(db),
    comparison: comparison && toComparison(comparison),
    blocker,
    proposal: proposal && {
      approvalId: proposal.id,
      askedBy: people.get(proposal.asked_by)?.name ?? '',
      at: proposal.asked_at.toISOString(),
      reason: proposal.reason,
      own: isRequester(proposal, adminId),
    },
  });
}

const toComparison = (run: ComparisonRow): NonNullable<RestoreCase['comparison']> => ({
  runId: run.id,
  askedBy: run.asked_by,
  running: run.is_running,
  finishedAt: run.finished_at?.toISOString() ?? null,
  result: run.result,
});

/** Refuses a statement with an unreadable line instead of comparing the others. */
export async function requestComparison(
  deps: Deps,
  adminId: number,
  { statement }: CompareCommand,
): Promise<Outcome<null>> {
  if (statement.trim() === '') return requestRun(deps, adminId, 'after_restore');
  const { lines, problems } = readStatement(statement);
  const [firstProblem] = problems;
  if (firstProblem) return refuseField('statement', firstProblem.code, firstProblem.values);
  return requestRun(deps, adminId, 'after_restore', lines);
}

/** Returns the newest comparison if it permits reopening and is the one that the caller has seen. */
async function checkReopenable(
  tx: Tx,
  runId: number,
  now: Date,
): Promise<Outcome<{ restore: OpenRestore; comparison: ComparisonRow; result: RestoreComparison }>> {
  const { restore, comparison, blocker } = await readState(tx, now);
  if (blocker !== null) return refuse('conflict', BLOCKER_MESSAGES[blocker]);
  if (!restore || !comparison?.result) return refuse('conflict', 'admin.restore_none');
  if (comparison.id !== runId) return refuse('conflict', 'admin.restore_compared_anew');
  return done({ restore, comparison, result: comparison.result });
}

/** Proposes to reopen payouts. A second admin must always agree, whatever the amount. */
export const proposeReopening = (
  deps: Deps,
  adminId: number,
  command: ReopenCommand,
  idempotency: IdempotencyClaim | null,
): Promise<Outcome<null>> =>
  runMoneyCommand(deps.db, idempotency, (tx) => proposeReopeningInTx(deps, tx, adminId, command));

async function proposeReopeningInTx(
  deps: Deps,
  tx: Tx,
  adminId: number,
  { runId, seen, reason }: ReopenCommand,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const checked = await checkReopenable(tx, runId, now);
  if (!checked.ok) return checked;
  const { restore, result } = checked.value;
  if (needsReview(result) && seen !== 'yes') return refuseField('seen', 'admin.restore_review_first');
  const { withdrawals, refunds } = await sumWaitingPayouts(tx);
  const approvalRequest = await requestApproval(
    tx,
    adminId,
    {
      act: 'payouts_reopened',
      subjectId: restore.id,
      command: { decision: 'reopen', runId },
      amountPaise: withdrawals.paise + refunds.paise,
      reason,
    },
    now,
  );
  return approvalRequest.ok ? done(null) : approvalRequest;
}

/** Reopens payouts after the approval. Checks everything again, then enqueues the waiting payouts. */
export async function applyReopening(
  deps: Deps,
  tx: Tx,
  adminId: number,
  { runId }: { runId: number },
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  const checked = await checkReopenable(tx, runId, now);
  if (!checked.ok) return checked;
  const { restore, comparison, result } = checked.value;
  if (!(await closeRestore(tx, restore.id, now))) return refuse('conflict', 'admin.restore_none');
  await enqueue(tx, 'resume_withdrawals', {}, { key: 'resume_withdrawals' });
  await enqueue(tx, 'resume_refunds', {}, { key: 'resume_refunds' });
  const details = {
    runId,
    comparedAt: comparison.finished_at?.toISOString() ?? '',
    restoredTo: restore.restoredTo.toISOString(),
    ...result.checked,
    notFinal: result.notFinal.length,
    notCompared: result.notCompared.map(describeNotCompared).join('; '),
  };
  await recordAuditEntry(
    tx,
    { adminId, act: 'payouts_reopened', subject: 'restore', subjectId: restore.id, details },
    now,
  );
  return done(null);
}
