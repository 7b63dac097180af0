import type { Tx } from '../../platform/db/index.ts';
import { listMilestones, type ContractParties, type MilestoneRow } from '../escrow/index.ts';
import { toJobFacts } from './facts.ts';
import { calculateIdleTime, findDueTime } from './rules.ts';
import { extendPeriod, insertPeriod } from './store.ts';

const NO_END = { completed_at: null, cancelled_at: null, closed_at: null };

/** How a job has ended. What was done of a completed one is not asked. */
type JobEnd = { completedAt: Date } | { cancelledAt: Date; milestones: readonly MilestoneRow[] };

/** A job has ended: both sides may review each other, unless nothing of it was done. The job must be locked before. */
export async function beginReviews(tx: Tx, { job_id: jobId }: ContractParties, end: JobEnd): Promise<void> {
  const facts =
    'completedAt' in end
      ? toJobFacts({ ...NO_END, completed_at: end.completedAt }, [])
      : toJobFacts({ ...NO_END, cancelled_at: end.cancelledAt }, end.milestones);
  const dueAt = findDueTime(facts);
  if (dueAt) await insertPeriod(tx, jobId, { dueAt, moves: true });
}

/** A review was given, perhaps while the job goes on: it opens by itself some day. */
export async function ensurePeriod(
  tx: Tx,
  { job_id: jobId }: ContractParties,
  { endsAt, now }: { endsAt: Date | null; now: Date },
): Promise<void> {
  await insertPeriod(tx, jobId, { dueAt: endsAt ?? calculateIdleTime(now), moves: false });
}

/** Something was released: the job goes on, and what was written about it waits for its end. */
export async function extendReviews(tx: Tx, jobId: number): Promise<void> {
  const released = (await listMilestones(tx, jobId)).map(
    (milestone) => milestone.released_at?.getTime() ?? 0,
  );
  const last = Math.max(0, ...released);
  if (last > 0) await extendPeriod(tx, jobId, calculateIdleTime(new Date(last)));
}
