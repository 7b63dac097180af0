import { expect, test } from 'vitest';
import { describeLifecycle, describeRepetitions } from '../../test/describe-lifecycle.ts';
import { fundLifecycle, IN_ESCROW, isInEscrow, UNSETTLED, workLifecycle } from './lifecycle.ts';

test('a milestone’s funding has exactly these transitions', () => {
  expect(describeLifecycle(fundLifecycle)).toEqual([
    'milestone funding: unfunded, funding_pending, funded, accepted, released, refund_pending, refunded, removed; from unfunded to released or refunded or removed',
    'open_order: unfunded or funding_pending → funding_pending, by poster',
    'close_order: funding_pending → unfunded, by provider or system or poster or worker',
    'fund: unfunded or funding_pending → funded, by provider; posts payment_verified; tells the worker milestone_funded; tells the poster payment_received',
    'accept: funded → accepted, by poster or system; tells the worker work_accepted',
    'release: accepted → released, by poster or worker; posts release; tells the worker payment_released; tells the poster release_confirmed',
    'release_unanswered: accepted → released, by system; posts release; tells the worker payment_released; tells the poster released_by_itself; auto_release: payment requested and no answer for 14 days (3 where the work is done in person)',
    'refund: funded → refund_pending, by poster or worker or system; posts refund_decided',
    'forfeit: funded → refunded, by poster or worker; posts refund_decided',
    'split_to_worker: funded or accepted → released, by admin or poster or worker or system; posts dispute_split or split_agreed',
    'split_to_poster: funded or accepted → refund_pending, by admin or poster or worker or system; posts dispute_split or split_agreed',
    'split_to_nobody: funded or accepted → refunded, by admin or poster or worker or system; posts dispute_split or split_agreed',
    'refunded: refund_pending → refunded, by provider; posts refund_succeeded; tells the poster refund_sent',
    'charge_back: funded or accepted → refunded, by provider; tells the poster chargeback_lost; tells the worker chargeback_lost',
    'remove: unfunded → removed, by poster or worker',
  ]);
  expect(describeRepetitions(fundLifecycle)).toEqual([
    'close_order: unfunded',
    'accept: accepted',
    'release: released',
    'release_unanswered: released',
    'refunded: released or refunded',
    'remove: removed',
  ]);
});

test('money is in escrow from its payment to its release, and a milestone is unsettled until then', () => {
  expect(IN_ESCROW).toEqual(['funded', 'accepted']);
  expect(fundLifecycle.states.filter(isInEscrow)).toEqual(IN_ESCROW);
  expect(UNSETTLED).toEqual(['unfunded', 'funding_pending', 'funded', 'accepted']);
});

test('a task of its own releases what nobody answered', () => {
  expect(fundLifecycle.events.release_unanswered.timer?.tasks).toEqual(['auto_release']);
});

test('a milestone’s work has exactly these transitions', () => {
  expect(describeLifecycle(workLifecycle)).toEqual([
    'milestone work: not_started, started, completed, payment_requested; from not_started to no end',
    'start: not_started → started, by worker; tells the poster work_started',
    'complete: started → completed, by worker; tells the poster work_completed',
    'request_payment: completed → payment_requested, by worker or system; tells the poster payment_requested',
    'ask_change: completed or payment_requested → started, by poster; tells the worker change_requested',
  ]);
  expect(describeRepetitions(workLifecycle)).toEqual([
    'start: started',
    'complete: completed',
    'request_payment: payment_requested',
  ]);
});
