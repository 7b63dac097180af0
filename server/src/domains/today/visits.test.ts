import { expect, test } from 'vitest';
import { EMPTY_ITEM } from './findings.ts';
import { findInVisit, isStartedByVisit, type TodayVisit } from './visits.ts';

const NOW = new Date('2026-12-18T09:00:00+05:30');
const STARTS = new Date('2026-12-18T16:00:00+05:30');
const ANSWER_BY = new Date('2026-12-18T20:10:00+05:30');

const visit = (change: Partial<TodayVisit> = {}): TodayVisit => ({
  jobId: 12,
  jobNumber: '4852',
  milestoneId: 31,
  position: 1,
  side: 'worker',
  otherName: 'Kavita',
  startsAt: STARTS,
  isFunded: true,
  feePaise: 250_00,
  unusedPaise: 2_100_00,
  claimedBy: null,
  answerBy: null,
  ...change,
});
const ITEM = {
  ...EMPTY_ITEM,
  side: 'worker',
  jobId: 12,
  jobNumber: '4852',
  milestoneId: 31,
  position: 1,
  name: 'Kavita',
};

test.each([
  ['worker', 'go_to_visit'],
  ['poster', 'open_door'],
] as const)('tells the %s of the visit on its day', (side, kind) => {
  expect(findInVisit(visit({ side }), NOW)).toEqual({
    items: [{ ...ITEM, side, kind, dueAt: STARTS.toISOString() }],
    waiting: [],
  });
});

test('tells nobody of it before its day, by the calendar of India', () => {
  const count = (now: string) => findInVisit(visit(), new Date(now)).items.length;
  expect(count('2026-12-17T23:59:00+05:30')).toBe(0);
  expect(count('2026-12-18T00:00:00+05:30')).toBe(1);
  expect(count('2026-12-19T10:00:00+05:30')).toBe(1);
});

test('nobody has to come for a visit that is not paid', () => {
  expect(findInVisit(visit({ isFunded: false }), NOW)).toEqual({ items: [], waiting: [] });
});

test.each([
  ['worker', 250_00],
  ['poster', 2_100_00],
] as const)('the claim of the %s asks the other side for an answer', (claimedBy, amountPaise) => {
  const side = claimedBy === 'poster' ? 'worker' : 'poster';
  const dueAt = ANSWER_BY.toISOString();
  const claim = { claimedBy, answerBy: ANSWER_BY };
  expect(findInVisit(visit({ ...claim, side }), NOW)).toEqual({
    items: [{ ...ITEM, side, kind: 'answer_visit', amountPaise, dueAt }],
    waiting: [],
  });
  expect(findInVisit(visit({ ...claim, side: claimedBy }), NOW)).toEqual({
    items: [],
    waiting: [{ kind: 'visit', jobNumber: '4852', amountPaise, dueAt, name: 'Kavita' }],
  });
});

test('the time to answer has no end before the message has arrived', () => {
  expect(findInVisit(visit({ claimedBy: 'poster' }), NOW).items[0]).toMatchObject({
    kind: 'answer_visit',
    dueAt: null,
  });
});

test('what a visit starts is not started in another way', () => {
  expect(isStartedByVisit('started', 31, [visit()])).toBe(true);
  expect(isStartedByVisit('started', 32, [visit()])).toBe(false);
  expect(isStartedByVisit('completed', 31, [visit()])).toBe(false);
});
