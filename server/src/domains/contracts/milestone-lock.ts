import type { Side } from '@fws/contract/contracts/model';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../platform/db/index.ts';
import { findSide, lockAwardedJob, lockMilestoneContext, type LockedMilestone } from '../escrow/index.ts';

/** Locks a milestone for the step of one side. To anybody else the contract does not exist. */
export async function lockMilestoneForSide(
  tx: Tx,
  params: { jobId: number; milestoneId: number; callerId: number; side: Side; ratesAt?: Date },
): Promise<Outcome<LockedMilestone>> {
  const lockedMilestone = await lockMilestoneContext(tx, params, params.ratesAt);
  const { contract } = lockedMilestone ?? (await lockAwardedJob(tx, params.jobId)) ?? {};
  if (!contract || findSide(contract, params.callerId) !== params.side)
    return refuse('not_found', 'contracts.not_found');
  return lockedMilestone ? done(lockedMilestone) : refuse('not_found', 'contracts.milestone_not_found');
}

/** For a step of the poster, whom only the worker's suspension can hinder. */
export const findSuspended = (contract: LockedMilestone['contract']): Side | null =>
  contract.worker_suspended ? 'worker' : null;
