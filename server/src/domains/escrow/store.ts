import { sql, type Selectable } from 'kysely';
import { fundLifecycle, IN_ESCROW, workLifecycle } from '@fws/contract/contracts/lifecycle';
import type { QuoteRow } from '@fws/contract/quotes/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { ContractTable, MilestoneTable } from '../../platform/db/tables.ts';
import { createTransition } from '../../platform/transition.ts';
import type { Wait } from './releases/wait.ts';

export type MilestoneRow = Selectable<MilestoneTable>;

export type WaitColumns = Pick<
  MilestoneRow,
  'payment_requested_at' | 'wait_left_ms' | 'wait_added_ms' | 'change_requests'
>;

/** The clock of a milestone, as its columns have it. */
export const toWait = (milestone: WaitColumns): Wait => ({
  requestedAt: milestone.payment_requested_at,
  leftMs: milestone.wait_left_ms,
  addedMs: milestone.wait_added_ms,
  changeRequests: milestone.change_requests,
});

export const toWaitColumns = (wait: Wait): WaitColumns => ({
  payment_requested_at: wait.requestedAt,
  wait_left_ms: wait.leftMs,
  wait_added_ms: wait.addedMs,
  change_requests: wait.changeRequests,
});

/** The two sides of an awarded job. The rest of the row is the contracts domain's. */
export type ContractParties = Pick<Selectable<ContractTable>, 'job_id' | 'poster_id' | 'worker_id'>;

export async function findContractParties(db: Db | Tx, jobId: number): Promise<ContractParties | null> {
  const row = await db
    .selectFrom('contract')
    .select(['job_id', 'poster_id', 'worker_id'])
    .where('job_id', '=', jobId)
    .executeTakeFirst();
  return row ?? null;
}

/** A part of what was agreed on. The fee of a visit is one, too. */
type PlannedPart = QuoteRow & { kind?: MilestoneRow['kind'] };

/** Creates an awarded job's milestones, in the order of the quote's parts. Returns the first. */
export async function insertMilestones(
  tx: Tx,
  { jobId, parts, now }: { jobId: number; parts: readonly PlannedPart[]; now: Date },
): Promise<{ id: number; job_id: number }> {
  const rows = await tx
    .insertInto('milestone')
    .values(
      parts.map((part, index) => ({
        job_id: jobId,
        position: index + 1,
        name: part.name,
        amount_paise: part.amountPaise,
        kind: part.kind ?? 'work',
        funded_at: null,
        released_at: null,
        payment_requested_at: null,
        changed_at: now,
      })),
    )
    .returning(['id', 'job_id', 'position'])
    .execute();
  const first = rows.find(({ position }) => position === 1);
  if (!first) throw new Error(`job ${jobId} was awarded without milestones`);
  return first;
}

/** The milestones of a job that were not removed by a change of its plan. */
export function listMilestones(db: Db | Tx, jobId: number): Promise<MilestoneRow[]> {
  return db
    .selectFrom('milestone')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('fund_state', '<>', 'removed')
    .orderBy('position')
    .execute();
}

