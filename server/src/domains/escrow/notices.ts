import { formatRupees } from '@fws/contract/platform/display';
import type { NotificationType } from '@fws/contract/notifications/model';
import type { Side } from '@fws/contract/contracts/model';
import type { Notice } from '../../platform/queue/index.ts';

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
export function buildNotice(
  side: Side,
  type: NotificationType,
  subject: NoticeSubject,
  event = String(subject.milestoneId),
): Notice {
  return {
    userId: side === 'poster' ? subject.posterId : subject.workerId,
    type,
    values: {
      job: subject.jobTitle,
      worker: subject.workerName,
      milestone: subject.milestoneName,
      amount: formatRupees(subject.amountPaise),
    },
    path: `${PATH[side]}/${subject.jobId}`,
    dedupeKey: `${type}:${event}`,
  };
}
