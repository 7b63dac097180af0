import { sql } from 'kysely';
import type { Tx } from '../../platform/db/index.ts';
import type { LockedJob } from './lock.ts';
import { publishContractChange } from './notices.ts';

const restartWait = (now: Date) =>
  sql<Date | null>`CASE WHEN payment_requested_at IS NULL THEN NULL ELSE ${now}::timestamptz END`;

/** Stops every operation on the job's money. Money that has left escrow or is leaving it stays as it is. */
export async function holdMoney(tx: Tx, { contract }: LockedJob): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({ on_hold: true })
    .where('job_id', '=', contract.job_id)
    .where('fund_state', 'in', ['unfunded', 'funding_pending', 'funded', 'accepted'])
    .execute();
  await publishContractChange(tx, contract);
}

/**
 * Lifts the hold, except from milestones with a chargeback that was not won. Restarts the poster's time to answer a
 * payment request.
 */
export async function liftHold(tx: Tx, { contract }: LockedJob, now: Date): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({
      on_hold: false,
      reminded_at: null,
      payment_requested_at: restartWait(now),
    })
    .where('job_id', '=', contract.job_id)
    .where('on_hold', '=', true)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('chargeback')
            .select('chargeback_id')
            .whereRef('chargeback.milestone_id', '=', 'milestone.id')
            .where('chargeback.state', '<>', 'won'),
        ),
      ),
    )
    .execute();
  await publishContractChange(tx, contract);
}

/** Lifts the hold of one milestone after a chargeback. Restarts the poster's time as `liftHold` does. */
export async function resumeMilestone(tx: Tx, milestoneId: number, now: Date): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({
      on_hold: false,
      changed_at: now,
      reminded_at: null,
      payment_requested_at: restartWait(now),
    })
    .where('id', '=', milestoneId)
    .execute();
}
