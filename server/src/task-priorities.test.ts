import { expect, test } from 'vitest';
import { taskPriorities } from './compose.ts';
import type { TaskName, TaskPriority } from './platform/queue/index.ts';

const FIRST: readonly TaskName[] = [
  'advance_withdrawal',
  'auto_release',
  'check_account_name',
  'check_chargeback',
  'check_order',
  'check_paid_order',
  'check_refund',
  'continue_ending',
  'end_split',
  'poll_order',
  'refund_unapplied',
  'send_login_code',
  'send_otp',
  'send_owner_alert',
  'send_withdrawals_stopped',
  'stop_payouts',
];
const LATER: readonly TaskName[] = [
  'delete_old_deliveries',
  'deliver_bundle',
  'index_category',
  'match_saved_searches',
  'rebuild_search',
  'record_payout_signals',
  'seal_account_numbers',
  'send_daily_alerts',
];

const listTasks = (priority: TaskPriority): string[] =>
  Object.entries(taskPriorities)
    .filter(([, its]) => its === priority)
    .map(([name]) => name)
    .toSorted();

test('payments, withdrawals, codes and alerts to owners overtake all other tasks', () => {
  expect(listTasks('first')).toEqual(FIRST);
});

test('messages that wait for company, matches and rebuilds let all other tasks pass', () => {
  expect(listTasks('later')).toEqual(LATER);
});
