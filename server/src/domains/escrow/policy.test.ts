import { expect, test } from 'vitest';
import { findSide, getOtherSideId, isPayer } from './policy.ts';

test('finds the side of each of the two parties', () => {
  const contract = { poster_id: 1, worker_id: 2 };
  expect([1, 2, 3].map((id) => findSide(contract, id))).toEqual(['poster', 'worker', null]);
});

test('the other side of the poster is the worker, and of the worker the poster', () => {
  const contract = { poster_id: 1, worker_id: 2 };
  expect([1, 2].map((id) => getOtherSideId(contract, id))).toEqual([2, 1]);
});

test('only the poster pays', () => {
  expect([1, 2].map((id) => isPayer({ poster_id: 1 }, id))).toEqual([true, false]);
});
