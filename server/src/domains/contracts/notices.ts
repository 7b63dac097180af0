import { formatRupees } from '@fws/contract/platform/display';
import type { NotificationType } from '@fws/contract/notifications/model';
import type { Side } from '@fws/contract/contracts/model';
import type { Notice } from '../../platform/jobs/index.ts';

/** The values that every notice about a milestone can use. */
export interface NoticeSubject {
  jobId: number;
  jobTitle: string;
  posterId: number;
  workerId: number;
  workerName: string;
  milestoneId: number;
  milestoneName: string;
  amountPaise: number;
}

const PATH: Record<Side, string> = { poster: '/awardedjob', worker: '/myjobsdetail' };

/** Sent once per milestone and type, unless `event` distinguishes several events of a milestone. */
export function notice(
  side: Side,
  type: NotificationType,
  about: NoticeSubject,
  event = String(about.milestoneId),
): Notice {
  return {
    userId: side === 'poster' ? about.posterId : about.workerId,
    type,
    values: {
      job: about.jobTitle,
      worker: about.workerName,
      milestone: about.milestoneName,
      amount: formatRupees(about.amountPaise),
    },
    path: `${PATH[side]}/${about.jobId}`,
    dedupeKey: `${type}:${event}`,
  };
}
