import { expect, test } from 'vitest';
import { isCheckDue, toPaymentStatus } from './status.ts';

const created_at = new Date('2026-04-01T06:30:00Z');
const after = (seconds: number) => new Date(created_at.getTime() + seconds * 1000);

test('reports SUCCESS only for an applied order', () => {
  expect(toPaymentStatus({ state: 'applied', attempt_status: 'SUCCESS' })).toBe('SUCCESS');
  expect(toPaymentStatus({ state: 'unapplied', attempt_status: 'FAILED' })).toBe('CANCELLED');
  expect(toPaymentStatus({ state: 'expired', attempt_status: 'NOT_ATTEMPTED' })).toBe('CANCELLED');
  expect(toPaymentStatus({ state: 'expired', attempt_status: 'PENDING' })).toBe('PENDING');
  expect(toPaymentStatus({ state: 'active', attempt_status: 'USER_DROPPED' })).toBe('USER_DROPPED');
});

test('a waiting page triggers a check after five seconds, and less often as the order ages', () => {
  const order = { state: 'active', created_at, checked_at: null } as const;
  expect(isCheckDue(order, after(4))).toBe(false);
  expect(isCheckDue(order, after(5))).toBe(true);
  expect(isCheckDue({ ...order, checked_at: after(590) }, after(600))).toBe(false);
  expect(isCheckDue({ ...order, checked_at: after(540) }, after(600))).toBe(true);
  expect(isCheckDue({ ...order, state: 'applied' }, after(600))).toBe(false);
});

test('reports CANCELLED for an order that ended without an attempt, but not for an open one', () => {
  const toStatus = (
    state: Parameters<typeof toPaymentStatus>[0]['state'],
    attempt_status: 'NOT_ATTEMPTED' | 'FAILED',
  ) => toPaymentStatus({ state, attempt_status });
  expect(toStatus('terminated', 'NOT_ATTEMPTED')).toBe('CANCELLED');
  expect(toStatus('terminated', 'FAILED')).toBe('FAILED');
  expect(toStatus('created', 'NOT_ATTEMPTED')).toBe('NOT_ATTEMPTED');
  expect(toStatus('active', 'NOT_ATTEMPTED')).toBe('NOT_ATTEMPTED');
  // Within one transaction the order is applied while its attempt still has the old status.
  expect(toStatus('applied', 'FAILED')).toBe('SUCCESS');
});

test('a check is due from creation on, after a tenth of the order’s age', () => {
  const order = { state: 'created', created_at, checked_at: null } as const;
  expect(isCheckDue(order, new Date(after(5).getTime() - 1))).toBe(false);
  expect(isCheckDue(order, after(5))).toBe(true);
  expect(isCheckDue({ ...order, checked_at: after(540.001) }, after(600))).toBe(false);
  expect(isCheckDue({ ...order, state: 'expired' }, after(600))).toBe(false);
});
