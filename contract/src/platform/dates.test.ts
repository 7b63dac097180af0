import { expect, test } from 'vitest';
import { getEndOfIstDay, isCalendarDate, toIstDate } from './dates.ts';

test.each([
  ['2026-03-31T18:29:59.999Z', '2026-03-31'],
  ['2026-03-31T18:30:00.000Z', '2026-04-01'],
  ['2026-12-31T18:30:00.000Z', '2027-01-01'],
])('at %s it is %s in India', (at, date) => {
  expect(toIstDate(new Date(at))).toBe(date);
});

test('a day in India ends a millisecond before the next begins', () => {
  expect(getEndOfIstDay('2026-03-31').toISOString()).toBe('2026-03-31T18:29:59.999Z');
  expect(toIstDate(getEndOfIstDay('2026-03-31'))).toBe('2026-03-31');
  expect(toIstDate(new Date(getEndOfIstDay('2026-03-31').getTime() + 1))).toBe('2026-04-01');
});

test.each(['2026-12-18', '2028-02-29', '1999-01-01'])('%s is a calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(true);
});

test.each([
  '',
  '2026',
  '2026-12',
  '2026-02-29',
  '2026-13-01',
  '2026-00-10',
  '2026-1-1',
  '18-12-2026',
  '2026-12-181',
  '12026-12-18',
  '2026-12-18T00:00:00Z',
])('"%s" is not a calendar date', (text) => {
  expect(isCalendarDate(text)).toBe(false);
});
