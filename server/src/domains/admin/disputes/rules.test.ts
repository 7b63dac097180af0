import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { calculateSplit, sumSplit } from './rules.ts';

const heldMilestones = [
  { milestoneId: 7, amountPaise: 320_000 },
  { milestoneId: 8, amountPaise: 960_001 },
];

test('gives a refund whole to the poster and a release whole to the worker', () => {
  expect(calculateSplit({ decision: 'refund', toWorker: { 7: 5 } }, heldMilestones)).toEqual([
    { milestoneId: 7, toWorkerPaise: 0, toPosterPaise: 320_000 },
    { milestoneId: 8, toWorkerPaise: 0, toPosterPaise: 960_001 },
  ]);
  expect(sumSplit(calculateSplit({ decision: 'release', toWorker: {} }, heldMilestones) ?? [], 200)).toEqual({
    toWorkerPaise: 1_280_001,
    toPosterPaise: 0,
    chargePaise: 0,
  });
});

test('ignores the shares of a split when the decision is for one side', () => {
  expect(calculateSplit({ decision: 'release', toWorker: { 9: 1 } }, heldMilestones)).toEqual([
    { milestoneId: 7, toWorkerPaise: 320_000, toPosterPaise: 0 },
    { milestoneId: 8, toWorkerPaise: 960_001, toPosterPaise: 0 },
  ]);
});

test('returns null for a split of an unknown milestone or of more than is held', () => {
  expect(calculateSplit({ decision: 'split', toWorker: { 9: 1 } }, heldMilestones)).toBeNull();
  expect(calculateSplit({ decision: 'split', toWorker: { 7: 1, 9: 1 } }, heldMilestones)).toBeNull();
  expect(calculateSplit({ decision: 'split', toWorker: { 7: 320_001 } }, heldMilestones)).toBeNull();
  expect(calculateSplit({ decision: 'split', toWorker: { 7: 20_000 } }, heldMilestones)).toEqual([
    { milestoneId: 7, toWorkerPaise: 20_000, toPosterPaise: 300_000 },
    { milestoneId: 8, toWorkerPaise: 0, toPosterPaise: 960_001 },
  ]);
});

test('divides all of the money between both sides and the charge', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          amount: fc.integer({ min: 1, max: 1e11 }),
          share: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        {
          minLength: 1,
          maxLength: 6,
        },
      ),
      fc.integer({ min: 0, max: 10_000 }),
      (rows, chargeBps) => {
        const milestones = rows.map(({ amount }, index) => ({ milestoneId: index + 1, amountPaise: amount }));
        const toWorker = Object.fromEntries(
          rows.map(({ amount, share }, index) => [index + 1, Math.floor(amount * share)]),
        );
        const sums = sumSplit(calculateSplit({ decision: 'split', toWorker }, milestones) ?? [], chargeBps);
        const total = milestones.reduce((sum, milestone) => sum + milestone.amountPaise, 0);
        expect(sums.toWorkerPaise + sums.toPosterPaise + sums.chargePaise).toBe(total);
      },
    ),
  );
});
