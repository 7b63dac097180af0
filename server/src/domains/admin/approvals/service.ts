import type { ApprovalCase } from '@fws/contract/admin/approvals/schemas';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { runMoneyCommand, type IdempotencyClaim } from '../../../platform/idempotency.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';
import { isRequester, mayAnswer } from '../policy.ts';
import {
  findApproval,
  transitionApprovals,
  insertApproval,
  lockApproval,
  type NewApproval,
  type ApprovalRow,
} from './store.ts';

/** Stores a decision until a second admin agrees. Refuses a second request for the same subject. */
export async function requestApproval(
  tx: Tx,
  adminId: number,
  approval: NewApproval,
  now: Date,
): Promise<Outcome<number>> {
  const id = await insertApproval(tx, approval, adminId, now);
  if (id === null) return refuse('conflict', 'admin.approval_waiting');
  await recordAuditEntry(
    tx,
    {
      adminId,
      act: 'approval_asked',
      subject: 'approval',
      subjectId: id,
      reason: approval.reason,
      details: { act: approval.act, amountPaise: approval.amountPaise, subjectId: approval.subjectId },
    },
    now,
  );
  return done(id);
}

const SUBJECT_KINDS = {
  dispute_settled: 'dispute',
  case_decided: 'case',
  payouts_reopened: 'restore',
} as const satisfies Record<ApprovalRow['act'], ApprovalCase['about']>;

export async function readApproval(
  deps: Deps,
  adminId: number,
  approvalId: number,
): Promise<Outcome<ApprovalCase>> {
  const row = await findApproval(deps.db, approvalId);
  if (!row) return refuse('not_found', 'admin.approval_unknown');
  return done({
    id: row.id,
    state: row.state,
    about: SUBJECT_KINDS[row.act],
    subjectId: row.subject_id,
    amountPaise: row.amount_paise,
    decision: (row.command as { decision: string }).decision,
    reason: row.reason,
    askedBy: `${row.first_name} ${row.last_name}`.trim(),
    askedAt: row.asked_at.toISOString(),
    own: isRequester(row, adminId),
    mayDecide: await readImpartiality(deps.db, adminId, 'approval', approvalId),
  });
}

/** Executes each kind of decision once a second admin has agreed. */
export type ApprovalExecutors = Record<
  ApprovalRow['act'],
  (tx: Tx, row: ApprovalRow) => Promise<Outcome<unknown>>
>;

export interface ApprovalDecision {
  approvalId: number;
  decision: 'approve' | 'decline';
  reason: string;
}

/** The same decision again changes nothing. */
export const decideApproval = (
  deps: Deps,
  adminId: number,
  decision: ApprovalDecision,
  executors: ApprovalExecutors,
  idempotency: IdempotencyClaim | null,
): Promise<Outcome<null>> =>
  runMoneyCommand(deps.db, idempotency, (tx) => decideApprovalInTx(deps, tx, adminId, decision, executors));

async function decideApprovalInTx(
  deps: Deps,
  tx: Tx,
  adminId: number,
  { approvalId, decision, reason }: ApprovalDecision,
  executors: ApprovalExecutors,
): Promise<Outcome<null>> {
  const row = await lockApproval(tx, approvalId);
  if (!row) return refuse('not_found', 'admin.approval_unknown');
  const newState = decision === 'approve' ? 'approved' : 'declined';
  if (row.state !== 'waiting')
    return row.state === newState && row.decided_by === adminId
      ? done(null)
      : refuse('conflict', 'admin.approval_unknown');
  const ability = mayAnswer(row, adminId, decision);
  if (!ability.allowed) return refuse('forbidden', ability.reason);
  if (newState === 'approved') {
    const applied = await executors[row.act](tx, row);
    if (!applied.ok) return applied;
  }
  const now = deps.ports.clock.now();
  await transitionApprovals(tx, [row], decision, {
    by: { role: 'admin', userId: adminId },
    at: now,
    change: { decided_by: adminId, decided_at: now },
  });
  const entry = { adminId, act: `approval_${newState}`, subject: 'approval', subjectId: approvalId, reason };
  await recordAuditEntry(tx, entry, now);
  return done(null);
}
