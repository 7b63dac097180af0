import type { ApprovalCase } from '@fws/contract/admin/approvals/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { record } from '../audit.ts';
import {
  approvalById,
  closeApproval,
  insertApproval,
  lockApproval,
  type Approval,
  type ApprovalRow,
} from './store.ts';

/** Stores a decision until a second admin agrees. Refuses a second request for the same subject. */
export async function ask(tx: Tx, adminId: number, approval: Approval, now: Date): Promise<Outcome<number>> {
  const id = await insertApproval(tx, approval, adminId, now);
  if (id === null) return refuse('conflict', 'admin.approval_waiting');
  await record(
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

const ABOUT = {
  dispute_settled: 'dispute',
  matter_decided: 'matter',
  payouts_reopened: 'restore',
} as const satisfies Record<ApprovalRow['act'], ApprovalCase['about']>;

export async function readApproval(
  deps: Deps,
  adminId: number,
  approvalId: number,
): Promise<Outcome<ApprovalCase>> {
  const row = await approvalById(deps.db, approvalId);
  if (!row) return refuse('not_found', 'admin.approval_unknown');
  return done({
    id: row.id,
    state: row.state,
    about: ABOUT[row.act],
    subjectId: row.subject_id,
    amountPaise: row.amount_paise,
    decision: (row.command as { decision: string }).decision,
    reason: row.reason,
    askedBy: `${row.first_name} ${row.last_name}`.trim(),
    askedAt: row.asked_at.toISOString(),
    own: row.asked_by === adminId,
  });
}

/** Executes each kind of decision once a second admin has agreed. */
export type Acts = Record<ApprovalRow['act'], (tx: Tx, row: ApprovalRow) => Promise<Outcome<unknown>>>;

export interface ApprovalDecision {
  approvalId: number;
  decision: 'approve' | 'decline';
  reason: string;
}

/** Only another admin may approve; anybody may decline, the requester too. The same decision again changes nothing. */
export async function decideApproval(
  deps: Deps,
  tx: Tx,
  adminId: number,
  { approvalId, decision, reason }: ApprovalDecision,
  acts: Acts,
): Promise<Outcome<null>> {
  const row = await lockApproval(tx, approvalId);
  if (!row) return refuse('not_found', 'admin.approval_unknown');
  const end = decision === 'approve' ? 'approved' : 'declined';
  if (row.state !== 'waiting')
    return row.state === end && row.decided_by === adminId
      ? done(null)
      : refuse('conflict', 'admin.approval_unknown');
  if (decision === 'approve' && row.asked_by === adminId) return refuse('forbidden', 'admin.approval_own');
  if (end === 'approved') {
    const carried = await acts[row.act](tx, row);
    if (!carried.ok) return carried;
  }
  const now = deps.ports.clock.now();
  await closeApproval(tx, approvalId, { state: end, decided_by: adminId, decided_at: now });
  const act = { adminId, act: `approval_${end}`, subject: 'approval', subjectId: approvalId, reason };
  await record(tx, act, now);
  return done(null);
}
