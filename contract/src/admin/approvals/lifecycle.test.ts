import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { approvalLifecycle } from './lifecycle.ts';

test('an approval has exactly these transitions', () => {
  expect(describeLifecycle(approvalLifecycle)).toEqual([
    'approval: waiting, approved, declined; from waiting to approved or declined',
    'approve: waiting → approved, by admin',
    'decline: waiting → declined, by admin',
  ]);
  expect(describeRepetitions(approvalLifecycle)).toEqual(['approve: approved', 'decline: declined']);
});
