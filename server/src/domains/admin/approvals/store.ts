import type { Selectable } from 'kysely';
import { approvalLifecycle } from '@fws/contract/admin/approvals/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { AdminApprovalTable } from '../../../platform/db/tables.ts';
import { createTransition } from '../../../platform/transition.ts';

export type ApprovalRow = Selectable<AdminApprovalTable>;

export interface NewApproval {
  act: ApprovalRow['act'];
  subjectId: number;
  command: object;
  amountPaise: number;
  reason: string;
}

export async function findWaitingApproval(
  db: Db | Tx,
  act: ApprovalRow['act'],
  subjectId: number,
): Promise<ApprovalRow | null> {
  const row = await db
    .selectFrom('admin_approval')
    .selectAll()
    .where('act', '=', act)
    .where('subject_id', '=', subjectId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row ?? null;
}

/** Null when an approval for the same subject is already waiting. */
export async function insertApproval(
  tx: Tx,
  approval: NewApproval,
  askedBy: number,
  now: Date,
): Promise<number | null> {
  const row = await tx
    .insertInto('admin_approval')
    .values({
      act: approval.act,
      subject_id: approval.subjectId,
      command: JSON.stringify(approval.command),
      amount_paise: approval.amountPaise,
      reason: approval.reason,
      asked_by: askedBy,
      asked_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

export async function lockApproval(tx: Tx, id: number): Promise<ApprovalRow | null> {
  const row = await tx
    .selectFrom('admin_approval')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** The caller must hold the lock of the approval. */
export const transitionApprovals = createTransition({
  lifecycle: approvalLifecycle,
  table: 'admin_approval',
  key: ['id'],
  column: 'state',
  toSubject: ({ id }: Pick<ApprovalRow, 'id' | 'state'>) => ({
    subject: 'approval',
    subjectId: id,
    jobId: null,
  }),
});

export const findApproval = (db: Db, id: number) =>
  db
    .selectFrom('admin_approval')
    .innerJoin('user_account', 'user_account.id', 'admin_approval.asked_by')
    .selectAll('admin_approval')
    .select(['first_name', 'last_name'])
    .where('admin_approval.id', '=', id)
    .executeTakeFirst();
