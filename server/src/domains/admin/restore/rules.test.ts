import { expect, test } from 'vitest';
import { needsReview, findReopenBlocker, type ReopenFacts } from './rules.ts';

const clean = {
  since: '2026-11-21T10:00:00.000Z',
  until: '2026-11-22T12:00:00.000Z',
  checked: { payments: 3, refunds: 0, settlements: 1, transfers: 2, statementLines: 0 },
  differences: [],
  notFinal: [],
  notCompared: [],
};
const difference = { subject: 'transfer:fws_1', what: 'transfer fws_1', ours: 'none', theirs: '₹500 paid' };
const toDate = (time: string) => new Date(`2026-11-22T${time}:00Z`);
const facts: ReopenFacts = {
  markedAt: toDate('11:00'),
  comparison: { askedAt: toDate('12:00'), finishedAt: toDate('12:01'), isRunning: false, result: clean },
  now: toDate('12:30'),
};
const withComparison = (change: object): ReopenFacts => ({
  ...facts,
  comparison: facts.comparison && { ...facts.comparison, ...change },
});

test('has no blocker after a clean comparison since the mark', () => {
  expect(findReopenBlocker(facts)).toBeNull();
});

test.each([
  ['no mark', { ...facts, markedAt: null }, 'not_restored'],
  ['no comparison', { ...facts, comparison: null }, 'not_compared'],
  ['one that has not ended', withComparison({ finishedAt: null, result: null }), 'not_compared'],
  ['a newer one under way', withComparison({ isRunning: true }), 'comparing'],
  ['one from before the mark', withComparison({ askedAt: toDate('10:59') }), 'compared_before'],
  ['a difference', withComparison({ result: { ...clean, differences: [difference] } }), 'differences'],
  ['one of yesterday', { ...facts, now: new Date('2026-11-23T12:00:01Z') }, 'too_old'],
] as const)('%s keeps payouts paused', (_, reopenFacts, blocker) => {
  expect(findReopenBlocker(reopenFacts)).toBe(blocker);
});

test('accepts a comparison for 24 hours', () => {
  expect(findReopenBlocker({ ...facts, now: new Date('2026-11-23T12:00:00Z') })).toBeNull();
});

test('needs a review for what is not final or was not compared', () => {
  expect(needsReview(clean)).toBe(false);
  expect(needsReview({ ...clean, notFinal: [difference] })).toBe(true);
  expect(needsReview({ ...clean, notCompared: [{ code: 'no_list_or_balance', provider: 'cashfree' }] })).toBe(
    true,
  );
});
