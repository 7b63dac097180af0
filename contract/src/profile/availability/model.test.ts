import { expect, test } from 'vitest';
import { findReturn, mergeHolidays, pickCurrent, type Availability } from './model.ts';

const nothing: Availability = { days: [], hours: null, holidays: [], awayUntil: null };
const diwali = { from: '2026-11-08', to: '2026-11-12' };

test.each([
  [
    'in order',
    [diwali, { from: '2026-10-01', to: '2026-10-02' }],
    [{ from: '2026-10-01', to: '2026-10-02' }, diwali],
  ],
  [
    'one for two that overlap',
    [diwali, { from: '2026-11-10', to: '2026-11-20' }],
    [{ from: '2026-11-08', to: '2026-11-20' }],
  ],
  [
    'one for two that follow each other',
    [diwali, { from: '2026-11-13', to: '2026-11-13' }],
    [{ from: '2026-11-08', to: '2026-11-13' }],
  ],
  ['one for one within another', [diwali, { from: '2026-11-09', to: '2026-11-10' }], [diwali]],
  [
    'two with a day between them',
    [diwali, { from: '2026-11-14', to: '2026-11-14' }],
    [diwali, { from: '2026-11-14', to: '2026-11-14' }],
  ],
])('holidays become %s', (_, given, expected) => {
  expect(mergeHolidays(given)).toEqual(expected);
});

test.each([
  ['nothing', null, '2026-11-09', null],
  ['nothing of that day', { holidays: [diwali] }, '2026-11-07', null],
  ['the first day of a holiday', { holidays: [diwali] }, '2026-11-08', '2026-11-13'],
  ['the last day of a holiday', { holidays: [diwali] }, '2026-11-12', '2026-11-13'],
  ['the day after a holiday', { holidays: [diwali] }, '2026-11-13', null],
  ['a day before work is taken again', { awayUntil: '2026-11-20' }, '2026-11-19', '2026-11-20'],
  ['the day on which work is taken again', { awayUntil: '2026-11-20' }, '2026-11-20', null],
  [
    'a pause that ends within a holiday',
    { holidays: [diwali], awayUntil: '2026-11-10' },
    '2026-11-01',
    '2026-11-13',
  ],
  ['a holiday within a pause', { holidays: [diwali], awayUntil: '2026-11-20' }, '2026-11-09', '2026-11-20'],
  ['a weekday that is not named', { days: ['mon'] as const }, '2026-11-08', null],
  ['the end of a year', { holidays: [{ from: '2026-12-25', to: '2026-12-31' }] }, '2026-12-26', '2027-01-01'],
])('of %s, tells when they take work again', (_, given, date, expected) => {
  const availability = given && ({ ...nothing, ...given } as Availability);
  expect(findReturn(availability, date)).toBe(expected);
});

test('leaves out what is over', () => {
  const said: Availability = { days: ['sat'], hours: null, holidays: [diwali], awayUntil: '2026-11-20' };
  expect(pickCurrent(said, '2026-11-12')).toEqual(said);
  expect(pickCurrent(said, '2026-11-13')).toEqual({ ...said, holidays: [] });
  expect(pickCurrent(said, '2026-11-20')).toEqual({ ...said, holidays: [], awayUntil: null });
  expect(pickCurrent({ ...said, days: [] }, '2026-11-20')).toBeNull();
  expect(pickCurrent(null, '2026-11-20')).toBeNull();
});
