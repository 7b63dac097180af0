import type { Tx } from '../../platform/db/index.ts';
import { listMilestones, type ContractParties } from '../escrow/index.ts';
import { toJobFacts } from './facts.ts';
import { calculateIdleTime, findDueTime } from './rules.ts';
import { extendPeriod, findEnds, insertPeriod } from './store.ts';

/** A job has ended: both sides may review each other, unless nothing of it was done. The job must be locked before. */
export async function beginReviews(tx: Tx, sides: ContractParties): Promise<void> {
  const jobId = sides.job_id;
  const dueAt = findDueTime(toJobFacts(await findEnds(tx, jobId), await listMilestones(tx, jobId)));
  if (dueAt) await insertPeriod(tx, sides, { dueAt, moves: true });
}

/** A review was given, perhaps while the job goes on: it opens by itself some day. */
export async function ensurePeriod(
  tx: Tx,
  sides: ContractParties,
  { endsAt, now }: { endsAt: Date | null; now: Date },
): Promise<void> {
  await insertPeriod(tx, sides, { dueAt: endsAt ?? calculateIdleTime(now), moves: false });
}

/** Something was released: the job goes on, and what was written about it waits for its end. */
export async function extendReviews(tx: Tx, jobId: number): Promise<void> {
  const released = (await listMilestones(tx, jobId)).map(
    (milestone) => milestone.released_at?.getTime() ?? 0,
  );
  const last = Math.max(0, ...released);
  if (last > 0) await extendPeriod(tx, jobId, calculateIdleTime(new Date(last)));
}
