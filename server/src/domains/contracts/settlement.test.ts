import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { OrderState } from '@fws/contract/contracts/process';
import type { GatewayOrder, GatewayPayment } from '../../ports/payment-gateway.ts';
import { settle, type OrderFacts, type ProviderSnapshot } from './settlement.ts';

const now = new Date('2026-04-01T06:30:00Z');
const later = new Date('2026-04-02T06:30:00Z');

const order = (change: Partial<OrderFacts> = {}): OrderFacts => ({
  id: 'fws_1',
  amountPaise: 1_500_00,
  state: 'active',
  expiresAt: later,
  attempt: { id: null, status: 'NOT_ATTEMPTED', reason: null },
  ...change,
});

const remote = (status: GatewayOrder['status'] = 'active'): GatewayOrder => ({
  orderId: 'fws_1',
  providerOrderId: '77',
  amountPaise: 1_500_00,
  currency: 'INR',
  status,
  sessionId: 'session',
});

const payment = (change: Partial<GatewayPayment> = {}): GatewayPayment => ({
  paymentId: 'p1',
  orderId: 'fws_1',
  amountPaise: 1_500_00,
  currency: 'INR',
  status: 'success',
  method: 'upi',
  bankReference: null,
  completedAt: now,
  failureReason: null,
  ...change,
});

const word = (...payments: GatewayPayment[]): ProviderSnapshot => ({ order: remote(), payments });
const known = (change: { bookedIds?: string[]; isAwaited?: boolean } = {}) => ({
  bookedIds: new Set(change.bookedIds),
  isAwaited: change.isAwaited ?? true,
  now,
});

test('applies an exact payment of an awaited milestone', () => {
  expect(settle(order(), word(payment()), known())).toMatchObject({
    captures: [{ applied: true }],
    state: 'applied',
    attempt: { status: 'SUCCESS' },
  });
});

test.each([
  ['another amount', { amountPaise: 1_499_99 }],
  ['another currency', { currency: 'USD' }],
  ['another order', { orderId: 'fws_2' }],
])('sets aside a payment of %s', (_name, change) => {
  expect(settle(order(), word(payment(change)), known())).toMatchObject({
    captures: [{ applied: false }],
    state: 'unapplied',
  });
});

test('sets aside a payment that nobody waits for', () => {
  expect(settle(order(), word(payment()), known({ isAwaited: false }))).toMatchObject({
    captures: [{ applied: false }],
    state: 'unapplied',
  });
});

test('applies one of two payments, and sets aside one that arrives after the order is applied', () => {
  const both = settle(order(), word(payment({ paymentId: 'p2' }), payment()), known());
  expect(both.captures.map((capture) => capture.applied)).toEqual([true, false]);
  expect(
    settle(
      order({ state: 'applied' }),
      word(payment({ paymentId: 'p2' }), payment()),
      known({ bookedIds: ['p1'] }),
    ),
  ).toMatchObject({ captures: [{ applied: false, payment: { paymentId: 'p2' } }], state: 'applied' });
});

test('ignores a payment that is already booked', () => {
  expect(settle(order({ state: 'applied' }), word(payment()), known({ bookedIds: ['p1'] }))).toMatchObject({
    captures: [],
    state: 'applied',
  });
});

test('a failure reported after the success does not undo it', () => {
  const late = word(payment({ paymentId: 'p0', status: 'failed' }), payment());
  expect(settle(order({ state: 'applied' }), late, known({ bookedIds: ['p1'] })).attempt.status).toBe(
    'SUCCESS',
  );
});

test('applies an expired order that was paid in time', () => {
  expect(settle(order({ state: 'expired' }), word(payment()), known()).state).toBe('applied');
});

test('a pending attempt outweighs a newer failed one', () => {
  const attempts = word(
    payment({ paymentId: 'p2', status: 'failed', failureReason: 'declined' }),
    payment({ status: 'pending' }),
  );
  expect(settle(order(), attempts, known()).attempt).toMatchObject({ id: 'p1', status: 'PENDING' });
});

test('expires an order unknown to the provider when its time is over', () => {
  const silence: ProviderSnapshot = { order: null, payments: [] };
  expect(settle(order({ state: 'created' }), silence, known()).state).toBe('created');
  const over = order({ state: 'created', expiresAt: new Date(now.getTime() - 1) });
  expect(settle(over, silence, known()).state).toBe('expired');
});

test.each<[OrderFacts['state'], GatewayOrder['status'], OrderFacts['state']]>([
  ['created', 'active', 'active'],
  ['active', 'active', 'active'],
  ['active', 'paid', 'active'],
  ['active', 'expired', 'expired'],
  ['active', 'terminated', 'terminated'],
  ['expired', 'active', 'expired'],
  ['terminated', 'active', 'terminated'],
  ['expired', 'terminated', 'expired'],
])('an unpaid order that is %s here and %s at the provider becomes %s', (state, status, after) => {
  expect(settle(order({ state }), { order: remote(status), payments: [] }, known()).state).toBe(after);
});

