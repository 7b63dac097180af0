import type { Tx } from '../../platform/db/index.ts';
import { notifyMany } from '../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../platform/transition.ts';
import {
  buildNotice,
  isUnderWay,
  listMilestones,
  type EscrowEvents,
  type LockedJob,
  type LockedMilestone,
  type NoticeSubject,
} from '../escrow/index.ts';
import { transitionJobs } from '../jobs/index.ts';
import { countCompletion, recountJob } from './ratings/counting.ts';
import { getNextJobState } from './rules.ts';
import { completeContract, markContractCancelled } from './store.ts';

/** The effects of a job's money on the job. */
export const escrowEvents: EscrowEvents = {
  async onMilestoneFunded(tx, { job }, now) {
    await transitionJobs(tx, [job], 'begin', { by: BY_SYSTEM, at: now });
  },
  onMilestonesEnded: endJob,
};

/** The last release completes the job. */
export async function completeJob(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  now: Date,
): Promise<void> {
  await markJobCompleted(tx, lockedMilestone, now);
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((side) =>
      buildNotice(side, 'job_completed', subject, `job:${lockedMilestone.job.id}`),
    ),
  );
}

/** Ends the job with its last milestone. */
async function endJob(tx: Tx, { job, contract }: LockedJob, now: Date): Promise<void> {
  await recountJob(tx, contract);
  if (!isUnderWay(job.state)) return;
  const milestones = await listMilestones(tx, job.id);
  const nextState = getNextJobState(milestones.map((milestone) => milestone.fund_state));
  if (nextState === null) return;
  if (nextState === 'completed') {
    await markJobCompleted(tx, { job, contract }, now);
  } else {
    await transitionJobs(tx, [job], 'close_unpaid', { by: BY_SYSTEM, at: now });
    await markContractCancelled(tx, job.id, now);
  }
}

async function markJobCompleted(tx: Tx, { job, contract }: LockedJob, now: Date): Promise<void> {
  await transitionJobs(tx, [job], 'complete', { by: BY_SYSTEM, at: now });
  await completeContract(tx, job.id, now);
  await countCompletion(tx, contract);
}
