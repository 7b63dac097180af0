import { expect, test } from 'vitest';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { findSide, isUnderWay, mayFund } from './policy.ts';

test('finds the side of each of the two parties', () => {
  const contract = { poster_id: 1, worker_id: 2 };
  expect([1, 2, 3].map((id) => findSide(contract, id))).toEqual(['poster', 'worker', null]);
});

test('money moves while the job is awarded, in progress or ending, and an ending job takes no new money', () => {
  expect(jobLifecycle.states.filter(isUnderWay)).toEqual(['awarded', 'in_progress', 'ending']);
  expect(jobLifecycle.states.filter(mayFund)).toEqual(['awarded', 'in_progress']);
});
