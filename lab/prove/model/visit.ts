import type { Excuse, NoShowAnswer } from '@fws/contract/visits/model';
import type { VisitState } from '@fws/contract/visits/lifecycle';
import { DAY_MS, HOUR_MS } from './durations.ts';
import type { Side } from './state.ts';

// The rule of docs/visits.md for one visit, apart from the product's own.

/** What a quote says of a visit. */
export interface VisitTerms {
  startsAt: number;
  endsAt: number;
  feePaise: number;
}

/** From the worst to the best that an arrival can prove. */
const ARRIVALS = ['late', 'early', 'unclear', 'in_time'] as const;
type Arrival = (typeof ARRIVALS)[number];

export interface ModelVisit extends VisitTerms {
  agreedAt: number;
  fundedAt: number | null;
  state: VisitState;
  arrival: Arrival | null;
  claim: ModelClaim | null;
  /** Who was absent, as both agree or as silence decided. */
  absent: Side | null;
  /** The poster was absent, or cancelled too late. */
  owesFee: boolean;
  /** Each once. */
  wrongCodes: string[];
}

interface ModelClaim {
  by: Side;
  at: number;
  /** The message about it has arrived, and the product may not know it yet. */
  isTold: boolean;
  /** Null until the product knows that the message has arrived. */
  answerBy: number | null;
}

/** A step that the worker took on a phone. */
export interface ModelStep {
  /** What the clock of the phone said. */
  phoneAt: number;
  /** The last time of the server that the phone had seen. */
  seenAt: number | null;
  receivedAt: number;
}

const CODES_MAX = 5;
const IST_AHEAD_MS = 5.5 * HOUR_MS;
const DAYTIME = { fromMs: 8 * HOUR_MS, lengthMs: 13 * HOUR_MS };

export const createVisit = (terms: VisitTerms, agreedAt: number): ModelVisit => ({
  ...terms,
  agreedAt,
  fundedAt: null,
  state: 'agreed',
  arrival: null,
  claim: null,
  absent: null,
  owesFee: false,
  wrongCodes: [],
});

/** Nothing is claimed or decided, and the work has not started. */
export const isOpen = ({ state }: ModelVisit): boolean =>
  state === 'agreed' || state === 'on_the_way' || state === 'arrived';
export const isClaimed = ({ state }: ModelVisit): boolean => state === 'claimed' || state === 'unanswered';

const getOther = (side: Side): Side => (side === 'poster' ? 'worker' : 'poster');
const isPaidBefore = ({ fundedAt, startsAt }: ModelVisit): boolean =>
  fundedAt !== null && fundedAt <= startsAt;
const mayHaveArrived = ({ arrival }: ModelVisit): boolean => arrival !== null && arrival !== 'late';

/** The end of two hours between 08:00 and 21:00 in India. */
export function addTwoHoursOfDay(ms: number): number {
  const day = Math.floor((ms + IST_AHEAD_MS) / DAY_MS);
  const sinceMorning = ms + IST_AHEAD_MS - day * DAY_MS - DAYTIME.fromMs;
  // As if only the hours that count existed.
  const counted =
    day * DAYTIME.lengthMs + Math.min(Math.max(sinceMorning, 0), DAYTIME.lengthMs) + 2 * HOUR_MS;
  const lastDay = Math.ceil(counted / DAYTIME.lengthMs) - 1;
  return lastDay * DAY_MS + DAYTIME.fromMs + (counted - lastDay * DAYTIME.lengthMs) - IST_AHEAD_MS;
}

/** When it changes by itself. */
export function getDueTime({ state, claim }: ModelVisit): number | null {
  if (!claim || (state !== 'claimed' && state !== 'unanswered')) return null;
  if (claim.answerBy === null) return claim.at + DAY_MS;
  return state === 'claimed' ? claim.answerBy : claim.answerBy + DAY_MS;
}

/** Silence, or a message that does not arrive. */
export function passTime(visit: ModelVisit, now: number): void {
  const dueAt = getDueTime(visit);
  if (dueAt === null || dueAt > now || !visit.claim) return;
  if (visit.claim.answerBy === null) visit.state = 'contested';
  else if (visit.state === 'claimed') {
    visit.state = 'unanswered';
    passTime(visit, now);
  } else missVisit(visit, getOther(visit.claim.by));
}

