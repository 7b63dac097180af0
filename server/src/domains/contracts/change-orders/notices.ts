import { changeLifecycle } from '@fws/contract/contracts/change-orders/lifecycle';
import { SIDES, type Side } from '@fws/contract/contracts/model';
import type { NotificationType } from '@fws/contract/notifications/model';
import { formatRupees } from '@fws/contract/platform/display';
import { getNoticeType } from '@fws/contract/platform/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { notifyMany } from '../../../platform/queue/index.ts';
import type { LockedJob } from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import type { ChangeOrderRow } from './store.ts';

/** Tells these sides what happened to a change. `by`: who did it; null: a timer. */
export async function notifyOfChange(
  tx: Tx,
  { job, contract }: LockedJob,
  change: ChangeOrderRow,
  {
    to,
    by,
    ...notice
  }: { to: readonly { side: Side; type: NotificationType }[]; by: number | null; totalPaise: number },
): Promise<void> {
  const person = by === null ? '' : ((await loadPeople(tx, [by])).get(by)?.name ?? '');
  await notifyMany(
    tx,
    to.map(({ side, type }) => {
      const userId = side === 'poster' ? contract.poster_id : contract.worker_id;
      return {
        userId,
        type,
        values: {
          job: job.title,
          person,
          amount: formatRupees(notice.totalPaise),
          time: change.due_at.toISOString(),
        },
        path: `/planchange/${job.id}`,
        dedupeKey: `${type}:${change.id}:${change.turns}:${userId}`,
      };
    }),
  );
}

/** Tells both sides that a change ended without an answer of either. */
export async function notifyBothOfChange(
  tx: Tx,
  lockedJob: LockedJob,
  change: ChangeOrderRow,
  { event, totalPaise }: { event: 'lapse' | 'overtake'; totalPaise: number },
): Promise<void> {
  const to = SIDES.map((side) => ({ side, type: getNoticeType(changeLifecycle, event, side) }));
  await notifyOfChange(tx, lockedJob, change, { to, by: null, totalPaise });
}
