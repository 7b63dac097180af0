import type { Tx } from '../../platform/db/index.ts';
import { listMilestones, type ContractParties } from '../escrow/index.ts';
import { toJobFacts } from './facts.ts';
import { findDueTime } from './rules.ts';
import { findEnds, insertPeriod } from './store.ts';

/** A job has ended: both sides may review each other, unless nothing of it was done. The job must be locked before. */
export async function beginReviews(tx: Tx, sides: ContractParties): Promise<void> {
  const jobId = sides.job_id;
  const dueAt = findDueTime(toJobFacts(await findEnds(tx, jobId), await listMilestones(tx, jobId)));
  if (dueAt) await insertPeriod(tx, sides, dueAt);
}
