import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateDeductions, totalDeductions } from './fees.ts';
import type { FeeShares } from './schemas.ts';

const shares: FeeShares = {
  platformFeeBps: 500,
  gstBps: 1800,
  tdsBps: 10,
  welfareBps: 100,
  welfareCapPaise: null,
};

test('deducts nothing without rates', () => {
  expect(calculateDeductions(1_000_00, null)).toEqual({
    feePaise: 0,
    gstPaise: 0,
    tdsPaise: 0,
    welfarePaise: 0,
  });
});

test('rounds each deduction down, charges GST on the fee, and totals all of them', () => {
  const deductions = calculateDeductions(999_99, shares);
  expect(deductions).toEqual({ feePaise: 49_99, gstPaise: 8_99, tdsPaise: 99, welfarePaise: 9_99 });
  expect(totalDeductions(deductions)).toBe(69_96);
  expect(calculateDeductions(19, shares)).toEqual({ feePaise: 0, gstPaise: 0, tdsPaise: 0, welfarePaise: 0 });
});

test('limits the welfare fee to the cap, which may be zero', () => {
  const calculateWelfare = (welfareCapPaise: number | null) =>
    calculateDeductions(1_000_00, { ...shares, welfareCapPaise }).welfarePaise;
  expect([null, 20_00, 10_00, 5_00, 0].map(calculateWelfare)).toEqual([10_00, 10_00, 10_00, 5_00, 0]);
});

test('never deducts more than the amount, for any rates that the table allows', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1_000_000_00 }),
      fc.record({
        platformFeeBps: fc.integer({ min: 0, max: 4000 }),
        gstBps: fc.integer({ min: 0, max: 10_000 }),
        tdsBps: fc.integer({ min: 0, max: 1000 }),
        welfareBps: fc.integer({ min: 0, max: 1000 }),
      }),
      (amountPaise, rates) =>
        totalDeductions(calculateDeductions(amountPaise, { ...shares, ...rates })) <= amountPaise,
    ),
  );
});
