import { expect, test } from 'vitest';
import { planAfterMessage, planAfterReading } from './rules.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 10, 29, 10, minute));
const none = { notify_at: null, notified_at: null };

test.each([
  ['the first unread message: in ten minutes', none, 1, { notify_at: at(30), notified_at: null }],
  [
    'a second message while the first waits: no later',
    { notify_at: at(12), notified_at: null },
    2,
    { notify_at: at(12), notified_at: null },
  ],
  [
    'a message after the notice: not again',
    { notify_at: null, notified_at: at(15) },
    3,
    { notify_at: null, notified_at: at(15) },
  ],
  [
    'the first one since the other side has written',
    { notify_at: null, notified_at: at(15) },
    1,
    { notify_at: at(30), notified_at: null },
  ],
  [
    'a message after one of which nobody was notified: in ten minutes',
    none,
    2,
    { notify_at: at(30), notified_at: null },
  ],
])('plans the notice of %s', (_, before, unread, expected) => {
  expect(planAfterMessage(before, unread, at(20))).toEqual(expected);
});

test('plans no notice for who has read everything', () => {
  expect(planAfterReading(0, at(20))).toEqual(none);
});

test('plans a notice of what came while its reader read', () => {
  expect(planAfterReading(1, at(20))).toEqual({ notify_at: at(30), notified_at: null });
});
