import type { Side } from '@fws/contract/contracts/model';
import type { Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../platform/db/index.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Cause } from '../../platform/transition.ts';
import type { LockedJob, LockedMilestone } from '../escrow/index.ts';

/** What a visit asks of the domain above it, in the transaction that decided it. */
export interface VisitEvents {
  /** The work of the milestone starts. `by`: who says so. */
  startWork: (
    tx: Tx,
    start: { jobId: number; milestoneId: number; by: Side; now: Date },
  ) => Promise<Outcome<null>>;
  /** The poster was absent: the fee is the worker's. */
  payFee: (tx: Tx, lockedMilestone: LockedMilestone, cause: Cause) => Promise<void>;
  /** The worker was absent: the job ends as if the worker had given it up. */
  endForAbsence: (tx: Tx, lockedJob: LockedJob, at: Date) => Promise<void>;
}

/** The dependencies of this domain; the registry chooses who receives the events. */
export interface VisitDeps extends Deps {
  visitEvents: VisitEvents;
}
