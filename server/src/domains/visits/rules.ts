import type { Side } from '@fws/contract/contracts/model';
import type { SharedMessageId } from '@fws/contract/platform/messages';
import { replayVisit, type VisitDecision, type VisitObstacle } from '@fws/contract/visits/decision';
import type { VisitEvidence, VisitTerms } from '@fws/contract/visits/evidence';
import { listStartStates } from '@fws/contract/platform/lifecycle';
import { visitLifecycle, type VisitState } from '@fws/contract/visits/lifecycle';
import type { Excuse } from '@fws/contract/visits/model';

export const OBSTACLES: Record<VisitObstacle, SharedMessageId> = {
  closed: 'visits.not_open',
  not_funded: 'visits.not_funded',
  not_funded_in_time: 'visits.not_funded_in_time',
  claimed: 'visits.claimed_by_worker',
  not_arrived: 'visits.not_arrived',
  arrived: 'visits.has_arrived',
  not_over: 'visits.not_over',
  too_late: 'visits.too_late',
  own_claim: 'visits.own_claim',
};

/** The work has not started, and nothing is decided. */
const STARTABLE = listStartStates(visitLifecycle, 'start');
export const isStartable = (state: VisitState): boolean => STARTABLE.includes(state);

/** A claim waits for its answer, or rests. */
export const isClaimed = (state: VisitState): boolean => state === 'claimed' || state === 'unanswered';

/** What would become of the visit if this side cancelled the job now. */
export const foresee = (
  terms: VisitTerms,
  evidence: readonly VisitEvidence[],
  { by, excuse, now }: { by: Side; excuse: Excuse | null; now: Date },
): VisitDecision => {
  const atMs = now.getTime();
  return replayVisit(terms, [...evidence, { kind: 'cancelled', by, excuse, atMs }], atMs).decision;
};

/** What would be in the way of a piece of evidence that is received now. Null: nothing. */
export const findObstacle = (
  terms: VisitTerms,
  evidence: readonly VisitEvidence[],
  piece: VisitEvidence,
): VisitObstacle | null => replayVisit(terms, [...evidence, piece], piece.atMs).obstacle;

/** Most visits have ten pieces of evidence. No client makes the list long. */
export const EVIDENCE_MAX = 100;
/** So many are left for what decides a visit. Steps on a device end before. */
export const STEPS_MAX = 60;
