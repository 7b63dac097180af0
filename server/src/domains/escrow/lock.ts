import type { Side } from '@fws/contract/contracts/model';
import type { Tx } from '../../platform/db/index.ts';
import { lockJob, type JobRow } from '../jobs/index.ts';
import { findSide } from './policy.ts';
import { findContractParties, type ContractParties, type MilestoneRow } from './store.ts';

/*
 * Every operation on the money of a job locks in this order, so that no two can wait for each other: job, dispute,
 * milestones (lower id first), order, then chargeback or refund, and the ledger's accounts last.
 */

/** An awarded job, locked. */
export interface LockedJob {
  job: JobRow;
  contract: ContractParties;
}

/** A milestone, locked together with its job. */
export interface LockedMilestone extends LockedJob {
  milestone: MilestoneRow;
}

/** Locks a job that was awarded. Null if it was not. */
export async function lockAwardedJob(tx: Tx, jobId: number): Promise<LockedJob | null> {
  const job = await lockJob(tx, jobId);
  const contract = job && (await findContractParties(tx, job.id));
  return contract && { job, contract };
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

/** Locks a milestone and its job. Null if the job has no such milestone. */
export async function lockMilestoneContext(
  tx: Tx,
  { jobId, milestoneId }: { jobId: number; milestoneId: number },
): Promise<LockedMilestone | null> {
  const lockedJob = await lockAwardedJob(tx, jobId);
  return lockedJob && lockMilestoneOfJob(tx, lockedJob, milestoneId);
}

/** The second half of `lockMilestoneContext`, for who checks the job in between. */
export async function lockMilestoneOfJob(
  tx: Tx,
  lockedJob: LockedJob,
  milestoneId: number,
): Promise<LockedMilestone | null> {
  const milestone = await tx
    .selectFrom('milestone')
    .selectAll()
    .where('id', '=', milestoneId)
    .where('job_id', '=', lockedJob.job.id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return milestone ? { ...lockedJob, milestone } : null;
}

/** Locks all milestones of a job, lower id first. */
export function lockMilestones(tx: Tx, { job }: LockedJob): Promise<MilestoneRow[]> {
  return tx
    .selectFrom('milestone')
    .selectAll()
    .where('job_id', '=', job.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}
