import { expect, test } from 'vitest';
import { describeLifecycle } from '../platform/lifecycle-testing.ts';
import { withdrawalLifecycle } from './lifecycle.ts';

test('a withdrawal has exactly these transitions', () => {
  expect(describeLifecycle(withdrawalLifecycle)).toEqual([
    'withdrawal: requested, processing, paid, failed, reversed; from requested to failed or reversed',
    'send: requested → processing, by system',
    'pay: requested or processing → paid, by provider; posts withdrawalPaid; tells the worker withdrawal_paid',
    'fail: requested or processing → failed, by provider; posts withdrawalReturned; tells the worker withdrawal_failed',
    'reverse: paid → reversed, by provider; posts withdrawalReversed; tells the worker withdrawal_reversed',
  ]);
});
