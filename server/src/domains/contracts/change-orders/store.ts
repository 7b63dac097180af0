import { sql, type Selectable } from 'kysely';
import { changeLifecycle } from '@fws/contract/contracts/change-orders/lifecycle';
import type { PartChange, PlanPart } from '@fws/contract/contracts/change-orders/model';
import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { CursorKey } from '../../../platform/cursor.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type {
  ChangeOrderTable,
  ChangeOrderTurnTable,
  PlanVersionTable,
} from '../../../platform/db/tables/plans.ts';
import { createTransition } from '../../../platform/transition.ts';

export type ChangeOrderRow = Selectable<ChangeOrderTable>;
export type ChangeTurnRow = Selectable<ChangeOrderTurnTable>;
export type PlanVersionRow = Selectable<PlanVersionTable>;

// Every change of these rows holds the lock of the job.

export async function findChange(db: Db | Tx, id: number): Promise<ChangeOrderRow | null> {
  return (await db.selectFrom('change_order').selectAll().where('id', '=', id).executeTakeFirst()) ?? null;
}

/** The change of the job that waits for an answer. */
export async function findOpenChange(db: Db | Tx, jobId: number): Promise<ChangeOrderRow | null> {
  const row = await db
    .selectFrom('change_order')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Newest first. */
export function listChangesOfJob(
  db: Db | Tx,
  jobId: number,
  { after, limit }: { after: CursorKey | null; limit: number },
): Promise<ChangeOrderRow[]> {
  let rows = db.selectFrom('change_order').selectAll().where('job_id', '=', jobId);
  if (after) rows = rows.where(sql<boolean>`(opened_at, id) < (${after[0]}::timestamptz, ${after[1]})`);
  return rows.orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).execute();
}

/** The proposals of these changes, oldest first. */
export async function listChangeTurns(
  db: Db | Tx,
  jobId: number,
  changeIds: readonly number[],
): Promise<ChangeTurnRow[]> {
  if (changeIds.length === 0) return [];
  return db
    .selectFrom('change_order_turn')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('change_id', 'in', [...changeIds])
    .orderBy('change_id')
    .orderBy('turn')
    .execute();
}

export async function findLastTurn(tx: Tx, change: ChangeOrderRow): Promise<ChangeTurnRow> {
  return tx
    .selectFrom('change_order_turn')
    .selectAll()
    .where('job_id', '=', change.job_id)
    .where('change_id', '=', change.id)
    .where('turn', '=', change.turns)
    .executeTakeFirstOrThrow();
}

export interface Turn {
  side: Side;
  changes: readonly PartChange[];
  totalPaise: number;
  finishBy: string | null;
  note: string;
  at: Date;
}

export async function insertChange(
  tx: Tx,
  change: { jobId: number; side: Side; planVersion: number; dueAt: Date; now: Date },
): Promise<ChangeOrderRow> {
  return tx
    .insertInto('change_order')
    .values({
      job_id: change.jobId,
      side: change.side,
      plan_version: change.planVersion,
      opened_at: change.now,
      due_at: change.dueAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function insertChangeTurn(tx: Tx, change: ChangeOrderRow, turn: Turn): Promise<void> {
  await tx
    .insertInto('change_order_turn')
    .values({
      job_id: change.job_id,
      change_id: change.id,
      turn: change.turns,
      side: turn.side,
      changes: JSON.stringify(turn.changes),
      total_paise: turn.totalPaise,
      finish_by: turn.finishBy,
      note: turn.note,
      at: turn.at,
    })
    .execute();
}

/** The caller must hold the lock of the job. */
export const transitionChanges = createTransition({
  lifecycle: changeLifecycle,
  table: 'change_order',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'state',
  toSubject: ({ id, job_id: jobId }: Pick<ChangeOrderRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'change_order',
    subjectId: id,
    jobId,
  }),
});

/** Open changes whose last proposal nobody answered in time, oldest first. */
export async function listOverdueChanges(db: Db | Tx, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('change_order')
    .select('id')
    .where('closed_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Oldest first. Empty until the first change is agreed. */
export function listPlanVersions(db: Db | Tx, jobId: number): Promise<PlanVersionRow[]> {
  return db.selectFrom('plan_version').selectAll().where('job_id', '=', jobId).orderBy('version').execute();
}

export async function insertPlanVersion(
  tx: Tx,
  plan: {
    jobId: number;
    version: number;
    parts: readonly PlanPart[];
    totalPaise: number;
    finishBy: string | null;
    changeId: number | null;
    at: Date;
  },
): Promise<void> {
  await tx
    .insertInto('plan_version')
    .values({
      job_id: plan.jobId,
      version: plan.version,
      parts: JSON.stringify(plan.parts),
      total_paise: plan.totalPaise,
      finish_by: plan.finishBy,
      change_id: plan.changeId,
      agreed_at: plan.at,
    })
    .execute();
}

export interface ContractPlan {
  total_paise: number;
  finish_by: string | null;
  awarded_at: Date;
}

export async function findContractPlan(
  db: Db | Tx,
  jobId: number,
): Promise<ContractPlan & { state: JobState }> {
  return db
    .selectFrom('contract')
    .innerJoin('job', 'job.id', 'contract.job_id')
    .select(['contract.total_paise', 'contract.finish_by', 'contract.awarded_at', 'job.state'])
    .where('contract.job_id', '=', jobId)
    .executeTakeFirstOrThrow();
}

export async function updateContractPlan(
  tx: Tx,
  jobId: number,
  plan: { totalPaise: number; finishBy: string | null },
): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ total_paise: plan.totalPaise, finish_by: plan.finishBy })
    .where('job_id', '=', jobId)
    .execute();
}
