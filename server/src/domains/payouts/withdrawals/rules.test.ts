import { expect, test } from 'vitest';
import { withdrawalLifecycle, type WithdrawalState } from '@fws/contract/payouts/lifecycle';
import type { Destination, Transfer } from '../../../ports/payout-gateway.ts';
import { findBankName } from '../banks/rules.ts';
import {
  resolveBankName,
  findCorrection,
  formatDestination,
  isOverdue,
  isConfirmedBy,
  isSameDestination,
  calculateNextCheckTime,
  calculateNextNameCheckTime,
  findProvider,
  SENDING_MS,
  shortenWait,
  PAID_BEFORE_RESTORE,
  STOPPED_BY_OWNER,
  getSteps,
  buildTransferId,
  calculateUsableFrom,
  findWaitReason,
} from './rules.ts';

const STATUSES: readonly Transfer['status'][] = ['processing', 'paid', 'failed', 'rejected', 'reversed'];

test('every provider status leads only to steps of the lifecycle', () => {
  const stateAfter = { pay: 'paid', fail: 'failed', reverse: 'reversed' } as const;
  for (const start of withdrawalLifecycle.states)
    for (const status of STATUSES) {
      const steps = getSteps(start, status);
      if (steps === 'contradiction') continue;
      let state: WithdrawalState = start;
      for (const step of steps) {
        expect(withdrawalLifecycle.events[step].from[state]).toBe(stateAfter[step]);
        state = stateAfter[step];
      }
    }
});

test.each<[WithdrawalState, Transfer['status'], ReturnType<typeof getSteps>]>([
  ['requested', 'processing', []],
  ['requested', 'paid', ['pay']],
  ['processing', 'paid', ['pay']],
  ['processing', 'failed', ['fail']],
  ['processing', 'rejected', ['fail']],
  ['processing', 'reversed', ['pay', 'reverse']],
  ['paid', 'processing', []],
  ['paid', 'paid', []],
  ['paid', 'reversed', ['reverse']],
  ['paid', 'failed', 'contradiction'],
  ['paid', 'rejected', 'contradiction'],
  ['failed', 'failed', []],
  ['failed', 'processing', []],
  ['failed', 'rejected', []],
  ['failed', 'reversed', 'contradiction'],
  ['failed', 'paid', 'contradiction'],
  ['reversed', 'paid', []],
  ['reversed', 'reversed', []],
])('steps of a withdrawal that is %s when the provider says %s', (state, status, steps) => {
  expect(getSteps(state, status)).toEqual(steps);
});

test('our state and the provider status agree in these pairs only', () => {
  const agreeing = withdrawalLifecycle.states.flatMap((state) =>
    STATUSES.filter((status) => isConfirmedBy(state, status)).map((status) => `${state} ${status}`),
  );
  const expected = [
    'processing processing',
    'paid paid',
    'failed failed',
    'failed rejected',
    'reversed reversed',
  ];
  expect(agreeing).toEqual(expected);
});

test('allows a correction only if it counted as paid and was not, or counted as failed and was paid', () => {
  const statuses = [...STATUSES, 'unknown', 'no_answer', 'paid_other_amount', undefined];
  const corrected = withdrawalLifecycle.states.flatMap((state) =>
    statuses.map((status) => `${state} ${status}: ${findCorrection(state, status)}`),
  );
  expect(corrected.filter((line) => !line.endsWith('null'))).toEqual([
    'paid failed: credit',
    'paid rejected: credit',
    'paid unknown: credit',
    'failed paid: debit',
  ]);
});

const at = new Date('2026-04-01T06:30:00Z');
const getTimeAfter = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const getSecondsUntil = (next: Date | null, now: Date) =>
  next === null ? null : (next.getTime() - now.getTime()) / 1000;

test.each<[WithdrawalState, number, number | null]>([
  ['requested', 0, 3],
  ['requested', 60, 30],
  ['processing', 0, 3],
  ['processing', 60, 30],
  ['processing', 86_400, 1800],
  ['paid', 1, 600],
  ['paid', 7200, 7200],
  ['paid', 200_000, 86_400],
  ['paid', 259_200, 86_400],
  ['paid', 259_200.001, null],
  ['failed', 0, 600],
  ['failed', 7200, 7200],
  ['failed', 260_000, null],
  ['reversed', 0, null],
])('%s for %d seconds: next check in %s seconds', (state, age, seconds) => {
  expect(getSecondsUntil(calculateNextCheckTime(state, at, getTimeAfter(age), true), getTimeAfter(age))).toBe(
    seconds,
  );
});

