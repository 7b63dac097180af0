import { expect, test } from 'vitest';
import { needsEyes, reopenBlocker, type ReopenFacts } from './rules.ts';

const clean = {
  since: '2026-11-21T10:00:00.000Z',
  until: '2026-11-22T12:00:00.000Z',
  checked: { payments: 3, refunds: 0, settlements: 1, transfers: 2, statementLines: 0 },
  differences: [],
  notFinal: [],
  notCompared: [],
};
const line = { subject: 'transfer:fws_1', what: 'transfer fws_1', ours: 'none', theirs: '₹500 paid' };
const at = (time: string) => new Date(`2026-11-22T${time}:00Z`);
const facts: ReopenFacts = {
  markedAt: at('11:00'),
  comparison: { askedAt: at('12:00'), finishedAt: at('12:01'), isRunning: false, result: clean },
  now: at('12:30'),
};
const compared = (change: object): ReopenFacts => ({
  ...facts,
  comparison: facts.comparison && { ...facts.comparison, ...change },
});

test('has no blocker after a clean comparison since the mark', () => {
  expect(reopenBlocker(facts)).toBeNull();
});

test.each([
  ['no mark', { ...facts, markedAt: null }, 'not_restored'],
  ['no comparison', { ...facts, comparison: null }, 'not_compared'],
  ['one that has not ended', compared({ finishedAt: null, result: null }), 'not_compared'],
  ['a newer one under way', compared({ isRunning: true }), 'comparing'],
  ['one from before the mark', compared({ askedAt: at('10:59') }), 'compared_before'],
  ['a difference', compared({ result: { ...clean, differences: [line] } }), 'differences'],
  ['one of yesterday', { ...facts, now: new Date('2026-11-23T12:00:01Z') }, 'too_old'],
] as const)('%s keeps payouts paused', (_, given, blocker) => {
  expect(reopenBlocker(given)).toBe(blocker);
});

test('accepts a comparison for 24 hours', () => {
  expect(reopenBlocker({ ...facts, now: new Date('2026-11-23T12:00:00Z') })).toBeNull();
});

test('needs a review for what is not final or was not compared', () => {
  expect(needsEyes(clean)).toBe(false);
  expect(needsEyes({ ...clean, notFinal: [line] })).toBe(true);
  expect(needsEyes({ ...clean, notCompared: [{ code: 'no_list_or_balance', provider: 'cashfree' }] })).toBe(
    true,
  );
});
