import { expect, test } from 'vitest';
import { transitionOf } from '@fws/contract/platform/process';
import { withdrawalProcess, type WithdrawalState } from '@fws/contract/payouts/process';
import type { Transfer } from '../../ports/payout-gateway.ts';
import { bankOf } from './banks.ts';
import {
  bankNameFor,
  correctionFor,
  destinationOf,
  isOverdue,
  isSaidOf,
  movesMoney,
  nextCheckAt,
  providerOf,
  SENDING_MS,
  STATE_AFTER,
  stepsFor,
  transferIdFor,
} from './rules.ts';

const STATUSES: readonly Transfer['status'][] = ['processing', 'paid', 'failed', 'rejected', 'reversed'];

test('every step that any word of the provider leads to is one of the lifecycle', () => {
  for (const start of withdrawalProcess.states)
    for (const status of STATUSES) {
      const steps = stepsFor(start, status);
      if (steps === 'contradiction') continue;
      let state: WithdrawalState = start;
      for (const step of steps) {
        const transition = transitionOf(withdrawalProcess, step);
        expect(transition.from).toContain(state);
        expect(transition.to).toBe(STATE_AFTER[step]);
        state = STATE_AFTER[step];
      }
    }
});

test.each<[WithdrawalState, Transfer['status'], ReturnType<typeof stepsFor>]>([
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
])('%s, and the provider says %s', (state, status, steps) => {
  expect(stepsFor(state, status)).toEqual(steps);
});

test('provider and we say the same in these places, and in no other', () => {
  const said = withdrawalProcess.states.flatMap((state) =>
    STATUSES.filter((status) => isSaidOf(state, status)).map((status) => `${state} ${status}`),
  );
  const same = [
    'processing processing',
    'paid paid',
    'failed failed',
    'failed rejected',
    'reversed reversed',
  ];
  expect(said).toEqual(same);
});

test('a person may correct what was called paid and was not, what was called failed and was paid, and nothing else', () => {
  const words = [...STATUSES, 'unknown', 'no_answer', 'paid_other_amount', undefined];
  const corrected = withdrawalProcess.states.flatMap((state) =>
    words.map((word) => `${state} ${word}: ${correctionFor(state, word)}`),
  );
  expect(corrected.filter((line) => !line.endsWith('null'))).toEqual([
    'paid failed: credit',
    'paid rejected: credit',
    'paid unknown: credit',
    'failed paid: debit',
  ]);
});

const at = new Date('2026-04-01T06:30:00Z');
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const secondsTo = (next: Date | null, now: Date) =>
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
])('%s for %d seconds: asked about again in %s', (state, age, seconds) => {
  expect(secondsTo(nextCheckAt(state, at, after(age), true), after(age))).toBe(seconds);
});

test('the last question wants an answer: until there is one it is asked again every hour', () => {
  const late = after(73 * 3600);
  for (const state of ['paid', 'failed'] as const) {
    expect(secondsTo(nextCheckAt(state, at, late, true), late)).toBeNull();
    expect(secondsTo(nextCheckAt(state, at, late, false), late)).toBe(3600);
    expect(secondsTo(nextCheckAt(state, at, after(60), false), after(60))).toBe(600);
  }
  expect(nextCheckAt('reversed', at, late, false)).toBeNull();
});

test('where money goes, as people read it', () => {
  const bank = { kind: 'bank' as const, accountNumber: '30210004417', ifsc: 'SBIN0001234', upiId: '' };
  expect(destinationOf({ ...bank, bankName: bankOf('SBIN0001234') })).toBe('State Bank of India ··4417');
  expect(destinationOf({ ...bank, bankName: '' })).toBe('SBIN ··4417');
  expect(destinationOf({ ...bank, kind: 'upi', bankName: '', upiId: 'asha@upi' })).toBe('asha@upi');
  expect(bankOf('QQQQ0001234')).toBe('');
});

test('under way for a day and longer is for a person; what has its end is not', () => {
  const created = new Date('2026-11-20T06:00:00Z');
  const after = (ms: number) => new Date(created.getTime() + ms);
  const day = 24 * 3600_000;
  for (const state of ['requested', 'processing'] as const) {
    expect(isOverdue(state, created, after(day - 1))).toBe(false);
    expect(isOverdue(state, created, after(day))).toBe(true);
  }
  for (const state of ['paid', 'failed', 'reversed'] as const)
    expect(isOverdue(state, created, after(30 * day))).toBe(false);
});

test('sending takes a minute at most', () => {
  expect(SENDING_MS).toBe(60_000);
});

test('a transfer is asked about where it began, which its id tells, and nowhere else', () => {
  expect(transferIdFor('cashfree', 'u1')).toBe('fws_u1');
  expect(transferIdFor('razorpay', 'u1')).toBe('rzp_u1');
  const both = ['cashfree', 'razorpay'];
  for (const provider of both) expect(providerOf(transferIdFor(provider, 'u1'), both)).toBe(provider);
  expect(providerOf('rzp_u1', ['cashfree'])).toBeNull();
  expect(providerOf('fws_u1', ['razorpay'])).toBeNull();
});

const payee = { account_number: '30210004417', ifsc: 'SBIN0001234', upi_id: '', holder_name: 'Asha Rao' };

test('an account that money would reach elsewhere, or under another name, is another', () => {
  expect(movesMoney(payee, { ...payee })).toBe(false);
  for (const field of Object.keys(payee))
    expect(movesMoney(payee, { ...payee, [field]: 'other' })).toBe(true);
});

test('a bank’s name goes with its IFSC, unless its owner typed another', () => {
  const before = { ifsc: 'SBIN0001234', bankName: 'State Bank of India' };
  const named = (ifsc: string, bankName: string) =>
    bankNameFor(before, { ifsc, bankName }, (code) => `the bank of ${code}`);
  expect(named('SBIN0001234', 'State Bank of India')).toBe('State Bank of India');
  expect(named('HDFC0001234', 'State Bank of India')).toBe('the bank of HDFC0001234');
  expect(named('HDFC0001234', 'HDFC, Pune')).toBe('HDFC, Pune');
  expect(named('SBIN0001234', 'SBI, Pune')).toBe('SBI, Pune');
  expect(named('SBIN0001234', '')).toBe('the bank of SBIN0001234');
});