test('repeats the last check every hour until it is answered', () => {
  const late = getTimeAfter(73 * 3600);
  for (const state of ['paid', 'failed'] as const) {
    expect(getSecondsUntil(calculateNextCheckTime(state, at, late, true), late)).toBeNull();
    expect(getSecondsUntil(calculateNextCheckTime(state, at, late, false), late)).toBe(3600);
    expect(
      getSecondsUntil(calculateNextCheckTime(state, at, getTimeAfter(60), false), getTimeAfter(60)),
    ).toBe(600);
  }
  expect(calculateNextCheckTime('reversed', at, late, false)).toBeNull();
});

test('formats a destination for people', () => {
  const bank = { kind: 'bank' as const, account_ending: '4417', ifsc: 'SBIN0001234', upi_id: '' };
  expect(formatDestination({ ...bank, bank_name: findBankName('SBIN0001234') })).toBe(
    'State Bank of India ··4417',
  );
  expect(formatDestination({ ...bank, bank_name: '' })).toBe('SBIN ··4417');
  expect(formatDestination({ ...bank, kind: 'upi', bank_name: '', upi_id: 'asha@upi' })).toBe('asha@upi');
  expect(findBankName('QQQQ0001234')).toBe('');
});

test('is overdue after a day under way, and never in a final state', () => {
  const created = new Date('2026-11-20T06:00:00Z');
  const getTimeSinceCreated = (ms: number) => new Date(created.getTime() + ms);
  const day = 24 * 3600_000;
  for (const state of ['requested', 'processing'] as const) {
    expect(isOverdue(state, created, getTimeSinceCreated(day - 1))).toBe(false);
    expect(isOverdue(state, created, getTimeSinceCreated(day))).toBe(true);
  }
  for (const state of ['paid', 'failed', 'reversed'] as const)
    expect(isOverdue(state, created, getTimeSinceCreated(30 * day))).toBe(false);
});

test('allows one minute for sending', () => {
  expect(SENDING_MS).toBe(60_000);
});

test('finds the provider of a transfer by the prefix of its id, only among the configured ones', () => {
  expect(buildTransferId('cashfree', 'u1')).toBe('fws_u1');
  expect(buildTransferId('razorpay', 'u1')).toBe('rzp_u1');
  const both = ['cashfree', 'razorpay'];
  for (const provider of both) expect(findProvider(buildTransferId(provider, 'u1'), both)).toBe(provider);
  expect(findProvider('rzp_u1', ['cashfree'])).toBeNull();
  expect(findProvider('fws_u1', ['razorpay'])).toBeNull();
});

const bank: Destination = { kind: 'bank', accountNumber: '30210004417', ifsc: 'SBIN0001234' };
const upi: Destination = { kind: 'upi', vpa: 'asha@okbank' };

test('another number, IFSC, UPI ID or kind is another destination; another letter case of a UPI ID is not', () => {
  expect(isSameDestination(bank, { ...bank })).toBe(true);
  expect(isSameDestination(upi, { ...upi, vpa: 'ASHA@okbank' })).toBe(true);
  expect(isSameDestination({ ...upi, vpa: 'ASHA@okbank' }, upi)).toBe(true);
  for (const other of [{ ...bank, accountNumber: '30210004418' }, { ...bank, ifsc: 'HDFC0001234' }, upi])
    expect(isSameDestination(bank, other)).toBe(false);
  for (const other of [{ ...upi, vpa: 'asha2@okbank' }, bank])
    expect(isSameDestination(upi, other)).toBe(false);
});

