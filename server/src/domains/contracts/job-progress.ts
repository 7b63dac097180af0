import type { Tx } from '../../platform/db/index.ts';
import { notifyMany } from '../../platform/queue/index.ts';
import {
  buildNotice,
  isUnderWay,
  listMilestones,
  type EscrowEvents,
  type LockedJob,
  type LockedMilestone,
  type NoticeSubject,
} from '../escrow/index.ts';
import { setJobState } from '../jobs/index.ts';
import { addCompletedProject } from '../profile/index.ts';
import { getNextJobState } from './rules.ts';
import { completeContract, markContractCancelled } from './store.ts';

/** The effects of a job's money on the job. */
export const escrowEvents: EscrowEvents = {
  async onMilestoneFunded(tx, { job }) {
    if (job.state === 'awarded') await setJobState(tx, job.id, 'in_progress');
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
  if (!isUnderWay(job.state)) return;
  const milestones = await listMilestones(tx, job.id);
  const nextState = getNextJobState(milestones.map((milestone) => milestone.fund_state));
  if (nextState === null) return;
  if (nextState === 'completed') {
    await markJobCompleted(tx, { job, contract }, now);
  } else {
    await setJobState(tx, job.id, 'cancelled');
    await markContractCancelled(tx, job.id, now);
  }
}

async function markJobCompleted(tx: Tx, { job, contract }: LockedJob, now: Date): Promise<void> {
  await setJobState(tx, job.id, 'completed');
  await completeContract(tx, job.id, now);
  await addCompletedProject(tx, contract.worker_id);
}
