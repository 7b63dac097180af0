import type { Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { LockedJob, LockedMilestone } from './lock.ts';

/** What escrow reports to the domain above it, in the transaction that moved the money. */
export interface EscrowEvents {
  /** A payment funded a milestone of the job. */
  onMilestoneFunded: (tx: Tx, lockedMilestone: LockedMilestone, now: Date) => Promise<void>;
  /** A dispute's split or a lost chargeback ended milestones of the job. */
  onMilestonesEnded: (tx: Tx, lockedJob: LockedJob, now: Date) => Promise<void>;
}

/** The dependencies of this domain; `compose.ts` chooses who receives the events. */
export interface EscrowDeps extends Deps {
  escrowEvents: EscrowEvents;
}
