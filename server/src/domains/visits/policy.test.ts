import { expect, test } from 'vitest';
import { findVisitSide, mayReadSecret } from './policy.ts';

test('a visit exists for its two sides alone', () => {
  const visit = { poster_id: 7, worker_id: 9 };
  expect([7, 9, 8].map((userId) => findVisitSide(visit, userId))).toEqual(['poster', 'worker', null]);
});

test('the secret is for the poster’s phone, and not for staff who look at the account', () => {
  expect(mayReadSecret('poster', false)).toBe(true);
  expect(mayReadSecret('poster', true)).toBe(false);
  expect(mayReadSecret('worker', false)).toBe(false);
});
