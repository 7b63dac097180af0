import { expect, test } from 'vitest';
import {
  calculateReleaseTime,
  calculateReminderDelayMs,
  getWaitMs,
  type AwaitingAnswer,
} from './deadlines.ts';

const DAY_MS = 24 * 3600_000;
const waits = { remote: 14 * DAY_MS, inPerson: 3 * DAY_MS };

test('waits fourteen days with a reminder after twelve, and in person three days with one after two', () => {
  expect(getWaitMs(waits, false) / DAY_MS).toBe(14);
  expect(calculateReminderDelayMs(getWaitMs(waits, false)) / DAY_MS).toBe(12);
  expect(getWaitMs(waits, true) / DAY_MS).toBe(3);
  expect(calculateReminderDelayMs(getWaitMs(waits, true)) / DAY_MS).toBe(2);
});

const awaiting: AwaitingAnswer = {
  fund: 'funded',
  work: 'payment_requested',
  onHold: false,
  requestedAt: new Date('2026-12-01T10:00:00Z'),
  leftMs: null,
};

test('counts from the payment request, whether or not the work was accepted', () => {
  const end = new Date('2026-12-15T10:00:00Z');
  expect(calculateReleaseTime(awaiting, waits.remote)).toEqual(end);
  expect(calculateReleaseTime({ ...awaiting, fund: 'accepted' }, waits.remote)).toEqual(end);
});

test('counts what was left when the time began to run, if it is known', () => {
  const end = new Date('2026-12-03T10:00:00Z');
  expect(calculateReleaseTime({ ...awaiting, leftMs: 2 * DAY_MS }, waits.remote)).toEqual(end);
  expect(calculateReleaseTime({ ...awaiting, leftMs: 0 }, waits.remote)).toEqual(awaiting.requestedAt);
});

test.each<Partial<AwaitingAnswer>>([
  { onHold: true },
  { work: 'completed' },
  { work: 'started', requestedAt: null },
  { requestedAt: null },
  { fund: 'unfunded' },
  { fund: 'released' },
  { fund: 'refund_pending' },
  { fund: 'refunded' },
])('no release is due with %o', (change) => {
  expect(calculateReleaseTime({ ...awaiting, ...change }, waits.remote)).toBeNull();
});
