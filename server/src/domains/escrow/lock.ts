import { sql } from 'kysely';
import type { Side } from '@fws/contract/contracts/model';
import { prepared, type Tx } from '../../platform/db/index.ts';
import type { JobRow } from '../jobs/index.ts';
import { selectRatesAt, type FeeRates } from '../ledger/index.ts';
import { findSide } from './policy.ts';
import type { ContractParties, MilestoneRow } from './store.ts';

/*
 * Every operation on the money of a job locks in this order, so that no two can wait for each other: job, dispute,
 * milestones (lower id first), order, then chargeback or refund, and the ledger's accounts last.
 */

/** The part of a job that its money needs. */
export type ContractJob = Pick<JobRow, 'id' | 'number' | 'title' | 'state'>;

/** An awarded job, locked. */
export interface LockedJob {
  job: ContractJob;
  /** The worker's name, and whether their account is suspended, are there when they were read with the lock. */
  contract: ContractParties & { worker_name?: string; worker_suspended?: boolean };
}

/** A milestone, locked together with its job. */
export interface LockedMilestone extends LockedJob {
  milestone: MilestoneRow;
  /** The rates of a release, where they were read with the lock; null while none are set. */
  rates?: FeeRates | null;
}

const CONTRACT_COLUMNS = sql.raw(`
  job.number::text, job.title, job.state, contract.poster_id, contract.worker_id,
  rtrim(worker.first_name || ' ' || worker.last_name) AS worker_name, worker.suspended_at IS NOT NULL AS worker_suspended`);
const AWARDED_JOB = sql.raw(`
  job JOIN contract ON contract.job_id = job.id JOIN user_account worker ON worker.id = contract.worker_id`);
const MILESTONE_COLUMNS = sql.raw(`
  milestone.id, milestone.job_id, milestone.position, milestone.kind, milestone.name, milestone.amount_paise, milestone.comment,
  milestone.fund_state, milestone.work_state, milestone.on_hold, milestone.funded_at, milestone.released_at,
  milestone.payment_requested_at, milestone.wait_left_ms, milestone.wait_added_ms, milestone.change_requests,
  milestone.reminded_at, milestone.changed_at`);

type ContractRow = Omit<ContractJob, 'id'> &
  ContractParties & { worker_name: string; worker_suspended: boolean };

const toLockedJob = ({ number, title, state, ...contract }: ContractRow): LockedJob => ({
  job: { id: contract.job_id, number, title, state },
  contract,
});

/** Locks a job that was awarded. Null if it was not. */
export async function lockAwardedJob(tx: Tx, jobId: number): Promise<LockedJob | null> {
  const { rows } = await sql<ContractRow>`${prepared}
    SELECT contract.job_id, ${CONTRACT_COLUMNS} FROM ${AWARDED_JOB}
    WHERE job.id = ${jobId} FOR NO KEY UPDATE OF job`.execute(tx);
  return rows[0] ? toLockedJob(rows[0]) : null;
}

/** The same for one of its two sides. Null for anybody else. */
export async function lockPartyJob(
  tx: Tx,
  jobId: number,
  userId: number,
): Promise<(LockedJob & { side: Side }) | null> {
  const lockedJob = await lockAwardedJob(tx, jobId);
  const side = lockedJob && findSide(lockedJob.contract, userId);
  return side && { ...lockedJob, side };
}

/**
 * Locks a milestone and its job in one statement: PostgreSQL takes the locks in the order of the OF clause, and returns
 * both rows as they are once it has them. Null if the job has no such milestone. `ratesAt`: reads the rates of a release at
 * that time too.
 */
export async function lockMilestoneContext(
  tx: Tx,
  { jobId, milestoneId }: { jobId: number; milestoneId: number },
  ratesAt?: Date,
): Promise<LockedMilestone | null> {
  const ratesColumn = ratesAt
    ? sql`, (SELECT to_json(rates) FROM (${selectRatesAt(ratesAt)}) rates) AS rates`
    : sql``;
  const { rows } = await sql<ContractRow & MilestoneRow & Pick<LockedMilestone, 'rates'>>`${prepared}
    SELECT ${MILESTONE_COLUMNS}, ${CONTRACT_COLUMNS}${ratesColumn}
    FROM ${AWARDED_JOB} JOIN milestone ON milestone.job_id = contract.job_id
    WHERE job.id = ${jobId} AND milestone.id = ${milestoneId}
    FOR NO KEY UPDATE OF job, milestone`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  const { number, title, state, poster_id, worker_id, worker_name, worker_suspended, rates, ...milestone } =
    row;
  const contract = { job_id: milestone.job_id, poster_id, worker_id, worker_name, worker_suspended };
  const lockedMilestone = { ...toLockedJob({ number, title, state, ...contract }), milestone };
  return rates === undefined ? lockedMilestone : { ...lockedMilestone, rates };
}

/** Locks all milestones of a job that were not removed, lower id first. */
export function lockMilestones(tx: Tx, { job }: LockedJob): Promise<MilestoneRow[]> {
  return tx
    .selectFrom('milestone')
    .selectAll()
    .where('job_id', '=', job.id)
    .where('fund_state', '<>', 'removed')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
