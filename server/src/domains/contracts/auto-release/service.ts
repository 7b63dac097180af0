import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notifyMany } from '../../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import {
  buildNotice,
  claimReminders,
  fillWaits,
  listUnanswered,
  findMilestoneJobId,
  isUnderWay,
  loadNoticeSubject,
  lockMilestoneContext,
  toWait,
} from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { acceptAndRelease } from '../milestones.ts';
import { toMilestoneFacts } from '../facts.ts';
import { findAwardedJob } from '../store.ts';
import { calculateReleaseTime, getWaitMs, REMINDER_LEAD_MS } from './deadlines.ts';

const BATCH = 200;

/**
 * Every few minutes: queues payment requests without an answer for release. Each is checked again under its locks.
 */
export async function watchReleases({ db, ports, config }: Deps): Promise<void> {
  const now = ports.clock.now();
  let filled = BATCH;
  while (filled === BATCH) filled = await inTx(db, (tx) => fillWaits(tx, config.autoReleaseMs, BATCH));
  await inTx(db, async (tx) => {
    const due = await listUnanswered(tx, now, BATCH);
    for (const { id } of due)
      await enqueue(tx, 'auto_release', { milestoneId: id }, { key: `auto_release:${id}` });
  });
  await inTx(db, (tx) => remind(tx, now));
}

async function remind(tx: Tx, now: Date): Promise<void> {
  const rows = await claimReminders(tx, { now, leadMaxMs: REMINDER_LEAD_MS }, BATCH);
  const workers = await loadPeople(
    tx,
    rows.map((row) => row.worker_id),
  );
  await notifyMany(
    tx,
    rows.map((row) => {
      const subject = {
        jobId: row.job_id,
        jobTitle: row.title,
        posterId: row.poster_id,
        workerId: row.worker_id,
        workerName: workers.get(row.worker_id)?.name ?? '',
        milestoneId: row.id,
        milestoneName: row.name,
        amountPaise: row.amount_paise,
      };
      const event = `${row.id}:${row.payment_requested_at.getTime()}`;
      const notification = buildNotice('poster', 'release_reminder', subject, event);
      const releasesAt = row.payment_requested_at.getTime() + row.wait_left_ms;
      return {
        ...notification,
        values: { ...notification.values, time: new Date(releasesAt).toISOString() },
      };
    }),
  );
}

/** The poster did not answer in time, so the work counts as accepted and the money is released to the worker. */
export async function autoRelease(deps: Deps, milestoneId: number): Promise<void> {
  const { db, ports, config } = deps;
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    const jobId = await findMilestoneJobId(tx, milestoneId);
    const lockedMilestone =
      jobId === null ? null : await lockMilestoneContext(tx, { jobId, milestoneId }, now);
    if (!lockedMilestone || !isUnderWay(lockedMilestone.job.state)) return;
    const { job, milestone } = lockedMilestone;
    const waitMs = getWaitMs(config.autoReleaseMs, (await findAwardedJob(tx, job.id))?.in_person ?? false);
    const due = calculateReleaseTime({ ...toMilestoneFacts(milestone), ...toWait(milestone) }, waitMs);
    if (!due || due > now) return;
    const cause = { by: BY_SYSTEM, at: now };
    await acceptAndRelease(tx, lockedMilestone, await loadNoticeSubject(tx, lockedMilestone), cause);
  });
}
