import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { contestLifecycle, type ContestEvent } from '@fws/contract/reliability/lifecycle';
import type { OutcomeReason } from '@fws/contract/reliability/model';
import type { Tx } from '../../platform/db/index.ts';
import { notify } from '../../platform/queue/index.ts';
import { calculateContestEnd } from './rules.ts';

const getPath = (jobId: number): string => `/reliability/${jobId}`;

/** Says until when it can be contested. */
export const notifyHeldAtFault = (
  tx: Tx,
  {
    userId,
    jobId,
    title,
    reason,
    now,
  }: { userId: number; jobId: number; title: string; reason: OutcomeReason; now: Date },
): Promise<void> =>
  notify(tx, {
    userId,
    type: 'held_at_fault',
    values: { job: title, time: calculateContestEnd(now).toISOString() },
    path: getPath(jobId),
    dedupeKey: `held_at_fault:${jobId}:${reason}`,
  });

export const notifyDecided = (
  tx: Tx,
  { userId, jobId, title }: { userId: number; jobId: number; title: string },
  event: Exclude<ContestEvent, 'contest'>,
): Promise<void> =>
  notify(tx, {
    userId,
    type: getNoticeType(contestLifecycle, event, 'user'),
    values: { job: title },
    path: getPath(jobId),
    dedupeKey: `contest:${jobId}:decided`,
  });
