import { sql } from 'kysely';
import { UNSETTLED } from '@fws/contract/contracts/lifecycle';
import type { Tx } from '../../platform/db/index.ts';
import { recordStateChanges, type Cause } from '../../platform/transition.ts';
import type { LockedJob } from './lock.ts';
import { publishContractChange } from './notices.ts';
import type { MilestoneRow } from './store.ts';

// A hold is a column without a lifecycle. It is written here only, together with its history.

const restartWait = (now: Date) =>
  sql<Date | null>`CASE WHEN payment_requested_at IS NULL THEN NULL ELSE ${now}::timestamptz END`;

/** Stops every operation on the job's money. Money that has left escrow or is leaving it stays as it is. */
export async function holdMoney(tx: Tx, { contract }: LockedJob, cause: Cause): Promise<void> {
  const heldMilestones = await tx
    .updateTable('milestone')
    .set({ on_hold: true })
    .where('job_id', '=', contract.job_id)
    .where('on_hold', '=', false)
    .where('fund_state', 'in', UNSETTLED)
    .returning(['id', 'job_id'])
    .execute();
  await recordHolds(tx, heldMilestones, true, cause);
  await publishContractChange(tx, contract);
}

/** Holds one milestone, which may be on hold already. */
export async function holdMilestone(tx: Tx, milestone: MilestoneRow, cause: Cause): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({ on_hold: true, changed_at: cause.at })
    .where('job_id', '=', milestone.job_id)
    .where('id', '=', milestone.id)
    .execute();
  if (!milestone.on_hold) await recordHolds(tx, [milestone], true, cause);
}

/**
 * Lifts the hold, except from milestones with a chargeback that was not won. Restarts the poster's time to answer a
 * payment request.
 */
export async function liftHold(tx: Tx, { contract }: LockedJob, cause: Cause): Promise<void> {
  const liftedMilestones = await tx
    .updateTable('milestone')
    .set({
      on_hold: false,
      reminded_at: null,
      payment_requested_at: restartWait(cause.at),
    })
    .where('job_id', '=', contract.job_id)
    .where('on_hold', '=', true)
    .where('id', 'not in', await listChargedBack(tx, contract.job_id))
    .returning(['id', 'job_id'])
    .execute();
  await recordHolds(tx, liftedMilestones, false, cause);
  await publishContractChange(tx, contract);
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

/** Lifts the hold of one milestone after a chargeback. Restarts the poster's time as `liftHold` does. */
export async function resumeMilestone(tx: Tx, milestone: MilestoneRow, cause: Cause): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({
      on_hold: false,
      changed_at: cause.at,
      reminded_at: null,
      payment_requested_at: restartWait(cause.at),
    })
    .where('job_id', '=', milestone.job_id)
    .where('id', '=', milestone.id)
    .execute();
  await recordHolds(tx, [milestone], false, cause);
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
