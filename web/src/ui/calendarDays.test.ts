import { expect, test } from 'vitest';
import { addDays } from '@fws/contract/platform/dates';
import { addMonths, isWithin, limitDate, listWeeks, listYears } from './calendarDays.ts';

test('weeks begin on Sunday, with empty cells around the month', () => {
  const weeks = listWeeks('2026-12');
  expect(weeks).toHaveLength(5);
  expect(weeks[0]).toEqual([
    null,
    null,
    '2026-12-01',
    '2026-12-02',
    '2026-12-03',
    '2026-12-04',
    '2026-12-05',
  ]);
  expect(weeks[4]).toEqual([
    '2026-12-27',
    '2026-12-28',
    '2026-12-29',
    '2026-12-30',
    '2026-12-31',
    null,
    null,
  ]);
});

test.each([
  ['2026-02', 4, 28],
  ['2028-02', 5, 29],
  ['2026-08', 6, 31],
])('%s has %d weeks and %d days', (month, weeks, days) => {
  expect(listWeeks(month)).toHaveLength(weeks);
  expect(listWeeks(month).flat().filter(Boolean)).toHaveLength(days);
});

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-28', 7, '2026-12-05'],
])('%s and %d days is %s', (date, days, other) => {
  expect(addDays(date, days)).toBe(other);
});

test.each([
  ['2026-11-28', 1, '2026-12-28'],
  ['2026-12-28', 1, '2027-01-28'],
  ['2026-01-31', 1, '2026-02-28'],
  ['2026-03-31', -1, '2026-02-28'],
  ['2028-02-29', 12, '2029-02-28'],
  ['2027-01-15', -1, '2026-12-15'],
])('%s and %d months is %s', (date, months, other) => {
  expect(addMonths(date, months)).toBe(other);
});

test('a date outside the limits becomes the nearest inside', () => {
  const limits = { min: '2026-11-20', max: '2026-12-18' };
  expect(limitDate('2026-11-19', limits)).toBe('2026-11-20');
  expect(limitDate('2026-12-19', limits)).toBe('2026-12-18');
  expect(limitDate('2026-12-01', limits)).toBe('2026-12-01');
  expect([isWithin('2026-11-20', limits), isWithin('2026-12-18', limits)]).toEqual([true, true]);
  expect([isWithin('2026-11-19', limits), isWithin('2026-12-19', limits)]).toEqual([false, false]);
  expect(isWithin('1990-01-01', {})).toBe(true);
});

test('offers the years within the limits', () => {
  const today = '2026-11-20';
  expect(listYears(today, { min: today }).slice(0, 2)).toEqual([2026, 2027]);
  expect(listYears(today, { min: today }).at(-1)).toBe(2036);
  expect(listYears(today, { min: '2024-05-01', max: today })).toEqual([2026, 2025, 2024]);
  expect(listYears(today, { max: today })[0]).toBe(2026);
  expect(listYears(today, { max: today }).at(-1)).toBe(1956);
});
