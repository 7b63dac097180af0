import { expect, test } from 'vitest';
import { fundProcess } from '@fws/contract/contracts/process';
import { calculateHeldPaise, getMilestoneOutcome, type HeldFacts } from './rules.ts';

const heldFacts: HeldFacts = { fund: 'funded', onHold: true, amountPaise: 100_00, chargebacks: null };

test('only money in escrow under a hold can be split', () => {
  const listSplittableStates = (onHold: boolean) =>
    fundProcess.states.filter((fund) => calculateHeldPaise({ ...heldFacts, fund, onHold }) !== null);
  expect(listSplittableStates(true)).toEqual(['funded', 'accepted']);
  expect(listSplittableStates(false)).toEqual([]);
  expect(calculateHeldPaise(heldFacts)).toBe(100_00);
});

test('excludes money a bank took, and allows no split while a chargeback is open', () => {
  expect(calculateHeldPaise({ ...heldFacts, chargebacks: { escrowPaise: 30_00, isOpen: false } })).toBe(
    70_00,
  );
  expect(calculateHeldPaise({ ...heldFacts, chargebacks: { escrowPaise: 0, isOpen: false } })).toBe(100_00);
  expect(calculateHeldPaise({ ...heldFacts, chargebacks: { escrowPaise: 0, isOpen: true } })).toBeNull();
});

test.each([
  [100_00, 0, { refundPaise: 0, fund: 'released' }],
  [1, 99_99, { refundPaise: 98_00, fund: 'released' }],
  [0, 100_00, { refundPaise: 98_00, fund: 'refund_pending' }],
  [0, 1, { refundPaise: 1, fund: 'refund_pending' }],
  [0, 0, { refundPaise: 0, fund: 'refunded' }],
])('%i paise to the worker and %i back', (toWorkerPaise, toPosterPaise, end) => {
  expect(getMilestoneOutcome({ toWorkerPaise, toPosterPaise }, 200)).toEqual(end);
});

test('a charge of 100% leaves nothing to refund', () => {
  expect(getMilestoneOutcome({ toWorkerPaise: 0, toPosterPaise: 100_00 }, 10_000)).toEqual({
    refundPaise: 0,
    fund: 'refunded',
  });
});
