import type { Side } from '../contracts/model.ts';
import { canTransition, type Actor } from '../platform/lifecycle.ts';
import { calculateAnswerBy } from './answer-time.ts';
import type { StepEvidence, VisitEvidence, VisitTerms } from './evidence.ts';
import { visitLifecycle, type VisitEvent, type VisitState } from './lifecycle.ts';
import { CLAIM_LASTS_MS, LATE_CANCEL_MS, SILENCE_RESTS_MS, UNDELIVERED_MS, type Excuse } from './model.ts';
import {
  comparePossibleTime,
  listPossibleTimes,
  type DeviceStep,
  type Punctuality,
} from './possible-times.ts';

// docs/visits.md says the same in words. A test compares both for 10,000 visits.

/** What becomes of the money that is held for the visit. */
export type VisitMoney =
  /** Nothing: it stays where it is. */
  | 'stays'
  /** It waits for a person. */
  | 'held'
  /** The visit fee is the worker's. The rest stays. */
  | 'fee_to_worker'
  /** Everything goes back to the poster, without a charge. */
  | 'all_back'
  /** As when any job is cancelled. */
  | 'as_cancelled';

/** Because of whom the visit did not take place. */
export interface VisitCause {
  side: Side;
  /** Whether they were absent, or cancelled so late that it is the same. Otherwise they cancelled in time. */
  isAbsence: boolean;
  /** Null: by their own fault. */
  excuse: Excuse | null;
}

export interface VisitDecision {
  state: VisitState;
  /** The best that is known of the worker's arrival. Null: none was recorded. */
  arrival: Punctuality | null;
  /** Who claims that the other side was not there. */
  claimedBy: Side | null;
  /** When it changes by itself. */
  dueMs: number | null;
  /** Null: nobody's doing, or not decided. */
  cause: VisitCause | null;
  money: VisitMoney;
}

export type VisitObstacle =
  | 'closed'
  | 'not_funded'
  | 'not_funded_in_time'
  | 'claimed'
  | 'not_arrived'
  | 'arrived'
  | 'not_over'
  | 'too_late'
  | 'own_claim';

/** A change of the state that the evidence leads to. */
export interface VisitChange {
  event: VisitEvent;
  by: Side | 'system';
  atMs: number;
}

interface Progress extends VisitDecision {
  isFunded: boolean;
  /** Before the agreed time began. Otherwise nobody had to come. */
  isFundedInTime: boolean;
  /** Whether somebody was told of the claim. Then its due time is that of the answer. */
  isDelivered: boolean;
  steps: DeviceStep[];
  changes: VisitChange[];
}

type Effect = Partial<Pick<Progress, 'claimedBy' | 'isDelivered' | 'dueMs' | 'cause' | 'money'>>;

const getOther = (side: Side): Side => (side === 'poster' ? 'worker' : 'poster');

const mayCause = ({ state }: Progress, event: VisitEvent, by: Actor): boolean =>
  canTransition(visitLifecycle, event, state, by);

/** The state after the event, which the lifecycle must allow. */
function change(progress: Progress, { event, by, atMs }: VisitChange, effect: Effect = {}): Progress {
  const to = visitLifecycle.events[event].from[progress.state];
  if (to === 'already' || to === 'no') throw new Error(`visit: "${event}" in state "${progress.state}"`);
  return {
    ...progress,
    dueMs: null,
    ...effect,
    state: to,
    changes: [...progress.changes, { event, by, atMs }],
  };
}

/** Because of an absence, as the one who was there claims it or as it follows from a late cancellation. */
const describeAbsence = (side: Side, excuse: Excuse | null): Effect => ({
  cause: { side, isAbsence: true, excuse },
  money: side === 'poster' ? 'fee_to_worker' : 'all_back',
});

/** What time alone has changed until this moment. */
function pass(progress: Progress, untilMs: number): Progress {
  const { dueMs, state, claimedBy, isDelivered } = progress;
  if (dueMs === null || dueMs > untilMs || claimedBy === null) return progress;
  const by = 'system';
  if (state === 'unanswered')
    return change(progress, { event: 'settle', by, atMs: dueMs }, describeAbsence(getOther(claimedBy), null));
  if (!isDelivered) return change(progress, { event: 'escalate', by, atMs: dueMs }, { money: 'held' });
  const lapsed = change(progress, { event: 'lapse', by, atMs: dueMs }, { dueMs: dueMs + SILENCE_RESTS_MS });
  return pass(lapsed, untilMs);
}

