import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { refundLifecycle } from './lifecycle.ts';

test('a refund has exactly these transitions', () => {
  expect(describeLifecycle(refundLifecycle)).toEqual([
    'refund: pending, succeeded, failed; from pending to succeeded',
    'succeed: pending or failed → succeeded, by provider; posts refund_succeeded; tells the poster refund_sent',
    'fail: pending → failed, by provider; tells the poster refund_delayed',
    'resend: failed → pending, by admin',
  ]);
  expect(describeRepetitions(refundLifecycle)).toEqual([
    'succeed: succeeded',
    'fail: failed',
    'resend: pending',
  ]);
});
