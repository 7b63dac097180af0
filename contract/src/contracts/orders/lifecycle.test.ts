import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../../test/describe-lifecycle.ts';
import { orderLifecycle } from './lifecycle.ts';

test('an order is applied or set aside once, even after it expired or was terminated', () => {
  expect(describeLifecycle(orderLifecycle)).toEqual([
    'escrow order: created, active, applied, unapplied, expired, terminated; from created to applied or unapplied',
    'register: created → active, by provider',
    'apply: created or active or expired or terminated → applied, by provider; posts payment_verified',
    'set_aside: created or active or expired or terminated → unapplied, by provider; posts payment_unapplied',
    'expire: created or active → expired, by provider or system; check_order or check_chargeback or poll_order or a request: its 24 hours are over',
    'terminate: created or active → terminated, by poster or worker or provider or system',
  ]);
  expect(describeRepetitions(orderLifecycle)).toEqual([
    'register: active',
    'apply: applied',
    'set_aside: unapplied',
    'expire: expired',
    'terminate: terminated',
  ]);
});

test('a payment may be set aside without an event of its order', () => {
  expect(orderLifecycle.alsoPosted).toEqual(['payment_unapplied']);
});