/** The same of several jobs, by job and in their order. */
export async function loadMilestones(
  db: Db | Tx,
  jobIds: readonly number[],
): Promise<Map<number, MilestoneRow[]>> {
  if (jobIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('milestone')
    .selectAll()
    .where(sql<boolean>`job_id = ANY(${jobIds}::bigint[])`)
    .where('fund_state', '<>', 'removed')
    .orderBy('job_id')
    .orderBy('position')
    .execute();
  const milestones = new Map<number, MilestoneRow[]>();
  for (const row of rows) {
    const ofJob = milestones.get(row.job_id);
    if (ofJob) ofJob.push(row);
    else milestones.set(row.job_id, [row]);
  }
  return milestones;
}

const toSubject = <Column extends 'fund_state' | 'work_state'>({
  id,
  job_id: jobId,
}: Pick<MilestoneRow, 'id' | 'job_id' | Column>) => ({
  subject: 'milestone',
  subjectId: id,
  jobId,
});

/** Changes where the money of milestones is. The caller must hold their locks. */
export const transitionFunds = createTransition({
  lifecycle: fundLifecycle,
  table: 'milestone',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'fund_state',
  timeColumn: 'changed_at',
  toSubject: toSubject<'fund_state'>,
});

/** Changes the progress of milestones' work. The caller must hold their locks. */
export const transitionWork = createTransition({
  lifecycle: workLifecycle,
  table: 'milestone',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'work_state',
  timeColumn: 'changed_at',
  toSubject: toSubject<'work_state'>,
});

export async function findMilestoneJobId(tx: Tx, milestoneId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('milestone')
    .select('job_id')
    .where('id', '=', milestoneId)
    .executeTakeFirst();
  return row?.job_id ?? null;
}

export interface MilestoneDetails {
  milestoneId: number;
  jobId: number;
  jobNumber: string;
  title: string;
  /** The worker's text, or a message id. */
  name: string;
  position: number;
  amountPaise: number;
  posterId: number;
  workerId: number;
  releasedAt: Date | null;
}

const selectMilestoneDetails = (db: Db | Tx) =>
  db
    .selectFrom('milestone')
    .innerJoin('contract', 'contract.job_id', 'milestone.job_id')
    .innerJoin('job', 'job.id', 'milestone.job_id')
    .leftJoin('dispute_part', 'dispute_part.milestone_id', 'milestone.id')
    .leftJoin('split', (join) =>
      join
        .onRef('split.job_id', '=', 'milestone.job_id')
        .onRef('split.milestone_id', '=', 'milestone.id')
        .on('split.state', '=', 'agreed'),
    )
    .select([
      'milestone.id as milestoneId',
      'milestone.job_id as jobId',
      sql<string>`job.number::text`.as('jobNumber'),
      'job.title',
      'milestone.name',
      'milestone.position',
      // The worker's part, where an admin or both sides divided it.
      sql<number>`coalesce(dispute_part.to_worker_paise, split.worker_paise, milestone.amount_paise)`.as(
        'amountPaise',
      ),
      'contract.poster_id as posterId',
      'contract.worker_id as workerId',
      'milestone.released_at as releasedAt',
    ]);

/** Milestone details for passbook lines and invoices. Their jobs lead to the nodes on which they are. */
export async function loadMilestoneDetails(
  db: Db | Tx,
  ids: readonly number[],
  jobIds?: readonly number[],
): Promise<Map<number, MilestoneDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await selectMilestoneDetails(db)
    .where('milestone.id', 'in', [...ids])
    .$if(jobIds !== undefined, (milestone) => milestone.where('milestone.job_id', 'in', [...(jobIds ?? [])]))
    .execute();
  return new Map(rows.map((row) => [row.milestoneId, row]));
}

export interface HeldMilestone {
  milestoneId: number;
  jobId: number;
  jobNumber: string;
  title: string;
  name: string;
  amountPaise: number;
  at: Date;
}

/** Money in escrow for this worker: funded or accepted, not yet released. Newest first. */
export async function listHeldMilestones(db: Db | Tx, workerId: number): Promise<HeldMilestone[]> {
  const rows = await selectMilestoneDetails(db)
    .select('milestone.funded_at as at')
    .where('contract.worker_id', '=', workerId)
    .where('milestone.fund_state', 'in', IN_ESCROW)
    .orderBy('milestone.funded_at', 'desc')
    .execute();
  return rows.flatMap(({ milestoneId, jobId, jobNumber, title, name, amountPaise, at }) =>
    at ? [{ milestoneId, jobId, jobNumber, title, name, amountPaise, at }] : [],
  );
}

/** Who pays for a milestone, and how much. */
export async function findMilestoneBill(
  db: Db | Tx,
  milestoneId: number,
): Promise<{ poster_id: number; job_id: number; amount_paise: number } | null> {
  const row = await db
    .selectFrom('milestone')
    .innerJoin('contract', 'contract.job_id', 'milestone.job_id')
    .select(['contract.poster_id', 'milestone.job_id', 'milestone.amount_paise'])
    .where('milestone.id', '=', milestoneId)
    .executeTakeFirst();
  return row ?? null;
}
