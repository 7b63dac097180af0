import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { settlementLifecycle } from './lifecycle.ts';

test('a settlement has exactly this transition', () => {
  expect(describeLifecycle(settlementLifecycle)).toEqual([
    'settlement: received, reversed; from received to reversed',
    'reverse: received → reversed, by provider; may post settlement_reversed',
  ]);
  expect(describeRepetitions(settlementLifecycle)).toEqual(['reverse: reversed']);
});
