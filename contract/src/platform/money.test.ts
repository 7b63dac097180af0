import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  normaliseRupees,
  parseRupees,
  calculateShare,
  splitByShares,
  toPaise,
  toPaiseText,
  toRupees,
  type PaiseText,
  type RupeeText,
} from './money.ts';

test.each([
  ['0', 0],
  ['7', 7_00],
  ['15000', 15_000_00],
  ['15000.5', 15_000_50],
  ['15000.05', 15_000_05],
  ['15000.50', 15_000_50],
  ['999999999999.99', 999_999_999_999_99],
])('%s rupees are %i paise', (text, paise) => {
  expect(parseRupees(text)).toBe(paise);
});

test.each([
  '',
  '-1',
  '+1',
  '1.',
  '.5',
  '1.234',
  '1e3',
  '1,000',
  ' 1',
  '1 ',
  '₹1',
  '1000000000000',
  '0x10',
  '१',
])('"%s" is not an amount', (text) => {
  expect(parseRupees(text)).toBeNull();
});

test.each([
  [0, '0'],
  [1, '0.01'],
  [50, '0.50'],
  [99, '0.99'],
  [1_00, '1'],
  [1_01, '1.01'],
  [15_000_00, '15000'],
  [-1, '-0.01'],
  [-15_000_50, '-15000.50'],
])('%i paise are sent as %s', (paise, text) => {
  expect(toRupees(paise)).toBe(text);
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])(
  'throws for %d, which is not a whole number of paise',
  (paise) => {
    expect(() => toRupees(paise)).toThrow(RangeError);
  },
);

test('parses a formatted amount to the same paise', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999_999_99 }), (paise) => {
      expect(parseRupees(toRupees(paise))).toBe(paise);
    }),
  );
});

test('rounds a share down to the paisa, exactly, however large the amount', () => {
  expect(calculateShare(100_00, 250)).toBe(2_50);
  expect(calculateShare(49, 200)).toBe(0);
  expect(calculateShare(50, 200)).toBe(1);
  expect(calculateShare(10_001, 9_999)).toBe(9_999);
  // 2^53 − 1 paise times 9,999 is far beyond the precision of a float.
  expect(calculateShare(Number.MAX_SAFE_INTEGER, 9_999)).toBe(9_006_298_534_815_516);
  expect(calculateShare(Number.MAX_SAFE_INTEGER, 10_000)).toBe(Number.MAX_SAFE_INTEGER);
});

test('gives the rounding remainder of a split to the last part', () => {
  expect(splitByShares(100, [3333, 3333, 3334])).toEqual([33, 33, 34]);
  expect(splitByShares(101, [5000, 5000])).toEqual([50, 51]);
  expect(splitByShares(7, [10_000])).toEqual([7]);
  expect(splitByShares(7, [])).toEqual([]);
});

test('the parts of a split add up to the total', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e13 }),
      fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 1, maxLength: 6 }),
      (totalPaise, sharesBps) => {
        const parts = splitByShares(totalPaise, sharesBps);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(totalPaise);
      },
    ),
  );
});

test('text in rupees and text in paise cannot be given for each other', () => {
  // @ts-expect-error: paise are not rupees
  const rupees: RupeeText = toPaiseText(15_000_00);
  // @ts-expect-error: rupees are not paise
  const paise: PaiseText = toRupees(15_000_00);
  expect([rupees, paise]).toEqual(['1500000', '15000']);
});

test('converts checked rupee text to paise, and rejects other text', () => {
  expect(toPaise('15000.5')).toBe(1_500_050);
  expect(() => toPaise('15,000')).toThrow(new RangeError('not an amount in rupees: 15,000'));
});

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is no amount of whole paise', (paise) => {
  expect(() => toPaiseText(paise)).toThrow(new RangeError(`not whole paise: ${paise}`));
});

test.each([
  ['1,00,000', 1_00_000_00],
  ['100,000', 1_00_000_00],
  ['1,000,000.50', 10_00_000_50],
  ['₹5000', 5_000_00],
  ['₹ 12,34,567', 12_34_567_00],
  ['Rs. 5,000/-', 5_000_00],
  ['rs5000', 5_000_00],
  ['INR 750.5', 750_50],
  ['५०००', 5_000_00],
  ['রু', null],
  ['रु. १,२५,०००', 1_25_000_00],
  ['5000 rupees', 5_000_00],
  [' 99 ', 99_00],
  ['5e3', null],
  ['1.005', null],
  ['1,00', null],
  ['1,0000', null],
  ['10,00,00', null],
  [',000', null],
  ['-5,000', null],
  ['5,000 to 6,000', null],
  ['₹', null],
])('reads an amount written "%s"', (typed, paise) => {
  expect(parseRupees(normaliseRupees(typed))).toBe(paise);
});
