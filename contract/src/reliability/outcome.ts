import type { Side } from '../contracts/model.ts';
import type { Excuse } from '../visits/model.ts';
import type { JobOutcome, OutcomeReason, Waiver } from './model.ts';

// docs/reliability.md says the same in words.

/** What decides whom a job counts for or against. */
export interface JobFacts {
  /** All of its work was paid. Otherwise it was cancelled. */
  isCompleted: boolean;
  /** Who cancelled it. Null: nobody, such as where a dispute gave everything back. */
  cancellation: { by: Side; excuse: Excuse | null; waiver: Waiver | null } | null;
  /** Who was not there for the visit, as was agreed, decided by silence or judged. */
  absence: { side: Side; excuse: Excuse | null } | null;
  /** The worker certainly came after the agreed time. */
  isLateVisit: boolean;
  /** The work was handed in after the agreed day. */
  isLateWork: boolean;
  /** Why it counts for nobody. */
  uncounted: 'linked' | 'small' | null;
}

export interface SideOutcome {
  outcome: JobOutcome;
  reason: OutcomeReason;
}

interface Fault {
  /** Null: nobody. */
  side: Side | null;
  reason: Exclude<OutcomeReason, 'done' | 'other_side' | 'late_visit' | 'late_work'>;
}

/** Because of whom the job ended. An absence comes first: who waited in vain may give the job up. */
function findFault({ cancellation, absence }: JobFacts): Fault {
  if (absence && !absence.excuse) return { side: absence.side, reason: 'absent' };
  const isOwnDecision = absence?.side === 'poster' && cancellation?.by === 'poster';
  if (absence && !isOwnDecision) return { side: null, reason: 'excused' };
  if (!cancellation) return { side: null, reason: 'ended' };
  if (cancellation.waiver) return { side: null, reason: cancellation.waiver };
  if (cancellation.excuse) return { side: null, reason: 'excused' };
  return { side: cancellation.by, reason: 'cancelled' };
}

/** What a job is in the record of one of its sides. */
export function decideOutcome(facts: JobFacts, side: Side): SideOutcome {
  const { absence, isCompleted, isLateVisit, isLateWork, uncounted } = facts;
  if (uncounted) return { outcome: 'uncounted', reason: uncounted };
  if (!isCompleted) {
    const fault = findFault(facts);
    if (fault.side === side) return { outcome: 'cancelled', reason: fault.reason };
    return { outcome: 'uncounted', reason: fault.side ? 'other_side' : fault.reason };
  }
  if (absence?.side === side && !absence.excuse) return { outcome: 'late', reason: 'absent' };
  if (side === 'worker' && isLateVisit) return { outcome: 'late', reason: 'late_visit' };
  if (side === 'worker' && isLateWork) return { outcome: 'late', reason: 'late_work' };
  return { outcome: 'kept', reason: 'done' };
}

/** It counts against the side, which may contest it. */
export const isAgainst = (outcome: JobOutcome): boolean => outcome === 'cancelled' || outcome === 'late';
