import { addDays, toIstDate } from '@fws/contract/platform/dates';
import { REPEAT_AHEAD_DAYS, REPEAT_ANSWER_DAYS } from '@fws/contract/repeats/model';
import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import { repeatContract } from '../../contracts/index.ts';
import { lockJob } from '../../jobs/index.ts';
import { skipDate } from '../dates/service.ts';
import { notifyDate, notifySeries, publishSeries } from '../notices.ts';
import { findObstacle } from '../obstacles/service.ts';
import { endSeries } from '../service.ts';
import {
  findDate,
  findLastDay,
  listComing,
  listUnpaid,
  lockFinished,
  lockSeries,
  lockUnanswered,
  markSet,
  transitionSeries,
  type DueDate,
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
  await enqueueDates(db, 'set_repeat_date', (after) =>
    listComing(db, { until: addDays(today, REPEAT_AHEAD_DAYS), after, limit: BATCH_SIZE }),
  );
  await enqueueDates(db, 'skip_unpaid_date', (after) =>
    listUnpaid(db, { until: today, after, limit: BATCH_SIZE }),
  );
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

/** Page after page, so that dates whose task fails again and again do not keep back those after them. */
async function enqueueDates(
  db: Deps['db'],
  task: 'set_repeat_date' | 'skip_unpaid_date',
  listPage: (after: DueDate | null) => Promise<DueDate[]>,
): Promise<void> {
  let page: DueDate[];
  let after: DueDate | null = null;
  do {
    page = await listPage(after);
    await inTx(db, async (tx) => {
      for (const { series_id: seriesId, day } of page)
        await enqueue(tx, task, { seriesId: String(seriesId), day }, { key: `${task}:${seriesId}:${day}` });
    });
    after = page.at(-1) ?? null;
  } while (page.length === BATCH_SIZE);
}

/** Task: makes the contract of a date. Repeated, it changes nothing. */
export async function makeDateContract(
  { db, config, ports }: TimerDeps & Pick<Deps, 'config'>,
  due: DueDate,
): Promise<void> {
  const now = ports.clock.now();
  const cause: Cause = { by: BY_SYSTEM, at: now };
  await inTx(db, async (tx) => {
    const series = await lockSeries(tx, due.series_id);
    const date = await findDate(tx, due);
    if (series?.state !== 'running' || date?.state !== 'coming') return;
    const obstacle = await findObstacle(tx, series);
    // One of the two wants nothing more of the other, who is not told why.
    if (obstacle === 'blocked') return endSeries(tx, series, cause);
    const isLate = date.day <= toIstDate(now);
    const jobId =
      isLate || obstacle !== null
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

/** Task: leaves out a date that has come and is not paid. Repeated, it changes nothing. */
export async function skipUnpaid({ db, ports }: TimerDeps, due: DueDate): Promise<void> {
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    const series = await lockSeries(tx, due.series_id);
    const date = await findDate(tx, due);
    if (!series || date?.state !== 'set' || date.job_id === null) return;
    // The day cannot be changed any more while the job is locked.
    await lockJob(tx, date.job_id);
    if ((await findLastDay(tx, date)) > toIstDate(now)) return;
    await skipDate(tx, { series, date, cause: { by: BY_SYSTEM, at: now } });
    await publishSeries(tx, series);
  });
}
