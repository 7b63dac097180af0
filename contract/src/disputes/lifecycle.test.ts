import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { disputeLifecycle } from './lifecycle.ts';

test('a dispute has exactly these transitions', () => {
  expect(describeLifecycle(disputeLifecycle)).toEqual([
    'dispute: open, closed; from open to closed',
    'withdraw: open → closed, by poster or worker; tells the poster dispute_withdrawn; tells the worker dispute_withdrawn',
    'settle: open → closed, by admin; may post dispute_split; tells the poster dispute_settled; tells the worker dispute_settled',
  ]);
  expect(describeRepetitions(disputeLifecycle)).toEqual([]);
});
