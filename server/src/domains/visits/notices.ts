import type { Side } from '@fws/contract/contracts/model';
import type { NotificationType } from '@fws/contract/notifications/model';
import { formatRupees } from '@fws/contract/platform/display';
import type { Tx } from '../../platform/db/index.ts';
import { notifyMany } from '../../platform/queue/index.ts';
import type { LockedJob } from '../escrow/index.ts';
import { loadPeople } from '../profile/index.ts';
import type { VisitRow } from './store.ts';

export const getUserId = (visit: VisitRow, side: Side): number =>
  side === 'poster' ? visit.poster_id : visit.worker_id;

/** Each change of a visit tells somebody once. `changes`: the number of the change. */
export const buildDedupeKey = (type: NotificationType, visit: Pick<VisitRow, 'job_id'>, changes: number) =>
  `${type}:${visit.job_id}:${changes}`;

const VISIT_TYPES: readonly NotificationType[] = ['visit_on_the_way', 'visit_arrived', 'visit_started'];

/** What is read on the way or at the door opens the visit, anything else the job. */
function getPath(type: NotificationType, side: Side, { job_id: jobId }: VisitRow): string {
  if (VISIT_TYPES.includes(type)) return `/visit/${jobId}`;
  return `${side === 'poster' ? '/awardedjob' : '/myjobsdetail'}/${jobId}`;
}

/** Tells these sides of a change. `person`: the side that it is about. */
export async function notifyOfVisit(
  tx: Tx,
  { job }: LockedJob,
  visit: VisitRow,
  notice: {
    type: NotificationType;
    to: readonly Side[];
    person: Side;
    changes: number;
    values?: Record<string, string>;
    path?: string;
  },
): Promise<void> {
  const people = await loadPeople(tx, [visit.poster_id, visit.worker_id]);
  const getName = (side: Side) => people.get(getUserId(visit, side))?.name ?? '';
  await notifyMany(
    tx,
    notice.to.map((side) => ({
      userId: getUserId(visit, side),
      type: notice.type,
      values: {
        job: job.title,
        worker: getName('worker'),
        person: getName(notice.person),
        amount: formatRupees(visit.fee_paise),
        ...notice.values,
      },
      path: notice.path ?? getPath(notice.type, side, visit),
      dedupeKey: buildDedupeKey(notice.type, visit, notice.changes),
    })),
  );
}