type Taken = { ok: true; progress: Progress } | { ok: false; obstacle: VisitObstacle };
const take = (progress: Progress): Taken => ({ ok: true, progress });
const refuse = (obstacle: VisitObstacle): Taken => ({ ok: false, obstacle });

const RANKS: Record<Punctuality, number> = { late: 0, early: 1, unclear: 2, in_time: 3 };

/** Whether an arrival may have been before the end of the agreed time. */
const hasArrived = ({ arrival }: Progress): boolean => arrival !== null && arrival !== 'late';

function takeArrival(progress: Progress, terms: VisitTerms, { atMs, step }: StepEvidence): Taken {
  const steps = [...progress.steps, { ...step, receivedMs: atMs }];
  const time = listPossibleTimes(steps, terms.agreedMs).at(-1);
  if (!time) throw new Error('an arrival has no time');
  const punctuality = comparePossibleTime(time, terms);
  const { arrival } = progress;
  const isBetter = arrival === null || RANKS[punctuality] > RANKS[arrival];
  const known = { ...progress, steps, arrival: isBetter ? punctuality : arrival };
  const cause = { by: 'worker', atMs } as const;
  if (mayCause(known, 'arrive', 'worker')) return take(change(known, { event: 'arrive', ...cause }));
  return known.claimedBy === 'poster' && punctuality !== 'late' && mayCause(known, 'refute', 'worker')
    ? take(change(known, { event: 'refute', ...cause }, { claimedBy: null }))
    : take(known);
}

function findClaimObstacle(
  progress: Progress,
  terms: VisitTerms,
  by: Side,
  atMs: number,
): VisitObstacle | null {
  if (!mayCause(progress, 'claim', by)) return 'closed';
  if (!progress.isFundedInTime) return 'not_funded_in_time';
  if (atMs > terms.endsMs + CLAIM_LASTS_MS) return 'too_late';
  if (by === 'worker') return progress.arrival === 'in_time' ? null : 'not_arrived';
  if (hasArrived(progress)) return 'arrived';
  return atMs > terms.endsMs ? null : 'not_over';
}

function takeClaim(progress: Progress, terms: VisitTerms, by: Side, atMs: number): Taken {
  const obstacle = findClaimObstacle(progress, terms, by, atMs);
  if (obstacle) return refuse(obstacle);
  const effect = { claimedBy: by, isDelivered: false, dueMs: atMs + UNDELIVERED_MS };
  return take(change(progress, { event: 'claim', by, atMs }, effect));
}

function takeStart(progress: Progress, { by, atMs }: { by: Side; atMs: number }): Taken {
  if (!mayCause(progress, 'start', by)) return refuse('closed');
  if (!progress.isFunded) return refuse('not_funded');
  // A tap proves nothing. With it, a poster who is absent would end the claim instead of answering it.
  if (by === 'poster' && progress.claimedBy === 'worker') return refuse('claimed');
  return take(change(progress, { event: 'start', by, atMs }, { claimedBy: null }));
}

function takeAnswer(progress: Progress, answer: Extract<VisitEvidence, { kind: 'answered' }>): Taken {
  const { by, atMs } = answer;
  if (!mayCause(progress, 'contest', by) || progress.claimedBy === null) return refuse('closed');
  if (progress.claimedBy === by) return refuse('own_claim');
  // Who blames the other side contests: that is not decided without a person.
  if (answer.answer === 'contest' || (answer.answer === 'excuse' && answer.excuse === 'hindered'))
    return take(change(progress, { event: 'contest', by, atMs }, { money: 'held' }));
  const excuse = answer.answer === 'excuse' ? answer.excuse : null;
  const event = excuse === null ? 'agree' : 'excuse';
  return take(change(progress, { event, by, atMs }, describeAbsence(by, excuse)));
}

