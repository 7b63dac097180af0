import { afterEach, expect, test } from 'vitest';
import { formatDate, timeAgo } from './format.ts';
import { activateMessages } from './i18n.ts';

afterEach(() => activateMessages('en', {}));

test('a plain date is that day in every time zone', () => {
  activateMessages('en', {});
  expect(formatDate('2026-12-18')).toBe('18 Dec 2026');
  expect(formatDate('2026-12-18', { year: false })).toBe('18 Dec');
});

test('dates keep Latin digits in Hindi', () => {
  activateMessages('hi', {});
  expect(formatDate('2026-12-18')).toMatch(/^18 \S+ 2026$/);
});

test('time ago uses the largest whole unit', () => {
  activateMessages('en', {});
  const now = '2026-11-20T12:00:00Z';
  expect(timeAgo('2026-11-20T11:59:40Z', now)).toBe('now');
  expect(timeAgo('2026-11-20T10:00:00Z', now)).toBe('2 hours ago');
  expect(timeAgo('2026-11-19T11:00:00Z', now)).toBe('yesterday');
  expect(timeAgo('2026-11-23T12:00:00Z', now)).toBe('in 3 days');
});
