import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { withdrawalLifecycle } from './lifecycle.ts';

test('a withdrawal has exactly these transitions', () => {
  expect(describeLifecycle(withdrawalLifecycle)).toEqual([
    'withdrawal: requested, processing, paid, failed, reversed; from requested to reversed',
    'send: requested → processing, by system; advance_withdrawal: at once, and again at growing intervals',
    'recover: requested → processing, by admin',
    'pay: requested or processing → paid, by provider; posts withdrawal_paid; tells the worker withdrawal_paid',
    'fail: requested or processing → failed, by provider or system or admin; posts withdrawal_returned; tells the worker withdrawal_failed',
    'reverse: paid → reversed, by provider; posts withdrawal_reversed; tells the worker withdrawal_reversed',
    'credit: paid → reversed, by admin; posts withdrawal_reversed; tells the worker withdrawal_reversed',
    'debit: failed → paid, by admin; posts withdrawal_paid; tells the worker withdrawal_paid',
  ]);
  expect(describeRepetitions(withdrawalLifecycle)).toEqual([
    'send: processing',
    'recover: processing',
    'pay: paid',
    'fail: failed',
    'reverse: reversed',
  ]);
});
