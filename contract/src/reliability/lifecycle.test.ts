import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { contestLifecycle } from './lifecycle.ts';

test('what counts against somebody is contested once, and a person decides', () => {
  expect(describeLifecycle(contestLifecycle)).toEqual([
    'contest: open, contested, upheld, lifted; from open to upheld or lifted',
    'contest: open → contested, by poster or worker',
    'uphold: contested → upheld, by admin; tells the user contest_upheld',
    'lift: contested → lifted, by admin; tells the user contest_lifted',
  ]);
  expect(describeRepetitions(contestLifecycle)).toEqual([]);
});
