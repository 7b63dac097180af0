import { sql } from 'kysely';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { Tx } from '../../platform/db/index.ts';
import { publish } from '../../platform/realtime/index.ts';
import { lockJob } from '../jobs/index.ts';
import { findSide } from './policy.ts';
import { findContractByJob } from './store.ts';

/** An awarded job whose lock is held, for code that stops or moves its money. */
export interface LockedContract {
  jobId: number;
  title: string;
  state: JobState;
  posterId: number;
  workerId: number;
  side: Side;
}

/** Locks the job as every operation on its money does. Null if the user is not a party. */
export async function lockContract(tx: Tx, jobId: number, userId: number): Promise<LockedContract | null> {
  const job = await lockJob(tx, jobId);
  const contract = job && (await findContractByJob(tx, job.id));
  const side = contract && findSide(contract, userId);
  if (!side) return null;
  const { poster_id: posterId, worker_id: workerId } = contract;
  return { jobId: job.id, title: job.title, state: job.state, posterId, workerId, side };
}

/** Stops every operation on the job's money. Money that has left escrow or is leaving it stays as it is. */
export async function holdMoney(tx: Tx, contract: LockedContract): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({ on_hold: true })
    .where('job_id', '=', contract.jobId)
    .where('fund_state', 'in', ['unfunded', 'funding_pending', 'funded', 'accepted'])
    .execute();
  await publishContractChange(tx, contract);
}

/**
 * Lifts the lockMilestoneContext, except from milestones with a chargeback that was not won. Restarts the poster's time to answer a
 * payment request.
 */
export async function liftHold(tx: Tx, contract: LockedContract, now: Date): Promise<void> {
  await tx
    .updateTable('milestone')
    .set({
      on_hold: false,
      reminded_at: null,
      payment_requested_at: sql<Date | null>`CASE WHEN payment_requested_at IS NULL THEN NULL ELSE ${now}::timestamptz END`,
    })
    .where('job_id', '=', contract.jobId)
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

const publishContractChange = (tx: Tx, { jobId, posterId, workerId }: LockedContract) =>
  publish(tx, { users: [posterId, workerId], topic: 'contract', id: jobId });
