import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { CHANGE_REQUESTS_MAX } from '@fws/contract/contracts/model';
import {
  calculateLongestWaitMs,
  NEW_WAIT,
  pauseWait,
  resumeWait,
  returnWork,
  startWait,
  WAIT_ADDED_MAX_MS,
  WAIT_MIN_MS,
  type Wait,
} from './wait.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_MS = 14 * DAY_MS;
const START = new Date('2026-12-01T10:00:00Z');
const after = (ms: number) => new Date(START.getTime() + ms);
const running = (change: Partial<Wait> = {}): Wait => ({
  ...NEW_WAIT,
  requestedAt: START,
  leftMs: PERIOD_MS,
  ...change,
});

test('starts with the whole period', () => {
  expect(startWait(NEW_WAIT, PERIOD_MS, START)).toEqual(running());
  expect(startWait({ ...NEW_WAIT, changeRequests: 1 }, 3 * DAY_MS, START)).toEqual(
    running({ leftMs: 3 * DAY_MS, changeRequests: 1 }),
  );
});

test('starts with what is left, and at least 48 hours', () => {
  const stopped = (leftMs: number) => ({ ...NEW_WAIT, leftMs, changeRequests: 2 });
  expect(startWait(stopped(5 * DAY_MS), PERIOD_MS, START).leftMs).toBe(5 * DAY_MS);
  expect(startWait(stopped(WAIT_MIN_MS - 1), PERIOD_MS, START).leftMs).toBe(48 * HOUR_MS);
  expect(startWait(stopped(0), PERIOD_MS, START).leftMs).toBe(48 * HOUR_MS);
});

test('the first change request gives a new period, the second keeps the time left', () => {
  expect(returnWork(running(), after(DAY_MS))).toEqual({ ...NEW_WAIT, changeRequests: 1 });
  expect(returnWork(running({ changeRequests: 1 }), after(DAY_MS))).toEqual({
    ...NEW_WAIT,
    leftMs: PERIOD_MS - DAY_MS,
    changeRequests: 2,
  });
  // Completed work, of which payment was not requested yet.
  const completed = { ...NEW_WAIT, leftMs: DAY_MS, changeRequests: 1 };
  expect(returnWork(completed, after(9 * DAY_MS))).toEqual({ ...completed, changeRequests: 2 });
});

test('a hold stops the clock, and time under it does not count', () => {
  const held = pauseWait(running(), after(5 * DAY_MS));
  expect(held).toEqual(running({ leftMs: 9 * DAY_MS }));
  expect(resumeWait(held, after(30 * DAY_MS))).toEqual(
    running({ requestedAt: after(30 * DAY_MS), leftMs: 9 * DAY_MS }),
  );
});

test('counts nothing twice when the time is over or a clock is slow', () => {
  expect(pauseWait(running(), after(PERIOD_MS + 1)).leftMs).toBe(0);
  expect(pauseWait(running(), after(-1)).leftMs).toBe(PERIOD_MS);
});

test('tops up to 48 hours after a hold, until the milestone’s top-ups are used up', () => {
  const held = (leftMs: number, addedMs: number) => running({ leftMs, addedMs });
  expect(resumeWait(held(HOUR_MS, 0), after(1))).toEqual(
    running({ requestedAt: after(1), leftMs: WAIT_MIN_MS, addedMs: 47 * HOUR_MS }),
  );
  expect(resumeWait(held(WAIT_MIN_MS, 0), after(1))).toMatchObject({ leftMs: WAIT_MIN_MS, addedMs: 0 });
  expect(resumeWait(held(0, WAIT_ADDED_MAX_MS - HOUR_MS), after(1))).toMatchObject({
    leftMs: HOUR_MS,
    addedMs: WAIT_ADDED_MAX_MS,
  });
  expect(resumeWait(held(0, WAIT_ADDED_MAX_MS), after(1))).toMatchObject({ leftMs: 0 });
});

test('a hold changes nothing while no payment is requested, and cannot invent an unknown period', () => {
  const stopped = { ...NEW_WAIT, leftMs: DAY_MS, changeRequests: 2 };
  expect(pauseWait(stopped, after(DAY_MS))).toEqual(stopped);
  expect(resumeWait(stopped, after(DAY_MS))).toEqual(stopped);
  const unknown = running({ leftMs: null });
  expect(pauseWait(unknown, after(DAY_MS))).toEqual(unknown);
  expect(resumeWait(unknown, after(DAY_MS))).toEqual({ ...unknown, requestedAt: after(DAY_MS) });
});

