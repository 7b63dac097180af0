import type { Side } from '@fws/contract/contracts/model';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyMany, type Notice } from '../../../platform/queue/index.ts';
import type { LockedJob } from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';

/** Tells both sides that one of them has cancelled the job, and that some of its money waits. */
export async function notifyEnding(tx: Tx, lockedJob: LockedJob, cancelledById: number): Promise<void> {
  const person = (await loadPeople(tx, [cancelledById])).get(cancelledById)?.name ?? '';
  await notifyMany(
    tx,
    (['poster', 'worker'] as const).map((to) =>
      buildJobNotice(lockedJob, to, getNoticeType(jobLifecycle, 'end', to), { person }),
    ),
  );
}

function buildJobNotice(
  { job, contract }: LockedJob,
  to: Side,
  type: Notice['type'],
  values: Record<string, string>,
): Notice {
  const userId = to === 'poster' ? contract.poster_id : contract.worker_id;
  return {
    userId,
    type,
    values: { job: job.title, ...values },
    path: `${to === 'poster' ? '/awardedjob' : '/myjobsdetail'}/${job.id}`,
    dedupeKey: `job:${job.id}:ending:${userId}`,
  };
}
