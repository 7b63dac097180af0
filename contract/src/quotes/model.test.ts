import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { JOB_MAX_PAISE } from '../platform/limits.ts';
import { PAYMENT_TERMS } from '../jobs/model.ts';
import { QUOTE_LASTS_DAYS, QUOTE_REMINDER_DAYS, buildQuoteParts, TERM_PARTS } from './model.ts';

const bidPaise = fc.integer({ min: 1_00, max: JOB_MAX_PAISE });

test('the parts of any bid add up to it, and each is positive', () => {
  fc.assert(
    fc.property(bidPaise, fc.constantFrom(...PAYMENT_TERMS), (bidPaise, term) => {
      const parts = buildQuoteParts({ term, bidPaise, rows: [{ name: 'All of it', amountPaise: bidPaise }] });
      expect(parts.reduce((sum, part) => sum + part.amountPaise, 0)).toBe(bidPaise);
      expect(parts.every((part) => part.amountPaise > 0)).toBe(true);
    }),
  );
});

test('splits by terms into 20, 60 and 20 percent, with the rounding remainder in the last part', () => {
  const listAmounts = (bidPaise: number) =>
    buildQuoteParts({ term: 'terms', bidPaise, rows: [] }).map((part) => part.amountPaise);
  expect(listAmounts(1_500_00)).toEqual([300_00, 900_00, 300_00]);
  expect(listAmounts(1_01)).toEqual([20, 60, 21]);
  expect(listAmounts(1_03)).toEqual([20, 61, 22]);
});

test('keeps the worker’s own rows by milestone', () => {
  const rows = [
    { name: 'Cut', amountPaise: 400_00 },
    { name: 'Fit', amountPaise: 600_00 },
  ];
  expect(buildQuoteParts({ term: 'milestone', bidPaise: 1_000_00, rows })).toEqual(rows);
});

test('names each part: three by terms, one on completion', () => {
  expect(buildQuoteParts({ term: 'terms', bidPaise: 100, rows: [] })).toEqual([
    { name: 'quotes.part_initial', amountPaise: 20 },
    { name: 'quotes.part_service_done', amountPaise: 60 },
    { name: 'quotes.part_reviewed', amountPaise: 20 },
  ]);
  expect(buildQuoteParts({ term: 'completion', bidPaise: 100, rows: [] })).toEqual([
    { name: 'quotes.part_completion', amountPaise: 100 },
  ]);
  expect(TERM_PARTS.reduce((sum, part) => sum + part.shareBps, 0)).toBe(10_000);
});

test('a quote lasts a week, and its poster is reminded on the fifth day', () => {
  expect([QUOTE_LASTS_DAYS, QUOTE_REMINDER_DAYS]).toEqual([7, 5]);
});
