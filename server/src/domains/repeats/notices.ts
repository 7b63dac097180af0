import { getNoticeType } from '@fws/contract/platform/lifecycle';
import { formatRupees } from '@fws/contract/platform/display';
import type { Side } from '@fws/contract/contracts/model';
import {
  repeatDateLifecycle,
  repeatLifecycle,
  type RepeatDateEvent,
  type RepeatEvent,
} from '@fws/contract/repeats/lifecycle';
import type { Tx } from '../../platform/db/index.ts';
import { notifyMany, type Notice } from '../../platform/queue/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { findAgreedTerms, loadAgreedTerms, type AgreedTerms } from './view.ts';
import type { DateRow, SeriesRow } from './store.ts';

const getUserId = (series: SeriesRow, side: Side): number =>
  side === 'poster' ? series.poster_id : series.worker_id;
const getPath = (jobId: number, side: Side): string =>
  `${side === 'poster' ? '/awardedjob' : '/myjobsdetail'}/${jobId}`;

export const publishSeries = (tx: Tx, series: SeriesRow): Promise<void> =>
  publish(tx, { users: [series.poster_id, series.worker_id], topic: 'contract', id: series.job_id });

/** The worker is asked whether to repeat the job. */
export async function notifyProposed(tx: Tx, series: SeriesRow, count: number): Promise<void> {
  const agreed = await findAgreedTerms(tx, series.job_id);
  await notifyMany(tx, [
    {
      userId: series.worker_id,
      type: 'repeat_proposed',
      values: { poster: agreed.posterName, job: agreed.title, count },
      path: getPath(series.job_id, 'worker'),
      dedupeKey: `repeat:${series.id}:proposed`,
    },
  ]);
}

/** Tells these sides of what happened to each series. */
export async function notifySeries(
  tx: Tx,
  all: readonly SeriesRow[],
  event: Exclude<RepeatEvent, 'finish'>,
  sides: readonly Side[],
): Promise<void> {
  if (all.length === 0) return;
  const agreed = await loadAgreedTerms(
    tx,
    all.map((series) => series.job_id),
  );
  await notifyMany(
    tx,
    all.flatMap((series) =>
      sides.map((side) => ({
        userId: getUserId(series, side),
        type: getNoticeType(repeatLifecycle, event, side),
        values: {
          job: agreed.get(series.job_id)?.title ?? '',
          worker: agreed.get(series.job_id)?.workerName ?? '',
        },
        path: getPath(series.job_id, side),
        dedupeKey: `repeat:${series.id}:${event}:${side}`,
      })),
    ),
  );
}

/** Tells these sides of what happened to a date. */
export async function notifyDate(
  tx: Tx,
  series: SeriesRow,
  date: Pick<DateRow, 'day' | 'job_id'>,
  event: RepeatDateEvent,
  sides: readonly Side[],
): Promise<void> {
  const agreed = await findAgreedTerms(tx, series.job_id);
  await notifyMany(
    tx,
    sides.map((side) => buildDateNotice(series, date, { event, side, agreed })),
  );
}

const buildDateNotice = (
  series: SeriesRow,
  { day, job_id: jobId }: Pick<DateRow, 'day' | 'job_id'>,
  { event, side, agreed }: { event: RepeatDateEvent; side: Side; agreed: AgreedTerms },
): Notice => ({
  userId: getUserId(series, side),
  type: getNoticeType(repeatDateLifecycle, event, side),
  values: {
    job: agreed.title,
    date: day,
    // The poster is asked to pay the first part; the worker hears what the date brings.
    amount: formatRupees(side === 'poster' ? agreed.firstPaise : agreed.totalPaise),
  },
  path: getPath(jobId ?? series.job_id, side),
  dedupeKey: `repeat:${series.id}:${day}:${event}:${side}`,
});
