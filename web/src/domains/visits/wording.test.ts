import { expect, test } from 'vitest';
import type { Translate } from '../../platform/i18n/index.ts';
import { formatEnd, formatVisitTime } from './wording.ts';

const t = ((id: string, values: Record<string, unknown> = {}) =>
  [id.replace('ui.visitTime.', ''), ...Object.values(values)].join(' ')) as Translate;

test.each([
  ['2026-12-18T03:00:00Z', 'today'],
  ['2026-12-17T03:00:00Z', 'tomorrow'],
  // Past midnight in India.
  ['2026-12-17T19:00:00Z', 'today'],
  ['2026-12-10T03:00:00Z', 'day'],
  ['2026-12-19T03:00:00Z', 'day'],
])('seen at %s the day is %s', (now, day) => {
  const visit = { startsAt: '2026-12-18T10:30:00Z', endsAt: '2026-12-18T12:30:00Z' };
  expect(formatVisitTime(t, visit, Date.parse(now)).split(' ')[0]).toBe(day);
});

test('says the date of an end on any other day alone', () => {
  const end = '2026-12-18T12:30:00Z';
  const countWords = (now: string) => formatEnd(t, end, Date.parse(now)).split(',').length;
  expect(countWords('2026-12-18T03:00:00Z')).toBe(1);
  expect(countWords('2026-12-17T03:00:00Z')).toBe(2);
});
