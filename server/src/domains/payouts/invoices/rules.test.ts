import { expect, test } from 'vitest';
import { toFinancialYear, buildGstLines, formatSerial, toSeries } from './rules.ts';

test.each([
  ['2026-03-31T18:29:59Z', '2526'],
  ['2026-03-31T18:30:00Z', '2627'],
  ['2026-12-31T20:00:00Z', '2627'],
  ['2027-01-01T00:00:00Z', '2627'],
  ['2000-01-31T00:00:00Z', '9900'],
  ['2099-04-01T00:00:00Z', '9900'],
  ['2104-04-01T00:00:00Z', '0405'],
])('the financial year of %s in India is %s', (at, year) => {
  expect(toFinancialYear(new Date(at))).toBe(year);
});

test('a serial fits the 16 characters that the rule allows, also for high numbers', () => {
  expect(formatSerial('work', '2627', 1)).toBe('FWS/2627/00001');
  expect(formatSerial('work', '2627', 99_999)).toBe('FWS/2627/99999');
  expect(formatSerial('work', '2627', 9_999_999)).toHaveLength(16);
  expect(formatSerial('fee', '2627', 1)).toBe('FWF/2627/00001');
  expect(formatSerial('fee', '2627', 9_999_999)).toHaveLength(16);
  expect(toSeries('work', '2627')).toBe('2627');
  expect(toSeries('fee', '2627')).toBe('F2627');
});

test('GST within a state is halved, with the odd paisa on the last line; between states it is one line', () => {
  expect(buildGstLines(101, true)).toEqual([
    { tax: 'cgst', amountPaise: 50 },
    { tax: 'sgst', amountPaise: 51 },
  ]);
  expect(buildGstLines(101, false)).toEqual([{ tax: 'igst', amountPaise: 101 }]);
});
