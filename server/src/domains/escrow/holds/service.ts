import { sql } from 'kysely';
import { IN_ESCROW } from '@fws/contract/contracts/lifecycle';
import type { Tx } from '../../../platform/db/index.ts';
import { recordStateChanges, type Cause } from '../../../platform/transition.ts';
import { lockMilestones, type LockedJob } from '../lock.ts';
import { publishContractChange } from '../notices/service.ts';
import { pauseWait, resumeWait, type Wait } from '../releases/wait.ts';
import { overtakeSplits } from '../splits/store.ts';
import { toWait, toWaitColumns, type MilestoneRow, type WaitColumns } from '../store.ts';

// A hold is a column without a lifecycle. It is written here only, together with its history. It has a reason: an open
// dispute of the milestone (`dispute_milestone`), or a chargeback that was not won, of the payment that funded it.

/**
 * Stops every operation on the money of these milestones for a dispute, which may take a milestone that a chargeback holds
 * already. Ends their open splits. The caller must hold the locks of the job and of the milestones, and checks that none
 * of them is in another dispute.
 */
export async function holdMilestones(
  tx: Tx,
  { contract }: LockedJob,
  {
    disputeId,
    milestones,
    unheld = [],
    cause,
  }: {
    disputeId: number;
    milestones: readonly MilestoneRow[];
    /** Those that the dispute is about, too, without a hold. */
    unheld?: readonly MilestoneRow[];
    cause: Cause;
  },
): Promise<void> {
  const rows = [...milestones, ...unheld].map(({ id, job_id: jobId }) => ({
    job_id: jobId,
    dispute_id: disputeId,
    milestone_id: id,
    lifted_at: unheld.some((milestone) => milestone.id === id) ? cause.at : null,
  }));
  if (rows.length > 0) await tx.insertInto('dispute_milestone').values(rows).execute();
  if (milestones.length > 0) await beginHolds(tx, milestones, cause);
  await publishContractChange(tx, contract);
}

/** Holds those milestones of a dispute that it did not hold so far. The same locks and checks are the caller's. */
export async function holdUnheld(
  tx: Tx,
  { contract }: LockedJob,
  { disputeId, milestones, cause }: { disputeId: number; milestones: readonly MilestoneRow[]; cause: Cause },
): Promise<void> {
  if (milestones.length > 0) {
    await tx
      .updateTable('dispute_milestone')
      .set({ lifted_at: null })
      .where('job_id', '=', contract.job_id)
      .where('dispute_id', '=', disputeId)
      .where(
        'milestone_id',
        'in',
        milestones.map(({ id }) => id),
      )
      .execute();
    await beginHolds(tx, milestones, cause);
  }
  await publishContractChange(tx, contract);
}

/** Holds one locked milestone for a chargeback. It may be on hold already. */
export async function holdMilestone(tx: Tx, milestone: MilestoneRow, cause: Cause): Promise<void> {
  await beginHolds(tx, [milestone], cause);
  await tx
    .updateTable('milestone')
    .set({ changed_at: cause.at })
    .where('job_id', '=', milestone.job_id)
    .where('id', '=', milestone.id)
    .execute();
}

/**
 * Holds locked milestones of one job, and ends their open splits. Those on hold stay as they are: the poster's time stands
 * still already.
 */
async function beginHolds(tx: Tx, milestones: readonly MilestoneRow[], cause: Cause): Promise<void> {
  const freeMilestones = milestones.filter((milestone) => !milestone.on_hold);
  await writeHolds(tx, freeMilestones, { on_hold: true }, (wait) => pauseWait(wait, cause.at));
  await recordHolds(tx, freeMilestones, true, cause);
  await overtakeSplits(tx, milestones, cause);
}

/**
 * Lifts the hold of a dispute from its own milestones, except from those that a chargeback holds too. The poster's time to answer a payment request goes on.
 */
export async function liftHold(
  tx: Tx,
  lockedJob: LockedJob,
  { disputeId, cause }: { disputeId: number; cause: Cause },
): Promise<void> {
  const { contract } = lockedJob;
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
    const chargedBack = await listChargedBack(tx, ids);
    const milestones = await lockMilestones(tx, lockedJob);
    await resumeMilestones(
      tx,
      milestones.filter(({ id }) => ids.includes(id) && !chargedBack.includes(id)),
      cause,
    );
  }
  await publishContractChange(tx, contract);
}

/** Those of the milestones with a chargeback that was not won, of the payment that funded them. */
async function listChargedBack(tx: Tx, milestoneIds: readonly number[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('chargeback')
    .innerJoin('payment', (payment) =>
      payment
        .onRef('payment.provider', '=', 'chargeback.provider')
        .onRef('payment.payment_id', '=', 'chargeback.payment_id'),
    )
    .select('milestone_id')
    .where('milestone_id', 'in', [...milestoneIds])
    .where('state', '<>', 'won')
    .where('applied', '=', true)
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