test('the longest wait: 38 days, and 16 where the work is done in person', () => {
  expect(calculateLongestWaitMs(14 * DAY_MS) / DAY_MS).toBe(38);
  expect(calculateLongestWaitMs(3 * DAY_MS) / DAY_MS).toBe(16);
});

interface Rules {
  startWait: typeof startWait;
  returnWork: typeof returnWork;
  pauseWait: typeof pauseWait;
  resumeWait: typeof resumeWait;
}
const RULES: Rules = { startWait, returnWork, pauseWait, resumeWait };

type Happening = 'request' | 'change' | 'hold' | 'lift';
type History = readonly (readonly [happening: Happening, hours: number | 'nearly'])[];
/** What people and banks try, and how long before: many wait until the money is nearly released. */
const histories: fc.Arbitrary<History> = fc.array(
  fc.tuple(
    fc.constantFrom<Happening>('request', 'change', 'hold', 'lift'),
    fc.oneof(
      { weight: 5, arbitrary: fc.constant('nearly' as const) },
      { weight: 1, arbitrary: fc.nat({ max: 15 * 24 }) },
    ),
  ),
  { maxLength: 80, size: 'max' },
);

interface Clock {
  wait: Wait;
  isHeld: boolean;
}

/** Null: not possible now. */
function applyHappening(
  rules: Rules,
  { wait, isHeld }: Clock,
  happening: Happening,
  at: PeriodAt,
): Clock | null {
  const isRequested = wait.requestedAt !== null;
  switch (happening) {
    case 'request':
      return isRequested || isHeld ? null : { wait: rules.startWait(wait, at.periodMs, at.now), isHeld };
    case 'change':
      if (isHeld || wait.changeRequests >= CHANGE_REQUESTS_MAX) return null;
      return { wait: rules.returnWork(wait, at.now), isHeld };
    case 'hold':
      return isHeld ? null : { wait: rules.pauseWait(wait, at.now), isHeld: true };
    case 'lift':
      return isHeld ? { wait: rules.resumeWait(wait, at.now), isHeld: false } : null;
  }
}
type PeriodAt = { periodMs: number; now: Date };

/** How long the poster left the payment requests unanswered, until the release or the end of the history. */
function measureWaiting(rules: Rules, periodMs: number, history: History): number {
  let clock: Clock = { wait: NEW_WAIT, isHeld: false };
  let now = START;
  let waitedMs = 0;
  for (const [happening, hours] of history) {
    const { wait, isHeld } = clock;
    const releasesAt =
      wait.requestedAt && !isHeld ? wait.requestedAt.getTime() + (wait.leftMs ?? periodMs) : null;
    const nearly = Math.max(now.getTime(), (releasesAt ?? now.getTime()) - 1);
    const then = new Date(hours === 'nearly' ? nearly : now.getTime() + hours * HOUR_MS);
    const next = applyHappening(rules, clock, happening, { periodMs, now: then });
    if (next === null) continue;
    if (releasesAt !== null) waitedMs += Math.max(0, Math.min(then.getTime(), releasesAt) - now.getTime());
    if (releasesAt !== null && releasesAt <= then.getTime()) return waitedMs;
    now = then;
    clock = next;
    if (happening === 'request') expect(clock.wait.leftMs).toBeGreaterThanOrEqual(WAIT_MIN_MS);
  }
  return waitedMs;
}

const checkBound = (rules: Rules) =>
  fc.check(
    fc.property(fc.constantFrom(3 * DAY_MS, 14 * DAY_MS), histories, (periodMs, history) => {
      expect(measureWaiting(rules, periodMs, history)).toBeLessThanOrEqual(calculateLongestWaitMs(periodMs));
    }),
    { numRuns: 2_000, seed: 76 },
  );

test('the total waiting is bounded, whatever happens and how often', () => {
  expect(checkBound(RULES).failed).toBe(false);
});

test.each<[string, Partial<Rules>]>([
  [
    'a hold that gives a new period',
    {
      resumeWait: (wait, now) => ({
        ...wait,
        requestedAt: wait.requestedAt && now,
        leftMs: wait.requestedAt ? PERIOD_MS : wait.leftMs,
      }),
    },
  ],
  ['a hold that always tops up', { resumeWait: (wait, now) => resumeWait({ ...wait, addedMs: 0 }, now) }],
  ['a hold that does not stop the clock', { pauseWait: (wait) => wait }],
  [
    'a change request that is not counted',
    { returnWork: (wait, now) => ({ ...returnWork(wait, now), changeRequests: 0 }) },
  ],
])('the property fails with %s', (_, broken) => {
  expect(checkBound({ ...RULES, ...broken }).failed).toBe(true);
});
