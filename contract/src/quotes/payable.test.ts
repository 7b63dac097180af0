import { expect, test } from 'vitest';
import { findPaymentProblem, findUnpayablePart } from './payable.ts';

const LIMITS = { minPaise: 1_00, maxPaise: 1_000_000_00 };

test('knows which amounts one payment can have', () => {
  const problems = [99, 1_00, 1_000_000_00, 1_000_000_01].map((amount) => findPaymentProblem(amount, LIMITS));
  expect(problems).toEqual(['too_small', null, null, 'too_large']);
});

test('names the first part that cannot be paid at once, and the field its amount comes from', () => {
  const parts = [1_00, 1_000_000_01, 99].map((amountPaise) => ({ amountPaise }));
  const values = { number: 2, amount: '₹10,00,000.01', minimum: '₹1', maximum: '₹10,00,000' };
  expect(findUnpayablePart('milestone', parts, LIMITS)).toEqual({
    index: 1,
    field: 'milestoneAmountTexts',
    error: { code: 'quotes.milestone_too_large', values },
  });
  expect(findUnpayablePart('terms', parts, LIMITS)).toEqual({
    index: 1,
    field: 'bidText',
    error: { code: 'quotes.part_too_large', values },
  });
  expect(findUnpayablePart('milestone', parts.slice(0, 1), LIMITS)).toBeNull();
});