/** What follows for the money and for who is at fault when one side cancels. `held`: a person decides. */
function decideCancellation(
  progress: Progress,
  { startsMs, endsMs }: VisitTerms,
  { by, atMs, excuse }: Extract<VisitEvidence, { kind: 'cancelled' }>,
): Effect {
  const isLate = progress.isFundedInTime && atMs > startsMs - LATE_CANCEL_MS;
  if (by === 'worker') return { cause: { side: by, isAbsence: isLate, excuse }, money: 'all_back' };
  if (!isLate) return { cause: { side: by, isAbsence: false, excuse }, money: 'as_cancelled' };
  // The poster could have claimed the whole sum, and only cancels.
  if (atMs > endsMs && !hasArrived(progress)) return { cause: null, money: 'as_cancelled' };
  return excuse === 'hindered' ? { money: 'held' } : describeAbsence(by, excuse);
}

function takeCancellation(
  progress: Progress,
  terms: VisitTerms,
  evidence: Extract<VisitEvidence, { kind: 'cancelled' }>,
): Taken {
  const { by, atMs } = evidence;
  if (!mayCause(progress, 'cancel', by)) return refuse('closed');
  const effect = decideCancellation(progress, terms, evidence);
  return take(change(progress, { event: effect.money === 'held' ? 'contest' : 'cancel', by, atMs }, effect));
}

function takeEvidence(progress: Progress, terms: VisitTerms, evidence: VisitEvidence): Taken {
  const { atMs } = evidence;
  const moveIf = (event: VisitEvent, by: Side | 'system', effect?: Effect): Taken =>
    mayCause(progress, event, by) ? take(change(progress, { event, by, atMs }, effect)) : refuse('closed');
  switch (evidence.kind) {
    case 'funded':
      return take({
        ...progress,
        isFunded: true,
        isFundedInTime: progress.isFundedInTime || atMs <= terms.startsMs,
      });
    case 'delivered':
      return progress.state === 'claimed' && !progress.isDelivered
        ? take({ ...progress, isDelivered: true, dueMs: calculateAnswerBy(atMs) })
        : refuse('closed');
    case 'on_my_way': {
      const known = { ...progress, steps: [...progress.steps, { ...evidence.step, receivedMs: atMs }] };
      const isNew = mayCause(known, 'leave', 'worker');
      return take(isNew ? change(known, { event: 'leave', by: 'worker', atMs }) : known);
    }
    case 'arrived':
      return takeArrival(progress, terms, evidence);
    case 'started':
      return takeStart(progress, evidence);
    case 'ended':
      return moveIf('end', 'worker');
    case 'claimed':
      return takeClaim(progress, terms, evidence.by, atMs);
    case 'answered':
      return takeAnswer(progress, evidence);
    case 'cancelled':
      return takeCancellation(progress, terms, evidence);
    case 'closed':
      return moveIf('cancel', 'system');
  }
}

const BEGINNING: Progress = {
  state: visitLifecycle.initial,
  arrival: null,
  claimedBy: null,
  dueMs: null,
  cause: null,
  money: 'stays',
  isFunded: false,
  isFundedInTime: false,
  isDelivered: false,
  steps: [],
  changes: [],
};

export interface VisitReplay {
  decision: VisitDecision;
  /** All changes of the state, in order. */
  changes: readonly VisitChange[];
  /** What is in the way of the last piece of evidence. Null: it counts. */
  obstacle: VisitObstacle | null;
}

/**
 * Decides a visit from what is known of it, and from nothing else. Evidence that the rule does not allow at its time, such
 * as a claim without an arrival, changes nothing.
 */
export function replayVisit(
  terms: VisitTerms,
  evidence: readonly VisitEvidence[],
  nowMs: number,
): VisitReplay {
  let progress = BEGINNING;
  let obstacle: VisitObstacle | null = null;
  for (const piece of evidence) {
    progress = pass(progress, piece.atMs);
    const taken = takeEvidence(progress, terms, piece);
    obstacle = taken.ok ? null : taken.obstacle;
    if (taken.ok) ({ progress } = taken);
  }
  const { state, arrival, claimedBy, dueMs, cause, money, changes } = pass(progress, nowMs);
  return { decision: { state, arrival, claimedBy, dueMs, cause, money }, changes, obstacle };
}
