import { sql } from 'kysely';
import { UNSETTLED } from '@fws/contract/contracts/lifecycle';
import type { Tx } from '../../platform/db/index.ts';
import { recordStateChanges, type Cause } from '../../platform/transition.ts';
import { lockMilestones, type LockedJob } from './lock.ts';
import { publishContractChange } from './notices.ts';
import { toWait, toWaitColumns, type MilestoneRow, type WaitColumns } from './store.ts';
import { pauseWait, resumeWait, type Wait } from './releases/wait.ts';

// A hold is a column without a lifecycle. It is written here only, together with its history.

/** Stops every operation on the job's money. Money that has left escrow or is leaving it stays as it is. */
export async function holdMoney(tx: Tx, lockedJob: LockedJob, cause: Cause): Promise<void> {
  const milestones = await lockMilestones(tx, lockedJob);
  await beginHolds(
    tx,
    milestones.filter((milestone) => UNSETTLED.includes(milestone.fund_state)),
    cause,
  );
  await publishContractChange(tx, lockedJob.contract);
}

/** Holds one locked milestone, which may be on hold already. */
export async function holdMilestone(tx: Tx, milestone: MilestoneRow, cause: Cause): Promise<void> {
  await beginHolds(tx, [milestone], cause);
  await tx
    .updateTable('milestone')
    .set({ changed_at: cause.at })
    .where('job_id', '=', milestone.job_id)
    .where('id', '=', milestone.id)
    .execute();
}

/** Holds locked milestones of one job. Those on hold stay as they are: the poster's time stands still already. */
async function beginHolds(tx: Tx, milestones: readonly MilestoneRow[], cause: Cause): Promise<void> {
  const freeMilestones = milestones.filter((milestone) => !milestone.on_hold);
  await writeHolds(tx, freeMilestones, { on_hold: true }, (wait) => pauseWait(wait, cause.at));
  await recordHolds(tx, freeMilestones, true, cause);
}

/**
 * Lifts the hold, except from milestones with a chargeback that was not won. The poster's time to answer a payment
 * request goes on.
 */
export async function liftHold(tx: Tx, lockedJob: LockedJob, cause: Cause): Promise<void> {
  const chargedBack = await listChargedBack(tx, lockedJob.job.id);
  const milestones = await lockMilestones(tx, lockedJob);
  await resumeMilestones(
    tx,
    milestones.filter(({ id }) => !chargedBack.includes(id)),
    cause,
  );
  await publishContractChange(tx, lockedJob.contract);
}

/** The held milestones of the job with a chargeback that was not won; 0, which is none, so that the list is never empty. */
async function listChargedBack(tx: Tx, jobId: number): Promise<number[]> {
  const held = await tx
    .selectFrom('milestone')
    .select('id')
    .where('job_id', '=', jobId)
    .where('on_hold', '=', true)
    .execute();
  const chargedBack = await tx
    .selectFrom('chargeback')
    .select('milestone_id')
    .where('milestone_id', 'in', [0, ...held.map(({ id }) => id)])
    .where('state', '<>', 'won')
    .execute();
  return [0, ...chargedBack.flatMap(({ milestone_id: id }) => id ?? [])];
}

/** Lifts the hold of one milestone after a chargeback, as `liftHold` does. */
export async function resumeMilestone(tx: Tx, milestone: MilestoneRow, cause: Cause): Promise<void> {
  await resumeMilestones(tx, [milestone], cause);
  await tx
    .updateTable('milestone')
    .set({ changed_at: cause.at })
    .where('job_id', '=', milestone.job_id)
    .where('id', '=', milestone.id)
    .execute();
}

/** Lifts the holds of locked milestones of one job. */
async function resumeMilestones(tx: Tx, milestones: readonly MilestoneRow[], cause: Cause): Promise<void> {
  const heldMilestones = milestones.filter((milestone) => milestone.on_hold);
  await writeHolds(tx, heldMilestones, { on_hold: false, reminded_at: null }, (wait) =>
    resumeWait(wait, cause.at),
  );
  await recordHolds(tx, heldMilestones, false, cause);
}

/** Writes the hold of locked milestones of one job, and what it does to the poster's time. */
async function writeHolds(
  tx: Tx,
  milestones: readonly MilestoneRow[],
  hold: { on_hold: boolean; reminded_at?: null },
  decideWait: (wait: Wait) => Wait,
): Promise<void> {
  const [first] = milestones;
  if (!first) return;
  const ids = milestones.map(({ id }) => id);
  const waits = milestones.map((milestone) => toWaitColumns(decideWait(toWait(milestone))));
  const pick = <Column extends keyof WaitColumns>(column: Column, type: 'timestamptz' | 'bigint') =>
    sql<
      WaitColumns[Column]
    >`(${waits.map((wait) => wait[column])}::${sql.raw(type)}[])[array_position(${ids}::bigint[], id)]`;
  await tx
    .updateTable('milestone')
    .set({
      ...hold,
      payment_requested_at: pick('payment_requested_at', 'timestamptz'),
      wait_left_ms: pick('wait_left_ms', 'bigint'),
      wait_added_ms: pick('wait_added_ms', 'bigint'),
    })
    .where('job_id', '=', first.job_id)
    .where('id', 'in', ids)
    .execute();
}

/** Ends the holds of milestones whose money has left escrow. No wait restarts. */
export async function endHolds(tx: Tx, milestones: readonly MilestoneRow[], cause: Cause): Promise<void> {
  const heldMilestones = milestones.filter((milestone) => milestone.on_hold);
  if (heldMilestones.length === 0) return;
  await tx
    .updateTable('milestone')
    .set({ on_hold: false })
    .where('job_id', 'in', [...new Set(heldMilestones.map((milestone) => milestone.job_id))])
    .where(
      'id',
      'in',
      heldMilestones.map((milestone) => milestone.id),
    )
    .execute();
  await recordHolds(tx, heldMilestones, false, cause);
}

const recordHolds = (
  tx: Tx,
  milestones: readonly Pick<MilestoneRow, 'id' | 'job_id'>[],
  onHold: boolean,
  cause: Cause,
): Promise<void> =>
  recordStateChanges(
    tx,
    milestones
      .toSorted((a, b) => a.id - b.id)
      .map(({ id, job_id: jobId }) => ({
        subject: 'milestone',
        subjectId: id,
        jobId,
        track: 'on_hold',
        from: String(!onHold),
        to: String(onHold),
      })),
    cause,
  );
