import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyMany } from '../../../platform/queue/index.ts';
import { BY_PROVIDER, BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import {
  buildNotice,
  isUnderWay,
  listMilestones,
  publishContractChange,
  type EscrowEvents,
  type LockedJob,
  type LockedMilestone,
  type NoticeSubject,
} from '../../escrow/index.ts';
import { transitionJobs } from '../../jobs/index.ts';
import { beginReviews, recountJob } from '../../reviews/index.ts';
import { noteFunded } from '../../visits/index.ts';
import { hasRefund } from '../cancelling/store.ts';
import { overtakeChange } from '../change-orders/overtaking.ts';
import { getEndedJobState, getNextJobState } from '../rules.ts';
import { recordEnd } from '../outcomes/service.ts';
import { completeContract, markContractCancelled } from '../store.ts';

/** The effects of a job's money on the job. */
export const escrowEvents: EscrowEvents = {
  async onMilestoneFunded(tx, lockedMilestone, now) {
    // A proposed change of what is paid now cannot be agreed any more.
    const { job, milestone } = lockedMilestone;
    const cause: Cause = { by: BY_PROVIDER, at: now };
    await overtakeChange(tx, lockedMilestone, cause, { milestoneId: milestone.id });
    await transitionJobs(tx, [job], 'begin', { by: BY_SYSTEM, at: now });
    await noteFunded(tx, lockedMilestone, milestone.id, now);
  },
  async onMilestonesEnded(tx, lockedJob, now) {
    await endJob(tx, lockedJob, { by: BY_SYSTEM, at: now });
  },
};

/** The last release completes the job. */
export async function completeJob(
  tx: Tx,
  lockedMilestone: LockedMilestone,
  subject: NoticeSubject,
  now: Date,
): Promise<void> {
  if (lockedMilestone.job.state === 'ending') {
    await endJob(tx, lockedMilestone, { by: BY_SYSTEM, at: now });
    return;
  }
  // A milestone that would be added is late.
  await overtakeChange(tx, lockedMilestone, { by: BY_SYSTEM, at: now });
  await markJobCompleted(tx, lockedMilestone, now);
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((side) =>
      buildNotice(side, 'job_completed', subject, `job:${lockedMilestone.job.id}`),
    ),
  );
}

/**
 * Ends the job with its last milestone. A cancelled one ends as completed only if all of its work was paid in full.
 * `isCancelled`: it is cancelled now and has no other state yet. Null: it continues.
 */
export async function endJob(
  tx: Tx,
  { job, contract }: LockedJob,
  cause: Cause,
  { isCancelled } = { isCancelled: job.state === 'ending' },
): Promise<'completed' | 'cancelled' | null> {
  await recountJob(tx, contract);
  if (!isUnderWay(job.state)) return null;
  const milestones = await listMilestones(tx, job.id);
  const funds = milestones.map((milestone) => milestone.fund_state);
  const ids = milestones.map(({ id }) => id);
  const nextState = isCancelled ? getEndedJobState(funds, await hasRefund(tx, ids)) : getNextJobState(funds);
  if (nextState === null) return null;
  await overtakeChange(tx, { job, contract }, cause);
  if (nextState === 'completed') {
    await markJobCompleted(tx, { job, contract }, cause.at);
  } else {
    if (isCancelled) await transitionJobs(tx, [job], 'cancel', cause);
    else await transitionJobs(tx, [job], 'close_unpaid', { by: BY_SYSTEM, at: cause.at });
    await markContractCancelled(tx, job.id, cause.at);
    await beginReviews(tx, contract, { cancelledAt: cause.at, milestones });
    await recordEnd(tx, { job, contract }, { isCompleted: false, now: cause.at });
    if (isCancelled) await notifyCancelled(tx, { job, contract });
  }
  await publishContractChange(tx, contract);
  return nextState;
}

const notifyCancelled = (tx: Tx, { job, contract }: LockedJob): Promise<void> =>
  notifyMany(
    tx,
    (['poster', 'worker'] as const).map((side) => {
      const userId = side === 'poster' ? contract.poster_id : contract.worker_id;
      return {
        userId,
        type: getNoticeType(jobLifecycle, 'cancel', side),
        values: { job: job.title },
        path: `${side === 'poster' ? '/awardedjob' : '/myjobsdetail'}/${job.id}`,
        dedupeKey: `job:${job.id}:cancelled:${userId}`,
      };
    }),
  );

async function markJobCompleted(tx: Tx, { job, contract }: LockedJob, now: Date): Promise<void> {
  await transitionJobs(tx, [job], 'complete', { by: BY_SYSTEM, at: now });
  await completeContract(tx, job.id, now);
  await recountJob(tx, contract);
  await beginReviews(tx, contract, { completedAt: now });
  await recordEnd(tx, { job, contract }, { isCompleted: true, now });
}