test.each([
  { state: 'verified', name: 'Asha Kale', nameAtBank: 'ASHA KALE', reason: null },
  { state: 'verified', name: 'Asha Kale', nameAtBank: 'RAVI KALE', reason: 'other_name' },
  { state: 'verified', name: 'आशा काळे', nameAtBank: 'ASHA KALE', reason: null },
  { state: 'verified', name: 'RAMASAMY KUMARAN', nameAtBank: 'R KUMARAN', reason: null },
  { state: 'verified', name: 'Asha Kale', nameAtBank: 'ASHA RANE', reason: 'unclear_name' },
  { state: 'verified', name: 'RAMESH SHARMA', nameAtBank: 'R SHARMA', reason: 'unclear_name' },
  { state: 'verified', name: 'Asha Kale', nameAtBank: '', reason: 'no_answer' },
  { state: 'none', name: '', nameAtBank: '', reason: 'unverified' },
  { state: 'pending', name: '', nameAtBank: 'ASHA KALE', reason: 'unverified' },
  // The name from a revoked verification does not count.
  { state: 'refused', name: 'Asha Kale', nameAtBank: 'ASHA KALE', reason: 'unverified' },
  { state: 'verified', name: '', nameAtBank: 'ASHA KALE', reason: 'other_name' },
] as const)(
  'wait reason when the bank says "$nameAtBank" and the user is $state as "$name": $reason',
  ({ state, name, nameAtBank, reason }) => {
    expect(findWaitReason({ state, name }, nameAtBank)).toBe(reason);
  },
);

test('an account is usable at once without a wait reason, and after the wait with one', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  expect(calculateUsableFrom(null, now, 3600_000)).toEqual(now);
  for (const reason of ['unverified', 'unclear_name', 'other_name', 'no_answer'] as const)
    expect(calculateUsableFrom(reason, now, 3600_000)).toEqual(new Date('2026-11-20T07:00:00Z'));
});

test('a wait ends early when its reason no longer applies, and never becomes longer', () => {
  const now = new Date('2026-11-20T06:00:00Z');
  const later = new Date('2026-11-20T09:00:00Z');
  const earlier = new Date('2026-11-20T05:00:00Z');
  const wait = { usable_from: later, wait_reason: 'unverified' as const };
  expect(shortenWait(wait, null, now)).toEqual({ usable_from: now, wait_reason: null });
  expect(shortenWait(wait, 'other_name', now)).toEqual({ usable_from: later, wait_reason: 'other_name' });
  const over = { usable_from: earlier, wait_reason: 'unverified' as const };
  expect(shortenWait(over, 'other_name', now)).toEqual({ usable_from: earlier, wait_reason: 'other_name' });
  expect(shortenWait(over, null, now)).toEqual({ usable_from: earlier, wait_reason: null });
});

test('the stored reasons of withdrawals do not change', () => {
  // Rows contain these texts and are compared with them.
  expect(PAID_BEFORE_RESTORE).toBe('paid out before the database was restored');
  expect(STOPPED_BY_OWNER).toBe('withdrawals stopped by the owner');
});

test('asks a bank that does not answer again after a minute, then less and less often, for a day', () => {
  const since = new Date('2026-11-20T06:00:00Z');
  const getMinutesToNext = (minutes: number) => {
    const now = new Date(since.getTime() + minutes * 60_000);
    const next = calculateNextNameCheckTime(since, now);
    return next && (next.getTime() - now.getTime()) / 60_000;
  };
  expect([0, 1, 10, 60, 300, 1439, 1440].map(getMinutesToNext)).toEqual([1, 1, 10, 60, 120, 120, null]);
});

test('the name of a bank follows its IFSC, unless the owner typed another', () => {
  const before = { ifsc: 'SBIN0001234', bankName: 'State Bank of India' };
  const resolve = (ifsc: string, bankName: string) =>
    resolveBankName(before, { ifsc, bankName }, (code) => `the bank of ${code}`);
  expect(resolve('SBIN0001234', 'State Bank of India')).toBe('State Bank of India');
  expect(resolve('HDFC0001234', 'State Bank of India')).toBe('the bank of HDFC0001234');
  expect(resolve('HDFC0001234', 'HDFC, Pune')).toBe('HDFC, Pune');
  expect(resolve('SBIN0001234', 'SBI, Pune')).toBe('SBI, Pune');
  expect(resolve('SBIN0001234', '')).toBe('the bank of SBIN0001234');
});
