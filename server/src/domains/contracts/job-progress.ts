import type { Tx } from '../../platform/db/index.ts';
import { notifyMany } from '../../platform/queue/index.ts';
import {
  buildNotice,
  listMilestones,
  type EscrowEvents,
  type LockedContract,
  type LockedMilestone,
  type NoticeSubject,
} from '../escrow/index.ts';
import { setJobState } from '../jobs/index.ts';
import { addCompletedProject } from '../profile/index.ts';
import { getNextJobState } from './rules.ts';
import { completeContract, markContractCancelled } from './store.ts';

/** The effects of a job's money on the job. */
export const escrowEvents: EscrowEvents = {
  async onMilestoneFunded(tx, job) {
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
  const { job, contract } = lockedMilestone;
  await setJobState(tx, job.id, 'completed');
  await completeContract(tx, job.id, now);
  await addCompletedProject(tx, contract.worker_id);
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((side) =>
      buildNotice(side, 'job_completed', subject, `job:${job.id}`),
    ),
  );
}

/** Ends the job with its last milestone. */
async function endJob(
  tx: Tx,
  { jobId, workerId, state }: Pick<LockedContract, 'jobId' | 'workerId' | 'state'>,
  now: Date,
): Promise<void> {
  if (state !== 'awarded' && state !== 'in_progress') return;
  const milestones = await listMilestones(tx, jobId);
  const nextState = getNextJobState(milestones.map((milestone) => milestone.fund_state));
  if (nextState === null) return;
  if (nextState === 'completed') {
    await setJobState(tx, jobId, 'completed');
    await completeContract(tx, jobId, now);
    await addCompletedProject(tx, workerId);
  } else {
    await setJobState(tx, jobId, 'cancelled');
    await markContractCancelled(tx, jobId, now);
  }
}
