import { expect, test } from 'vitest';
import { jobProcess } from '@fws/contract/jobs/process';
import { findSide, isUnderWay } from './policy.ts';

test('finds the side of each of the two parties', () => {
  const contract = { poster_id: 1, worker_id: 2 };
  expect([1, 2, 3].map((id) => findSide(contract, id))).toEqual(['poster', 'worker', null]);
});

test('money moves only while the job is awarded or in progress', () => {
  expect(jobProcess.states.filter(isUnderWay)).toEqual(['awarded', 'in_progress']);
});
