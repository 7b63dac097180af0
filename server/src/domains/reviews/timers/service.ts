import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue } from '../../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import { lockAwardedJob } from '../../escrow/index.ts';
import { loadJobs } from '../../jobs/index.ts';
import { notifyDue } from '../notices.ts';
import { openReviews } from '../opening.ts';
import { calculateReminded } from '../rules.ts';
import { claimReminders, findOpenPeriod, listDuePeriods, listWriters, type DuePeriod } from '../store.ts';

const BATCH_SIZE = 200;

type TimerDeps = Pick<Deps, 'db' | 'ports'>;

/**
 * Task, every ten minutes: reminds of what can be reviewed for three days more, and finds the jobs whose time is over. Each is
 * a task of its own, so that one that fails does not keep the others.
 */
export async function runReviews({ db, ports }: TimerDeps): Promise<void> {
  const now = ports.clock.now();
  let reminded: number;
  do reminded = await remind(db, now);
  while (reminded === BATCH_SIZE);
  let after: DuePeriod | null = null;
  let page: DuePeriod[];
  do {
    page = await listDuePeriods(db, { now, after, limit: BATCH_SIZE });
    await inTx(db, async (tx) => {
      for (const { job_id: jobId } of page)
        await enqueue(tx, 'open_reviews', { jobId }, { key: `open_reviews:${jobId}` });
    });
    after = page.at(-1) ?? null;
  } while (page.length === BATCH_SIZE);
}

/** Once for each job, whoever reviews meanwhile. Returns how many jobs it was. */
const remind = (db: Deps['db'], now: Date): Promise<number> =>
  inTx(db, async (tx) => {
    const periods = await claimReminders(tx, { until: calculateReminded(now), limit: BATCH_SIZE, now });
    const jobIds = periods.map((period) => period.job_id);
    const jobs = await loadJobs(tx, jobIds);
    const titled = periods
      .filter(({ due_at: dueAt }) => dueAt > now)
      .map((period) => ({ ...period, title: jobs.get(period.job_id)?.title ?? '' }));
    await notifyDue(tx, titled, await listWriters(tx, jobIds));
    return periods.length;
  });

/** Task: opens what the sides of a job have written, when their time is over. Repeated, it changes nothing. */
export async function openDueReviews({ db, ports }: TimerDeps, jobId: number): Promise<void> {
  await inTx(db, async (tx) => {
    const lockedJob = await lockAwardedJob(tx, jobId);
    const now = ports.clock.now();
    const period = lockedJob && (await findOpenPeriod(tx, jobId));
    if (!lockedJob || !period || period.due_at >= now) return;
    await openReviews(tx, lockedJob, { by: BY_SYSTEM, at: now });
  });
}
