import { expect, test } from 'vitest';
import {
  expectRefused,
  omitEntries,
  toLines,
  INVALID_AMOUNTS,
  withdrawal,
} from '../../../../test/ledger/sample-postings.ts';
import {
  withdrawalPaid,
  withdrawalPaidAfterAll,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from './withdrawals.ts';

test('each posting has its kind, key, references and time', () => {
  const about = { refs: { withdrawalId: 8, userId: 7 }, eventTime: withdrawal.at };
  const paid = { kind: 'withdrawal_paid', key: 'withdrawal:8:paid', ...about };
  expect(omitEntries(withdrawalRequested(withdrawal))).toEqual({
    kind: 'withdrawal_requested',
    key: 'withdrawal:8:requested',
    ...about,
  });
  expect(omitEntries(withdrawalPaid(withdrawal))).toEqual(paid);
  expect(omitEntries(withdrawalReturned(withdrawal))).toEqual({
    kind: 'withdrawal_returned',
    key: 'withdrawal:8:returned',
    ...about,
  });
  expect(omitEntries(withdrawalReversed(withdrawal))).toEqual({
    kind: 'withdrawal_reversed',
    key: 'withdrawal:8:reversed',
    reverses: 'withdrawal:8:paid',
    ...about,
  });
  expect(omitEntries(withdrawalPaidAfterAll(withdrawal))).toEqual(paid);
});

test('a withdrawal is set aside, then paid or returned, and a paid one can be reversed', () => {
  expect(toLines(withdrawalRequested(withdrawal))).toEqual({ 'wallet:7': 100_000, 'withdrawal:8': -100_000 });
  expect(toLines(withdrawalPaid(withdrawal))).toEqual({ 'withdrawal:8': 100_000, payout_float: -100_000 });
  expect(toLines(withdrawalReturned(withdrawal))).toEqual({ 'withdrawal:8': 100_000, 'wallet:7': -100_000 });
  expect(toLines(withdrawalReversed(withdrawal))).toEqual({ payout_float: 100_000, 'wallet:7': -100_000 });
});

test('takes a failed withdrawal that was paid after all out of the wallet', () => {
  expect(toLines(withdrawalPaidAfterAll(withdrawal))).toEqual({
    'wallet:7': 100_000,
    payout_float: -100_000,
  });
});

test.each(INVALID_AMOUNTS)('%d is not a valid amount of paise', (invalidPaise) =>
  expectRefused(invalidPaise, () => withdrawalRequested({ ...withdrawal, amountPaise: invalidPaise })),
);
