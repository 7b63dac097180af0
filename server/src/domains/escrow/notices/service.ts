import { formatRupees } from '@fws/contract/platform/display';
import type { NotificationType } from '@fws/contract/notifications/model';
import type { Side } from '@fws/contract/contracts/model';
import type { Tx } from '../../../platform/db/index.ts';
import type { Notice } from '../../../platform/queue/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import { loadPeople } from '../../profile/index.ts';
import type { LockedMilestone } from '../lock.ts';
import type { ContractParties } from '../store.ts';

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

export async function loadNoticeSubject(
  tx: Tx,
  { job, contract, milestone }: LockedMilestone,
): Promise<NoticeSubject> {
  const workerName =
    contract.worker_name ?? (await loadPeople(tx, [contract.worker_id])).get(contract.worker_id)?.name ?? '';
  return {
    jobId: job.id,
    jobTitle: job.title,
    posterId: contract.poster_id,
    workerId: contract.worker_id,
    workerName,
    milestoneId: milestone.id,
    milestoneName: milestone.name,
    amountPaise: milestone.amount_paise,
  };
}

export const publishContractChange = (tx: Tx, contract: ContractParties): Promise<void> =>
  publish(tx, { users: [contract.poster_id, contract.worker_id], topic: 'contract', id: contract.job_id });
