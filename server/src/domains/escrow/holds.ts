import { sql } from 'kysely';
import { IN_ESCROW } from '@fws/contract/contracts/lifecycle';
import type { Tx } from '../../platform/db/index.ts';
import { recordStateChanges, type Cause } from '../../platform/transition.ts';
import type { LockedJob } from './lock.ts';
import { publishContractChange } from './notices.ts';
import { overtakeSplits } from './splits/store.ts';
import type { MilestoneRow } from './store.ts';

// A hold is a column without a lifecycle. It is written here only, together with its history. It has a reason: an open
// dispute of the milestone (`dispute_milestone`), or a chargeback that was not won.

const restartWait = (now: Date) =>
  sql<Date | null>`CASE WHEN payment_requested_at IS NULL THEN NULL ELSE ${now}::timestamptz END`;

/**
 * Stops every operation on the money of these milestones for a dispute, which may take a milestone that a chargeback holds
 * already. Ends their open splits. The caller must hold the locks of the job and of the milestones, and checks that none
 * of them is in another dispute.
 */
export async function holdMilestones(
  tx: Tx,
  { contract }: LockedJob,
  { disputeId, milestones, cause }: { disputeId: number; milestones: readonly MilestoneRow[]; cause: Cause },
): Promise<void> {
  if (milestones.length > 0) {
    await tx
      .insertInto('dispute_milestone')
      .values(
        milestones.map(({ id, job_id: jobId }) => ({
          job_id: jobId,
          dispute_id: disputeId,
          milestone_id: id,
        })),
      )
      .execute();
    const heldMilestones = await tx
      .updateTable('milestone')
      .set({ on_hold: true })
      .where('job_id', '=', contract.job_id)
      .where(
        'id',
        'in',
        milestones.map(({ id }) => id),
      )
      .where('on_hold', '=', false)
      .returning(['id', 'job_id'])
      .execute();
    await recordHolds(tx, heldMilestones, true, cause);
    await overtakeSplits(tx, milestones, cause);
  }
  await publishContractChange(tx, contract);
}

/** Holds one milestone for a chargeback. It may be on hold already. */
export async function holdMilestone(tx: Tx, milestone: MilestoneRow, cause: Cause): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({ on_hold: true, changed_at: cause.at })
    .where('job_id', '=', milestone.job_id)
    .where('id', '=', milestone.id)
    .execute();
  if (!milestone.on_hold) await recordHolds(tx, [milestone], true, cause);
  await overtakeSplits(tx, [milestone], cause);
}

/**
 * Lifts the hold of a dispute from its own milestones, except from those with a chargeback that was not won. Restarts the
 * poster's time to answer a payment request.
 */
export async function liftHold(
  tx: Tx,
  { contract }: LockedJob,
  { disputeId, cause }: { disputeId: number; cause: Cause },
): Promise<void> {
  const rows = await tx
    .updateTable('dispute_milestone')
    .set({ lifted_at: cause.at })
    .where('job_id', '=', contract.job_id)
    .where('dispute_id', '=', disputeId)
    .where('lifted_at', 'is', null)
    .returning('milestone_id')
    .execute();
  const ids = rows.map((row) => row.milestone_id);
  if (ids.length > 0) {
    const chargedBackIds = await listChargedBack(tx, ids);
    const liftedMilestones = await tx
      .updateTable('milestone')
      .set({
        on_hold: false,
        reminded_at: null,
        payment_requested_at: restartWait(cause.at),
      })
      .where('job_id', '=', contract.job_id)
      .where('id', 'in', ids)
      .where('on_hold', '=', true)
      .where('id', 'not in', [0, ...chargedBackIds])
      .returning(['id', 'job_id'])
      .execute();
    await recordHolds(tx, liftedMilestones, false, cause);
  }
  await publishContractChange(tx, contract);
}

/** Those of the milestones with a chargeback that was not won. */
async function listChargedBack(tx: Tx, milestoneIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('chargeback')
    .select('milestone_id')
    .where('milestone_id', 'in', [...milestoneIds])
    .where('state', '<>', 'won')
    .execute();
  return rows.flatMap(({ milestone_id: id }) => id ?? []);
}

/** The milestones in escrow, locked, that are in no open dispute. */
export async function listUndisputed(
  tx: Tx,
  { job }: LockedJob,
  milestones: readonly MilestoneRow[],
): Promise<MilestoneRow[]> {
  const rows = await tx
    .selectFrom('dispute_milestone')
    .select('milestone_id')
    .where('job_id', '=', job.id)
    .where('lifted_at', 'is', null)
    .execute();
  const disputedIds = new Set(rows.map((row) => row.milestone_id));
  return milestones.filter(({ id, fund_state: fund }) => IN_ESCROW.includes(fund) && !disputedIds.has(id));
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
