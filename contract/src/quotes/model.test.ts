import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOB_MAX_PAISE } from '../platform/limits.ts';
import { PAYMENT_TERMS } from '../jobs/model.ts';
import { quoteParts } from './model.ts';

const bidPaise = fc.integer({ min: 1_00, max: JOB_MAX_PAISE });

test('the parts of any bid add up to it, and each is worth paying', () => {
  fc.assert(
    fc.property(bidPaise, fc.constantFrom(...PAYMENT_TERMS), (bidPaise, term) => {
      const parts = quoteParts({ term, bidPaise, rows: [{ name: 'All of it', amountPaise: bidPaise }] });
      expect(parts.reduce((sum, part) => sum + part.amountPaise, 0)).toBe(bidPaise);
      expect(parts.every((part) => part.amountPaise > 0)).toBe(true);
    }),
  );
});

test('by terms is 20, 60 and 20 in the hundred, and the last takes what rounding leaves', () => {
  const amounts = (bidPaise: number) =>
    quoteParts({ term: 'terms', bidPaise, rows: [] }).map((part) => part.amountPaise);
  expect(amounts(1_500_00)).toEqual([300_00, 900_00, 300_00]);
  expect(amounts(1_01)).toEqual([20, 60, 21]);
  expect(amounts(1_03)).toEqual([20, 61, 22]);
});

test('by milestone keeps the rows in the words of the worker', () => {
  const rows = [
    { name: 'Cut', amountPaise: 400_00 },
    { name: 'Fit', amountPaise: 600_00 },
  ];
  expect(quoteParts({ term: 'milestone', bidPaise: 1_000_00, rows })).toEqual(rows);
});
