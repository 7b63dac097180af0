import type { Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/domain.ts';
import type { JobRow } from '../jobs/index.ts';
import type { LockedContract } from './holds.ts';

/**
 * What escrow reports to the domain above it, in the transaction that moved the money. The caller holds the job lock.
 */
export interface EscrowEvents {
  /** A payment funded a milestone of the job. */
  onMilestoneFunded: (tx: Tx, job: JobRow) => Promise<void>;
  /** A dispute's split or a lost chargeback ended milestones of the job. */
  onMilestonesEnded: (
    tx: Tx,
    contract: Pick<LockedContract, 'jobId' | 'workerId' | 'state'>,
    now: Date,
  ) => Promise<void>;
}

/** The dependencies of this domain; `compose.ts` chooses who receives the events. */
export interface EscrowDeps extends Deps {
  escrowEvents: EscrowEvents;
}
