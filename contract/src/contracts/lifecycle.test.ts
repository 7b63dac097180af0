import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import {
  cancellationLifecycle,
  chargebackLifecycle,
  fundLifecycle,
  orderLifecycle,
  refundLifecycle,
  workLifecycle,
} from './lifecycle.ts';

test('a milestone’s funding has exactly these transitions', () => {
  expect(describeLifecycle(fundLifecycle)).toEqual([
    'milestone funding: unfunded, funding_pending, funded, accepted, released, refund_pending, refunded; from unfunded to released or refunded',
    'open_order: unfunded → funding_pending, by poster',
    'close_order: funding_pending → unfunded, by provider or system or poster or worker',
    'fund: unfunded or funding_pending → funded, by provider; posts paymentVerified; tells the worker milestone_funded; tells the poster payment_received',
    'accept: funded → accepted, by poster or system; tells the worker work_accepted',
    'release: accepted → released, by poster or worker or system; posts release; tells the worker payment_released; tells the poster release_confirmed; payment requested and no answer for 14 days (3 where the work is done in person)',
    'refund: funded → refund_pending, by poster or worker; posts refundDecided',
    'forfeit: funded → refunded, by poster or worker; posts refundDecided',
    'split_to_worker: funded or accepted → released, by admin; posts disputeSettled',
    'split_to_poster: funded or accepted → refund_pending, by admin; posts disputeSettled',
    'split_to_nobody: funded or accepted → refunded, by admin; posts disputeSettled',
    'refunded: refund_pending → refunded, by provider; posts refundSucceeded; tells the poster refund_sent',
    'charge_back: funded or accepted → refunded, by provider; posts chargebackTaken; tells the poster chargeback_lost; tells the worker chargeback_lost',
  ]);
  expect(describeRepetitions(fundLifecycle)).toEqual([
    'open_order: funding_pending',
    'close_order: unfunded',
    'accept: accepted',
    'release: released',
    'refunded: released or refunded',
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
  expect(describeRepetitions(workLifecycle)).toEqual([
    'start: started',
    'complete: completed',
    'request_payment: payment_requested',
  ]);
});

test('a cancellation has exactly these transitions', () => {
  expect(describeLifecycle(cancellationLifecycle)).toEqual([
    'cancellation: asked, agreed, declined; from asked to agreed or declined',
    'agree: asked → agreed, by worker',
    'decline: asked → declined, by worker; tells the poster cancellation_declined',
  ]);
  expect(describeRepetitions(cancellationLifecycle)).toEqual(['agree: agreed', 'decline: declined']);
});

test('an order is applied or set aside once, even after it expired or was terminated', () => {
  expect(describeLifecycle(orderLifecycle)).toEqual([
    'escrow order: created, active, applied, unapplied, expired, terminated; from created to applied or unapplied',
    'register: created → active, by provider',
    'apply: created or active or expired or terminated → applied, by provider; posts paymentVerified',
    'set_aside: created or active or expired or terminated → unapplied, by provider; posts paymentUnapplied',
    'expire: created or active → expired, by provider or system; its 24 hours are over',
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

test('a refund has exactly these transitions', () => {
  expect(describeLifecycle(refundLifecycle)).toEqual([
    'refund: pending, succeeded, failed; from pending to succeeded',
    'succeed: pending or failed → succeeded, by provider; posts refundSucceeded; tells the poster refund_sent',
    'fail: pending → failed, by provider; tells the poster refund_delayed',
    'resend: failed → pending, by admin',
  ]);
  expect(describeRepetitions(refundLifecycle)).toEqual([
    'succeed: succeeded',
    'fail: failed',
    'resend: pending',
  ]);
});

test('a chargeback may be reopened, and has exactly these transitions', () => {
  expect(describeLifecycle(chargebackLifecycle)).toEqual([
    'chargeback: open, won, lost; from open to no end',
    'win: open or lost → won, by provider; posts chargebackReturned; tells the poster chargeback_won; tells the worker chargeback_won',
    'lose: open or won → lost, by provider; posts chargebackTaken; tells the poster chargeback_lost; tells the worker chargeback_lost',
    'reopen: won or lost → open, by provider; tells the poster chargeback_opened; tells the worker chargeback_opened',
  ]);
  expect(describeRepetitions(chargebackLifecycle)).toEqual(['win: won', 'lose: lost', 'reopen: open']);
});
