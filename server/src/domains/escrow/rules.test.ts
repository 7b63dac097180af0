import { expect, test } from 'vitest';
import { jobLifecycle } from '@fws/contract/jobs/lifecycle';
import { isUnderWay, mayFund } from './rules.ts';

test('money moves while the job is awarded, in progress or ending, and an ending job takes no new money', () => {
  expect(jobLifecycle.states.filter(isUnderWay)).toEqual(['awarded', 'in_progress', 'ending']);
  expect(jobLifecycle.states.filter(mayFund)).toEqual(['awarded', 'in_progress']);
});
