import { SPLIT_REMINDER_DAYS } from '@fws/contract/contracts/model';
import { inTx } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { enqueue, notifyMany } from '../../../platform/queue/index.ts';
import { BY_SYSTEM, type Cause } from '../../../platform/transition.ts';
import {
  buildNotice,
  findOpenSplit,
  findSplit,
  loadNoticeSubject,
  lockMilestoneContext,
  overtakeSplits,
} from '../../escrow/index.ts';
import { countDelivered } from '../../notifications/index.ts';
import { continueEnding } from '../cancelling/service.ts';
import { findJobEnding, listUnattendedEndings } from '../cancelling/store.ts';
import { countDueReminders, decideEnd, isWorthless, maySplit } from './rules.ts';
import { disputeSplit, settleSplit } from './service.ts';
import { toSplitFacts, toSplitMilestone } from './facts.ts';
import { hasWorkEvidence, listDueSplits, listSplitsToRemind, saveReminders } from './store.ts';

const BATCH = 200;
const DAY_MS = 24 * 3600_000;

/**
 * Every few minutes: queues splits whose time is over, reminders, and cancelled jobs that go on by themselves. Each is
 * checked again under its locks.
 */
export async function watchEndings({ db, ports }: Deps): Promise<void> {
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    for (const jobId of await listUnattendedEndings(tx, BATCH))
      await enqueue(tx, 'continue_ending', { jobId }, { key: `continue_ending:${jobId}` });
    for (const splitId of await listDueSplits(tx, now, BATCH))
      await enqueue(tx, 'end_split', { splitId }, { key: `end_split:${splitId}` });
    for (const [index, days] of SPLIT_REMINDER_DAYS.entries()) {
      const dueBefore = new Date(now.getTime() + days * DAY_MS);
      const splitIds = await listSplitsToRemind(tx, { dueBefore, reminders: index + 1, limit: BATCH });
      for (const splitId of splitIds)
        await enqueue(tx, 'remind_split', { splitId }, { key: `remind_split:${splitId}` });
    }
  });
}

export const continueEndingTask = ({ db, ports, config }: Deps, jobId: number): Promise<void> =>
  inTx(db, (tx) => continueEnding(tx, jobId, { chargeBps: config.refundChargeBps, now: ports.clock.now() }));

const buildReminderKey = (splitId: number, turns: number, reminder: number) =>
  `${splitId}:${turns}:${reminder}`;

/** Reminds the side that has not answered, or both while nobody has proposed a sum. */
export async function remindSplit({ db, ports }: Deps, splitId: number): Promise<void> {
  const now = ports.clock.now();
  await inTx(db, async (tx) => {
    const unlockedSplit = await findSplit(tx, splitId);
    const lockedMilestone =
      unlockedSplit &&
      (await lockMilestoneContext(tx, {
        jobId: unlockedSplit.job_id,
        milestoneId: unlockedSplit.milestone_id,
      }));
    const split = lockedMilestone && (await findOpenSplit(tx, lockedMilestone.milestone));
    if (!lockedMilestone || split?.id !== splitId || split.due_at <= now) return;
    const due = countDueReminders(split.due_at, now);
    if (due <= split.reminders) return;
    await saveReminders(tx, split, due);
    const subject = await loadNoticeSubject(tx, lockedMilestone);
    const sides = (['poster', 'worker'] as const).filter((side) => side !== split.side);
    await notifyMany(
      tx,
      sides.map((side) => {
        const notice = buildNotice(
          side,
          'split_reminder',
          subject,
          buildReminderKey(splitId, Math.min(split.turns, 1), due),
        );
        return { ...notice, values: { ...notice.values, time: split.due_at.toISOString() } };
      }),
    );
  });
}

/** The time to agree is over: a dispute opens, or the unanswered proposal of 0 stands. */
export async function endSplit({ db, ports, config }: Deps, splitId: number): Promise<void> {
  const now = ports.clock.now();
  const cause: Cause = { by: BY_SYSTEM, at: now };
  await inTx(db, async (tx) => {
    const unlockedSplit = await findSplit(tx, splitId);
    const lockedMilestone =
      unlockedSplit &&
      (await lockMilestoneContext(
        tx,
        { jobId: unlockedSplit.job_id, milestoneId: unlockedSplit.milestone_id },
        now,
      ));
    const split = lockedMilestone && (await findOpenSplit(tx, lockedMilestone.milestone));
    if (!lockedMilestone || split?.id !== splitId || split.due_at > now) return;
    const { job, contract, milestone } = lockedMilestone;
    if (!maySplit(toSplitMilestone(milestone))) return overtakeSplits(tx, [milestone], cause);
    const facts = toSplitFacts(split);
    const reminderKeys = SPLIT_REMINDER_DAYS.map(
      (_, index) => `split_reminder:${buildReminderKey(splitId, 1, index + 1)}`,
    );
    const end = decideEnd(facts, {
      hasEvidence: await hasWorkEvidence(tx, milestone),
      deliveredReminders: isWorthless(facts) ? await countDelivered(tx, contract.worker_id, reminderKeys) : 0,
    });
    if (end === 'stand') {
      const context = { chargeBps: config.refundChargeBps };
      return settleSplit(tx, lockedMilestone, split, { event: 'stand', cause, context });
    }
    const ending = await findJobEnding(tx, job.id);
    await disputeSplit(tx, lockedMilestone, split, {
      side: split.side ?? ending?.side ?? 'poster',
      origin: 'late_split',
      details: '',
      cause,
    });
  });
}
