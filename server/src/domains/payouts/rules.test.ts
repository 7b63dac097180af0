import { expect, test } from 'vitest';
import { transitionOf } from '@fws/contract/platform/process';
import { withdrawalProcess, type WithdrawalState } from '@fws/contract/payouts/process';
import type { Transfer } from '../../ports/payout-gateway.ts';
import { bankOf } from './banks.ts';
import { destinationOf, isOverdue, nextCheckAt, STATE_AFTER, stepsFor } from './rules.ts';

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
  ['failed', 'failed', []],
  ['failed', 'processing', []],
  ['failed', 'paid', 'contradiction'],
  ['reversed', 'paid', []],
  ['reversed', 'reversed', []],
])('%s, and the provider says %s', (state, status, steps) => {
  expect(stepsFor(state, status)).toEqual(steps);
});

const at = new Date('2026-04-01T06:30:00Z');
const after = (seconds: number) => new Date(at.getTime() + seconds * 1000);
const secondsTo = (next: Date | null, now: Date) => (next ? (next.getTime() - now.getTime()) / 1000 : null);

test.each<[WithdrawalState, number, number | null]>([
  ['processing', 0, 3],
  ['processing', 60, 30],
  ['processing', 86_400, 1800],
  ['paid', 1, 600],
  ['paid', 7200, 7200],
  ['paid', 200_000, 86_400],
  ['paid', 260_000, null],
  ['failed', 0, 600],
  ['failed', 7200, 7200],
  ['failed', 260_000, null],
  ['reversed', 0, null],
])('%s for %d seconds: asked about again in %s', (state, age, seconds) => {
  expect(secondsTo(nextCheckAt(state, at, after(age)), after(age))).toBe(seconds);
});

test('where money goes, as people read it', () => {
  const bank = { kind: 'bank' as const, accountNumber: '30214417', ifsc: 'SBIN0001234', upiId: '' };
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
