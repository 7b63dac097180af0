import { expect, test } from 'vitest';
import { describeLifecycle } from '../platform/lifecycle-testing.ts';
import { fundLifecycle, orderLifecycle, workLifecycle } from './lifecycle.ts';

test('a milestone’s funding has exactly these transitions', () => {
  expect(describeLifecycle(fundLifecycle)).toEqual([
    'milestone funding: unfunded, funding_pending, funded, accepted, released, refund_pending, refunded; from unfunded to released or refunded',
    'open_order: unfunded → funding_pending, by poster',
    'close_order: funding_pending → unfunded, by provider or system',
    'fund: unfunded or funding_pending → funded, by provider; posts paymentVerified; tells the worker milestone_funded; tells the poster payment_received',
    'accept: funded → accepted, by poster or system; tells the worker work_accepted',
    'release: accepted → released, by poster or system; posts release; tells the worker payment_released; tells the poster release_confirmed; payment requested and no answer for 14 days (3 where the work is done in person)',
    'refund: funded or accepted → refund_pending, by poster or admin; posts refundDecided',
    'refunded: refund_pending → refunded, by provider; posts refundSucceeded; tells the poster refund_sent',
  ]);
});

test('a milestone’s work has exactly these transitions', () => {
  expect(describeLifecycle(workLifecycle)).toEqual([
    'milestone work: not_started, started, completed, payment_requested; from not_started to no end',
    'start: not_started → started, by worker; tells the poster work_started',
    'complete: started → completed, by worker; tells the poster work_completed',
    'request_payment: completed → payment_requested, by worker; tells the poster payment_requested',
    'ask_change: completed or payment_requested → started, by poster; tells the worker change_requested',
  ]);
});

test('an order is applied or set aside once, even after it expired or was terminated', () => {
  expect(describeLifecycle(orderLifecycle)).toEqual([
    'escrow order: created, active, applied, unapplied, expired, terminated; from created to applied or unapplied',
    'register: created → active, by provider',
    'apply: created or active or expired or terminated → applied, by provider; posts paymentVerified',
    'set_aside: created or active or expired or terminated → unapplied, by provider; posts paymentUnapplied',
    'expire: created or active → expired, by provider or system',
    'terminate: created or active → terminated, by poster or system',
  ]);
});
