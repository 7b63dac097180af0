import { expect, test } from 'vitest';
import { calculateLapseTime, getInviteAbility, getStateWithoutQuote, isWaiting } from './rules.ts';

const now = new Date('2026-11-20T10:00:00Z');
const free = { isOpen: true, isInvited: false, hasQuoted: false, invited: 0 };

test.each([
  ['anybody to an open job', {}, true],
  ['the twentieth person', { invited: 19 }, true],
  ['no twenty-first', { invited: 20 }, 'invitations.too_many'],
  ['nobody twice', { isInvited: true }, 'invitations.already'],
  ['nobody whose quote stands', { hasQuoted: true, isInvited: true }, 'invitations.has_quoted'],
  ['nobody to a job that takes no quotes', { isOpen: false, hasQuoted: true }, 'jobs.not_open'],
] as const)('invites %s', (_, facts, expected) => {
  expect(getInviteAbility({ ...free, ...facts })).toEqual(
    expected === true ? { allowed: true } : { allowed: false, reason: expected },
  );
});

test.each([
  ['after seven days', '2026-12-20', '2026-11-27T10:00:00.000Z'],
  ['with the last day on which the job takes quotes', '2026-11-22', '2026-11-22T18:29:59.999Z'],
])('lapses %s', (_, closesOn, expected) => {
  expect(calculateLapseTime(now, closesOn).toISOString()).toBe(expected);
});

test.each([
  ['it was just sent', {}, {}, true],
  ['a moment is left of seven days', { sent_at: new Date('2026-11-13T10:00:00.001Z') }, {}, true],
  ['seven days are over', { sent_at: new Date('2026-11-13T10:00:00Z') }, {}, false],
  ['the job takes no quotes', {}, { isOpen: false }, false],
  ['it was declined', { state: 'declined' as const }, {}, false],
])('waits or not where %s', (_, invitation, facts, expected) => {
  expect(isWaiting({ state: 'sent', sent_at: now, ...invitation }, { isOpen: true, now, ...facts })).toBe(
    expected,
  );
});

test.each([
  ['waits', {}, 'open', 'sent'],
  ['waits', {}, 'withheld', 'sent'],
  ['was declined', { declined_at: now }, 'open', 'declined'],
  ['was declined', { declined_at: now }, 'cancelled', 'declined'],
  ['is seven days old', { sent_at: new Date('2026-11-13T10:00:00Z') }, 'open', 'lapsed'],
  ['ended with the job', {}, 'awarded', 'lapsed'],
  ['ended with the job', {}, 'expired', 'lapsed'],
  ['ended with the job', {}, 'cancelled', 'withdrawn'],
] as const)(
  'without its quote, an invitation that %s %j in a job that is %s reads %s',
  (_, row, jobState, expected) => {
    expect(getStateWithoutQuote({ declined_at: null, sent_at: now, ...row }, { jobState, now })).toBe(
      expected,
    );
  },
);
