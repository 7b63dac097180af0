import type { Side } from '@fws/contract/contracts/model';
import { replayVisit } from '@fws/contract/visits/decision';
import type { VisitEvidence } from '@fws/contract/visits/evidence';
import type { Excuse } from '@fws/contract/visits/model';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { findVisit, listEvidence, toEvidence, toTerms } from '../store.ts';

/** What the visit of a job says of its two sides. */
export interface VisitFault {
  /** Who was not there, as was agreed or decided by silence. */
  absence: { side: Side; excuse: Excuse | null } | null;
  /** Who says that the other was not there, where a person decides about it. */
  contestedBy: Side | null;
  /** The worker came, certainly after the agreed time. */
  isLate: boolean;
  /** The excuse of who cancelled it. */
  excuse: Excuse | null;
  /** The poster cancelled after the agreed time, and the worker had not come. */
  isNoArrival: boolean;
}

const NO_VISIT: VisitFault = {
  absence: null,
  contestedBy: null,
  isLate: false,
  excuse: null,
  isNoArrival: false,
};

/**
 * From its evidence. A job without a visit says nothing. `foreseen`: as if this side cancelled now, without an excuse.
 */
export async function readVisitFault(
  db: Db | Tx,
  jobId: number,
  now: Date,
  foreseen?: Side,
): Promise<VisitFault> {
  const visit = await findVisit(db, jobId);
  if (!visit) return NO_VISIT;
  const known = (await listEvidence(db, jobId)).map(toEvidence);
  const atMs = now.getTime();
  const evidence: VisitEvidence[] = foreseen
    ? [...known, { kind: 'cancelled', by: foreseen, excuse: null, atMs }]
    : known;
  const { decision } = replayVisit(toTerms(visit), evidence, atMs);
  const { state, cause, claimedBy, arrival } = decision;
  const cancelled = evidence.findLast((piece) => piece.kind === 'cancelled');
  const isCancelled = state === 'cancelled' && cancelled !== undefined;
  return {
    absence: state === 'missed' && cause ? { side: cause.side, excuse: cause.excuse } : null,
    // A poster who cancels late and was hindered disputes the fee of the worker.
    contestedBy: state === 'contested' ? (claimedBy ?? 'worker') : null,
    isLate: (state === 'started' || state === 'ended') && arrival === 'late',
    excuse: cancelled?.excuse ?? null,
    isNoArrival: isCancelled && cancelled.by === 'poster' && cause === null,
  };
}
