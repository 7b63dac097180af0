import { expect, test } from 'vitest';
import { calculateIdleTime, findDueTime, findUncountedReason, getWriteAbility, mayRate } from './rules.ts';

const DAY_MS = 24 * 3600_000;
const end = new Date('2026-11-01T10:00:00Z');
const after = (ms: number) => new Date(end.getTime() + ms);
const facts = {
  hasRelease: true,
  hasRated: false,
  hasBegun: true,
  completedAt: null,
  cancelledAt: null,
  isClosed: false,
};
const over = { allowed: false, reason: 'contracts.rate_over' };
const early = { allowed: false, reason: 'contracts.rate_after_release' };

test('one may rate from the first release on, once, and until 14 days after the end', () => {
  expect(mayRate(facts, end)).toEqual({ allowed: true });
  expect(mayRate({ ...facts, hasRelease: false }, end)).toEqual(early);
  expect(mayRate({ ...facts, hasRated: true }, end)).toMatchObject({ reason: 'contracts.already_rated' });
  for (const ended of [{ completedAt: end }, { cancelledAt: end }]) {
    expect(mayRate({ ...facts, ...ended }, after(14 * DAY_MS))).toEqual({ allowed: true });
    expect(mayRate({ ...facts, ...ended }, after(14 * DAY_MS + 1))).toEqual(over);
  }
});

test('without a release one may rate a job that was cancelled after work had begun', () => {
  const cancelled = { ...facts, hasRelease: false, cancelledAt: end };
  expect(mayRate(cancelled, end)).toEqual({ allowed: true });
  expect(mayRate({ ...cancelled, hasBegun: false }, end)).toEqual(early);
  expect(mayRate({ ...cancelled, hasBegun: false }, after(15 * DAY_MS))).toEqual(over);
});

test('a job counts from ₹100 on, and never between linked accounts', () => {
  const decide = (releasedPaise: number, isLinked = false) =>
    findUncountedReason({ releasedPaise, isLinked });
  expect([0, 1, 99_99, 100_00, 5_000_00].map((paise) => decide(paise))).toEqual([
    'unpaid',
    'small',
    'small',
    null,
    null,
  ]);
  expect(decide(5_000_00, true)).toBe('linked');
  expect(decide(0, true)).toBe('linked');
});

test('a review is written when a rating is, and what is closed stays closed', () => {
  const allowed = { allowed: true };
  const write = (changed: object, now = end) => getWriteAbility({ ...facts, own: null, ...changed }, now);
  expect(write({})).toEqual(allowed);
  expect(write({ hasRelease: false })).toMatchObject({ reason: 'reviews.not_ended' });
  expect(write({ hasRelease: false, completedAt: end }, after(14 * DAY_MS))).toEqual(allowed);
  expect(write({ completedAt: end }, after(14 * DAY_MS + 1))).toMatchObject({ reason: 'reviews.over' });
  expect(write({ hasRelease: false, hasBegun: false, cancelledAt: end })).toMatchObject({
    reason: 'reviews.not_begun',
  });
  expect(write({ own: 'sealed' })).toEqual(allowed);
  for (const own of ['open', 'answered'])
    expect(write({ own, isClosed: true })).toMatchObject({ reason: 'reviews.opened' });
  for (const ended of [{}, { completedAt: end }]) {
    expect(write({ ...ended, isClosed: true })).toMatchObject({ reason: 'reviews.over' });
    expect(mayRate({ ...facts, ...ended, isClosed: true }, end)).toEqual(over);
  }
});

test('the time to review ends 14 days after the job, or 90 days after something moved in one that goes on', () => {
  expect(findDueTime({ ...facts, completedAt: end })).toEqual(after(14 * DAY_MS));
  expect(findDueTime({ ...facts, cancelledAt: end })).toEqual(after(14 * DAY_MS));
  expect(findDueTime({ ...facts, hasRelease: false, hasBegun: false, cancelledAt: end })).toBeNull();
  expect(findDueTime(facts)).toBeNull();
  expect(calculateIdleTime(end)).toEqual(after(90 * DAY_MS));
});
