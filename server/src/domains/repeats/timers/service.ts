import { toIstDate } from '@fws/contract/platform/dates';
import { REPEAT_AHEAD_DAYS, REPEAT_ANSWER_DAYS } from '@fws/contract/repeats/model';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { lockMayOffer } from '../../../platform/offers.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { repeatContract } from '../../contracts/index.ts';
import { areBlocked } from '../../profile/index.ts';
import { skipDate } from '../dates/service.ts';
import { notifyDate, notifySeries, publishSeries } from '../notices.ts';
import { addDays } from '../rules.ts';
import { endSeries } from '../service.ts';
import {
  findDate,
  listComing,
  listUnpaid,
  lockFinished,
  lockSeries,
  lockUnanswered,
  markSet,
  transitionSeries,
  type DueDate,
  type SeriesRow,
} from '../store.ts';

const DAY_MS = 24 * 3600_000;
const BATCH_SIZE = 200;

type TimerDeps = Pick<Deps, 'db' | 'ports'>;

/**
 * Task, every hour: ends what nobody answered and what is over, and finds the dates for which something is due. Each date is
 * a task of its own, so that one that fails does not keep the others.
 */
export async function runRepeats({ db, ports }: TimerDeps): Promise<void> {
  const now = ports.clock.now();
  const today = toIstDate(now);
  const cause: Cause = { by: BY_SYSTEM, at: now };
  await runInBatches(db, async (tx) => {
    const before = new Date(now.getTime() - REPEAT_ANSWER_DAYS * DAY_MS);
    const unanswered = await lockUnanswered(tx, before, BATCH_SIZE);
    await transitionSeries(tx, unanswered, 'lapse', cause);
    await notifySeries(tx, unanswered, 'lapse', ['poster']);
    for (const series of unanswered) await publishSeries(tx, series);
    return unanswered.length;
  });
  const [coming, unpaid] = [
    await listComing(db, addDays(today, REPEAT_AHEAD_DAYS), BATCH_SIZE),
    await listUnpaid(db, today, BATCH_SIZE),
  ];
  await inTx(db, async (tx) => {
    for (const date of coming) await enqueueDate(tx, 'set_repeat_date', date);
    for (const date of unpaid) await enqueueDate(tx, 'skip_unpaid_date', date);
  });
  await runInBatches(db, async (tx) => {
    const finished = await lockFinished(tx, today, BATCH_SIZE);
    await transitionSeries(tx, finished, 'finish', cause);
    return finished.length;
  });
}

async function runInBatches(db: Deps['db'], runBatch: (tx: Tx) => Promise<number>): Promise<void> {
  let count: number;
  do count = await inTx(db, runBatch);
  while (count === BATCH_SIZE);
}

const enqueueDate = (
  tx: Tx,
  task: 'set_repeat_date' | 'skip_unpaid_date',
  { series_id: seriesId, day }: DueDate,
): Promise<void> =>
  enqueue(tx, task, { seriesId: String(seriesId), day }, { key: `${task}:${seriesId}:${day}` });

/** Task: makes the contract of a date. Repeated, it changes nothing. */
export async function setDate(
  { db, config, ports }: TimerDeps & Pick<Deps, 'config'>,
  due: DueDate,
): Promise<void> {
  const now = ports.clock.now();
  const cause: Cause = { by: BY_SYSTEM, at: now };
  await inTx(db, async (tx) => {
    const series = await lockSeries(tx, due.series_id);
    const date = await findDate(tx, due);
    if (series?.state !== 'running' || date?.state !== 'coming') return;
    // One of the two wants nothing more of the other, who is not told why.
    if (await areBlocked(tx, series.poster_id, series.worker_id)) return endSeries(tx, series, cause);
    const isLate = date.day <= toIstDate(now);
    const jobId =
      isLate || !(await mayBothOffer(tx, series))
        ? null
        : await repeatContract(tx, series.job_id, { day: date.day, limits: config.paymentLimits, now });
    if (jobId === null) {
      await skipDate(tx, { series, date, cause });
    } else {
      await markSet(tx, date, { jobId, cause });
      await notifyDate(tx, series, { ...date, job_id: jobId }, 'set', ['poster', 'worker']);
    }
    await publishSeries(tx, series);
  });
}

/** Neither of the two is suspended, nor before this transaction ends. */
async function mayBothOffer(tx: Tx, series: SeriesRow): Promise<boolean> {
  const poster = await lockMayOffer(tx, series.poster_id);
  return poster.ok && (await lockMayOffer(tx, series.worker_id)).ok;
}

/** Task: leaves out a date that has come and is not paid. Repeated, it changes nothing. */
export async function skipUnpaid({ db, ports }: TimerDeps, due: DueDate): Promise<void> {
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    const series = await lockSeries(tx, due.series_id);
    const date = await findDate(tx, due);
    if (!series || date?.state !== 'set' || date.day > toIstDate(now)) return;
    await skipDate(tx, { series, date, cause: { by: BY_SYSTEM, at: now } });
    await publishSeries(tx, series);
  });
}
