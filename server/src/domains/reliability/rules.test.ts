import { expect, test } from 'vitest';
import { calculateDecisionDue, getContestAbility } from './rules.ts';

const writtenAt = new Date('2026-11-02T10:00:00Z');
const judge = (change: Partial<Parameters<typeof getContestAbility>[0]>, now = '2026-11-16T10:00:00Z') =>
  getContestAbility({ outcome: 'cancelled', state: 'open', written_at: writtenAt, ...change }, new Date(now));

test('what counts against somebody can be contested once, for fourteen days', () => {
  expect(judge({})).toEqual({ allowed: true });
  expect(judge({ outcome: 'late' })).toEqual({ allowed: true });
  expect(judge({}, '2026-11-16T10:00:01Z')).toEqual({ allowed: false, reason: 'reliability.too_late' });
  for (const outcome of ['kept', 'uncounted'] as const)
    expect(judge({ outcome })).toEqual({ allowed: false, reason: 'reliability.not_against' });
  for (const state of ['contested', 'upheld', 'lifted'] as const)
    expect(judge({ state })).toEqual({ allowed: false, reason: 'reliability.contested_before' });
});

test('FWS decides within seven days', () => {
  expect(calculateDecisionDue(writtenAt)).toEqual(new Date('2026-11-09T10:00:00Z'));
});
