import { expect, test } from 'vitest';
import { dayFirst, getEndOfIstDay, isCalendarDate, toIstDate, monthFirst } from './dates.ts';

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

test.each([
  [dayFirst, '28-11-2026'],
  [monthFirst, '11-28-2026'],
])('converts a date to the format of its field and back', (format, wire) => {
  expect(format.toWire('2026-11-28')).toBe(wire);
  expect(format.fromWire(wire)).toBe('2026-11-28');
});

test.each([dayFirst, monthFirst])(
  'passes invalid dates through, so that validation rejects them',
  (format) => {
    for (const text of [
      '',
      'soon',
      '128-11-2026',
      '28-11-20261',
      '28-11-202',
      '8-11-2026',
      '28-1-2026',
      '28-111-2026',
    ])
      expect(format.fromWire(text)).toBe(text);
    for (const text of [
      '',
      'soon',
      '2026-11-281',
      '12026-11-28',
      '2026-1-28',
      '2026-111-28',
      '2026-11-8',
      '202-11-28',
    ])
      expect(format.toWire(text)).toBe(text);
  },
);
