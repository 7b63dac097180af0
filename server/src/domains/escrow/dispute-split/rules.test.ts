import { expect, test } from 'vitest';
import { fundLifecycle } from '@fws/contract/contracts/lifecycle';
import { calculateHeldPaise, getMilestoneOutcome, type HeldFacts } from './rules.ts';

const heldFacts: HeldFacts = { fund: 'funded', onHold: true, amountPaise: 100_00, chargebacks: null };

test('only money in escrow under a hold can be split', () => {
  const listSplittableStates = (onHold: boolean) =>
    fundLifecycle.states.filter((fund) => calculateHeldPaise({ ...heldFacts, fund, onHold }) !== null);
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

/** The refund, and the fund state that the split of a funded milestone leads to. */
function getOutcome(...split: Parameters<typeof getMilestoneOutcome>) {
  const { refundPaise, event } = getMilestoneOutcome(...split);
  return { refundPaise, fund: fundLifecycle.events[event].from.funded };
}

test.each([
  [100_00, 0, { refundPaise: 0, fund: 'released' }],
  [1, 99_99, { refundPaise: 98_00, fund: 'released' }],
  [0, 100_00, { refundPaise: 98_00, fund: 'refund_pending' }],
  [0, 1, { refundPaise: 1, fund: 'refund_pending' }],
  [0, 0, { refundPaise: 0, fund: 'refunded' }],
])('%i paise to the worker and %i back', (toWorkerPaise, toPosterPaise, end) => {
  expect(getOutcome({ toWorkerPaise, toPosterPaise }, 200)).toEqual(end);
});

test('a charge of 100% leaves nothing to refund', () => {
  expect(getOutcome({ toWorkerPaise: 0, toPosterPaise: 100_00 }, 10_000)).toEqual({
    refundPaise: 0,
    fund: 'refunded',
  });
});
