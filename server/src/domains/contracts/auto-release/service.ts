import { inTx, type Tx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/domain.ts';
import { enqueue, notifyMany } from '../../../platform/queue/index.ts';
import { BY_SYSTEM } from '../../../platform/transition.ts';
import {
  buildNotice,
  claimReminders,
  listUnanswered,
  findMilestoneJobId,
  isUnderWay,
  loadNoticeSubject,
  lockMilestoneContext,
  type Cutoffs,
} from '../../escrow/index.ts';
import { loadPeople } from '../../profile/index.ts';
import { acceptAndRelease, toMilestoneFacts } from '../milestones.ts';
import { findAwardedJob } from '../store.ts';
import { calculateReleaseTime, calculateReminderDelayMs, getWaitMs, type ReleaseWaits } from './deadlines.ts';

const BATCH = 200;

/**
 * Every few minutes: queues payment requests without an answer for release. Each is checked again under its locks.
 */
export async function watchReleases(deps: Deps): Promise<void> {
  const { db, ports, config } = deps;
  const now = ports.clock.now();
  const { remote, inPerson } = config.autoReleaseMs;
  const toCutoff = (waitMs: number) => new Date(now.getTime() - waitMs);
  await inTx(db, async (tx) => {
    const due = await listUnanswered(tx, { remote: toCutoff(remote), inPerson: toCutoff(inPerson) }, BATCH);
    for (const { id } of due)
      await enqueue(tx, 'auto_release', { milestoneId: id }, { key: `auto_release:${id}` });
  });
  await inTx(db, (tx) =>
    remind(tx, {
      remote: toCutoff(calculateReminderDelayMs(remote)),
      inPerson: toCutoff(calculateReminderDelayMs(inPerson)),
      waits: config.autoReleaseMs,
      now,
    }),
  );
}

async function remind(tx: Tx, params: Cutoffs & { waits: ReleaseWaits; now: Date }): Promise<void> {
  const rows = await claimReminders(tx, params, BATCH);
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
      const releasesAt = row.payment_requested_at.getTime() + getWaitMs(params.waits, row.in_person);
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
    const facts = { ...toMilestoneFacts(milestone), requestedAt: milestone.payment_requested_at };
    const due = calculateReleaseTime(facts, waitMs);
    if (!due || due > now) return;
    const cause = { by: BY_SYSTEM, at: now };
    await acceptAndRelease(tx, lockedMilestone, await loadNoticeSubject(tx, lockedMilestone), cause);
  });
}