function missVisit(visit: ModelVisit, absent: Side): void {
  Object.assign(visit, { state: 'missed', absent, owesFee: absent === 'poster' });
}

export function leave(visit: ModelVisit): boolean {
  if (visit.state === 'agreed') visit.state = 'on_the_way';
  return true;
}

/** Each phone takes one step, so that no step lies before or after another. */
function judgeArrival({ agreedAt, startsAt, endsAt }: ModelVisit, step: ModelStep): Arrival {
  const { phoneAt, seenAt, receivedAt } = step;
  const from = Math.max(agreedAt, seenAt ?? agreedAt);
  const isContradicted = from > receivedAt;
  const possible = isContradicted ? [agreedAt, receivedAt] : [from, receivedAt];
  const [first = 0, last = 0] = possible;
  if (last - first > 12 * HOUR_MS) return 'unclear';
  const times = !isContradicted && phoneAt >= first && phoneAt <= last ? [phoneAt] : possible;
  if (times.every((time) => time < startsAt)) return 'early';
  if (times.every((time) => time > endsAt)) return 'late';
  return times.every((time) => time >= startsAt && time <= endsAt) ? 'in_time' : 'unclear';
}

export function arrive(visit: ModelVisit, step: ModelStep): boolean {
  const arrival = judgeArrival(visit, step);
  if (visit.arrival === null || ARRIVALS.indexOf(arrival) > ARRIVALS.indexOf(visit.arrival))
    visit.arrival = arrival;
  const endsClaim = isClaimed(visit) && visit.claim?.by === 'poster' && arrival !== 'late';
  if (isOpen(visit) || endsClaim) Object.assign(visit, { state: 'arrived', claim: null });
  return true;
}

/** What the worker shows or sends. */
export interface ModelCode {
  digits: string;
  isRight: boolean;
}

/** A code that is none counts once, however often it is sent and however the call ends. */
export function tryCode(visit: ModelVisit, { digits, isRight }: ModelCode): boolean {
  if (visit.wrongCodes.length >= CODES_MAX) return false;
  if (!isRight && !visit.wrongCodes.includes(digits)) visit.wrongCodes.push(digits);
  return isRight;
}

/** A tap of the poster ends no claim of the worker. */
const mayStart = (visit: ModelVisit, by: Side): boolean =>
  visit.fundedAt !== null &&
  (isOpen(visit) || isClaimed(visit)) &&
  !(by === 'poster' && visit.claim?.by === 'worker');

/** No code is judged where it would start nothing. */
export function mayStartAt(visit: ModelVisit, by: Side, now: number): boolean {
  const then = structuredClone(visit);
  passTime(then, now);
  return mayStart(then, by);
}

export function start(visit: ModelVisit, by: Side): boolean {
  if (!mayStart(visit, by)) return false;
  Object.assign(visit, { state: 'started', claim: null });
  return true;
}

export function claim(visit: ModelVisit, by: Side, at: number): boolean {
  if (!isOpen(visit) || !isPaidBefore(visit) || at > visit.endsAt + 2 * DAY_MS) return false;
  const isAllowed =
    by === 'worker' ? visit.arrival === 'in_time' : at > visit.endsAt && !mayHaveArrived(visit);
  if (isAllowed) Object.assign(visit, { state: 'claimed', claim: { by, at, isTold: false, answerBy: null } });
  return isAllowed;
}

export function answer(visit: ModelVisit, by: Side, given: NoShowAnswer | Excuse): boolean {
  if (!isClaimed(visit) || visit.claim?.by === by) return false;
  if (given === 'contest' || given === 'hindered') visit.state = 'contested';
  else missVisit(visit, by);
  return true;
}

/** What the cancellation of the job does to it. */
export function cancel(visit: ModelVisit, by: Side, excuse: Excuse | null, at: number): void {
  if (!isOpen(visit)) return;
  visit.state = 'cancelled';
  const isLate = isPaidBefore(visit) && at > visit.startsAt - 3 * HOUR_MS;
  if (by === 'worker' || !isLate || (at > visit.endsAt && !mayHaveArrived(visit))) return;
  if (excuse === 'hindered') visit.state = 'contested';
  else visit.owesFee = true;
}