test('expires an order after its end time and not before, unless the provider reports it as paid', () => {
  const ends = (expiresAt: Date, said: GatewayOrder | null) =>
    settle(order({ expiresAt }), { order: said, payments: [] }, known()).state;
  const past = new Date(now.getTime() - 1);
  expect([now, past].map((at) => ends(at, null))).toEqual(['active', 'expired']);
  expect([now, past].map((at) => ends(at, remote()))).toEqual(['active', 'expired']);
  // The provider is still booking the payment and will list it.
  expect(ends(past, remote('paid'))).toBe('active');
});

test.each<[GatewayPayment['status'], string]>([
  ['success', 'CANCELLED'],
  ['pending', 'PENDING'],
  ['not_attempted', 'NOT_ATTEMPTED'],
  ['failed', 'FAILED'],
  ['user_dropped', 'USER_DROPPED'],
  ['cancelled', 'CANCELLED'],
  ['void', 'CANCELLED'],
])('shows an attempt that is %s and does not fund the milestone as %s', (status, said) => {
  const latest = payment({ paymentId: 'p9', status, failureReason: 'the bank said no' });
  const older = payment({ paymentId: 'p8', status: 'failed' });
  expect(settle(order(), word(latest, older), known({ isAwaited: false })).attempt).toEqual({
    id: 'p9',
    status: said,
    reason: 'the bank said no',
  });
});

test('an applied order shows SUCCESS with its known attempt; no payments change no attempt', () => {
  const attempt = { id: 'p7', status: 'FAILED', reason: 'declined' } as const;
  expect(settle(order({ attempt }), word(payment()), known()).attempt).toEqual({
    id: 'p7',
    status: 'SUCCESS',
    reason: null,
  });
  expect(settle(order({ attempt }), word(), known()).attempt).toEqual(attempt);
});

const anyPayment = fc.record({
  paymentId: fc.constantFrom('p1', 'p2', 'p3'),
  orderId: fc.constantFrom('fws_1', 'fws_2'),
  amountPaise: fc.constantFrom(1_500_00, 1),
  currency: fc.constantFrom('INR', 'USD'),
  status: fc.constantFrom<GatewayPayment['status']>(
    'success',
    'pending',
    'failed',
    'user_dropped',
    'cancelled',
    'void',
    'not_attempted',
  ),
});
const anyWord = fc.record({
  order: fc.constantFrom<GatewayOrder['status']>('active', 'paid', 'expired', 'terminated').map(remote),
  payments: fc
    .uniqueArray(anyPayment, { selector: (one) => one.paymentId })
    .map((payments) => payments.map(payment)),
});
const anyKnown = fc.record({ bookedIds: fc.subarray(['p1', 'p2', 'p3']), isAwaited: fc.boolean() });
const OPEN: OrderState[] = ['created', 'active', 'expired', 'terminated'];

test('books every new success of an open order and applies at most one', () => {
  fc.assert(
    fc.property(anyWord, fc.constantFrom(...OPEN), anyKnown, (said, state, before) => {
      const settled = settle(order({ state }), said, known(before));
      const fresh = said.payments.filter(
        (one) => one.status === 'success' && !before.bookedIds.includes(one.paymentId),
      );
      const exact = fresh.filter(
        (one) => one.orderId === 'fws_1' && one.amountPaise === 1_500_00 && one.currency === 'INR',
      );
      expect(settled.captures.map((capture) => capture.payment)).toEqual(fresh);
      expect(settled.captures.filter((capture) => capture.applied).map((capture) => capture.payment)).toEqual(
        before.isAwaited ? exact.slice(0, 1) : [],
      );
      expect(settled.state === 'applied').toBe(before.isAwaited && exact.length > 0);
    }),
  );
});

test('never changes a final order and never reopens an ended one', () => {
  const final = fc.constantFrom<OrderState>('applied', 'unapplied');
  fc.assert(
    fc.property(anyWord, final, anyKnown, (said, state, before) => {
      const settled = settle(order({ state }), said, known(before));
      expect(settled.state).toBe(state);
      expect(settled.captures.filter((capture) => capture.applied)).toEqual([]);
    }),
  );
  const ended = fc.constantFrom<OrderState>('expired', 'terminated');
  fc.assert(
    fc.property(anyWord, ended, anyKnown, (said, state, before) => {
      const settled = settle(order({ state }), said, known(before));
      expect([state, 'applied', 'unapplied']).toContain(settled.state);
    }),
  );
});
