import { expect, test } from 'vitest';
import { DAY_MS } from './state.ts';
import { createWaiting, recordWaiting } from './waits.ts';

const PERIOD_MS = 14 * DAY_MS;

/** A poster who waits until the release is near, then has the money held, again and again. */
function holdAgainAndAgain(getLeftMs: (round: number) => number): boolean {
  const waiting = createWaiting();
  let now = 0;
  for (let round = 0; round < 12; round++) {
    const releasesAt = now + getLeftMs(round);
    if (!recordWaiting(waiting, { now, releasesAt, periodMs: PERIOD_MS })) return false;
    now = releasesAt - 1;
    if (!recordWaiting(waiting, { now, releasesAt: null, periodMs: PERIOD_MS })) return false;
    now += 30 * DAY_MS;
  }
  return true;
}

test('finds that the end of a hold gives a new period, or tops up without end', () => {
  expect(holdAgainAndAgain(() => PERIOD_MS)).toBe(false);
  expect(holdAgainAndAgain((round) => (round === 0 ? PERIOD_MS : 4 * DAY_MS))).toBe(false);
});

test('accepts top-ups that end, and does not count the time under a hold', () => {
  expect(holdAgainAndAgain((round) => (round === 0 ? PERIOD_MS : round <= 4 ? 2 * DAY_MS : 0))).toBe(true);
});

test('counts only until the release that was promised, however late it is', () => {
  const waiting = createWaiting();
  recordWaiting(waiting, { now: 0, releasesAt: PERIOD_MS, periodMs: PERIOD_MS });
  expect(recordWaiting(waiting, { now: 90 * DAY_MS, releasesAt: null, periodMs: PERIOD_MS })).toBe(true);
  expect(waiting.totalMs).toBe(PERIOD_MS);
});
