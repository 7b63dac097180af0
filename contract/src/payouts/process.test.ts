import { expect, test } from 'vitest';
import { describeProcess } from '../platform/process-testing.ts';
import { withdrawalProcess } from './process.ts';

test('a withdrawal has exactly these transitions', () => {
  expect(describeProcess(withdrawalProcess)).toEqual([
    'withdrawal: requested, processing, paid, failed, reversed; from requested to failed or reversed',
    'send: requested → processing, by system',
    'pay: requested or processing → paid, by provider; posts withdrawalPaid; tells the worker withdrawal_paid',
    'fail: requested or processing → failed, by provider; posts withdrawalReturned; tells the worker withdrawal_failed',
    'reverse: paid → reversed, by provider; posts withdrawalReversed; tells the worker withdrawal_reversed',
  ]);
});
