import { expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { OrderState } from '@fws/contract/contracts/orders/lifecycle';
import type { GatewayOrder, GatewayPayment } from '../../../ports/payment-gateway.ts';
import { decideOrderOutcome, type OrderFacts, type ProviderSnapshot } from './outcome.ts';

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

const buildSnapshot = (...payments: GatewayPayment[]): ProviderSnapshot => ({ order: remote(), payments });
const buildContext = (change: { bookedIds?: string[]; isAwaited?: boolean } = {}) => ({
  bookedIds: new Set(change.bookedIds),
  isAwaited: change.isAwaited ?? true,
  now,
});

test('applies an exact payment of an awaited milestone', () => {
  expect(decideOrderOutcome(order(), buildSnapshot(payment()), buildContext())).toMatchObject({
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
  expect(decideOrderOutcome(order(), buildSnapshot(payment(change)), buildContext())).toMatchObject({
    captures: [{ applied: false }],
    state: 'unapplied',
  });
});

test('sets aside a payment that nobody waits for', () => {
  expect(
    decideOrderOutcome(order(), buildSnapshot(payment()), buildContext({ isAwaited: false })),
  ).toMatchObject({
    captures: [{ applied: false }],
    state: 'unapplied',
  });
});

test('applies one of two payments, and sets aside one that arrives after the order is applied', () => {
  const both = decideOrderOutcome(
    order(),
    buildSnapshot(payment({ paymentId: 'p2' }), payment()),
    buildContext(),
  );
  expect(both.captures.map((capture) => capture.applied)).toEqual([true, false]);
  expect(
    decideOrderOutcome(
      order({ state: 'applied' }),
      buildSnapshot(payment({ paymentId: 'p2' }), payment()),
      buildContext({ bookedIds: ['p1'] }),
    ),
  ).toMatchObject({ captures: [{ applied: false, payment: { paymentId: 'p2' } }], state: 'applied' });
});

test('ignores a payment that is already booked', () => {
  expect(
    decideOrderOutcome(
      order({ state: 'applied' }),
      buildSnapshot(payment()),
      buildContext({ bookedIds: ['p1'] }),
    ),
  ).toMatchObject({
    captures: [],
    state: 'applied',
  });
});

test('a failure reported after the success does not undo it', () => {
  const late = buildSnapshot(payment({ paymentId: 'p0', status: 'failed' }), payment());
  expect(
    decideOrderOutcome(order({ state: 'applied' }), late, buildContext({ bookedIds: ['p1'] })).attempt.status,
  ).toBe('SUCCESS');
});

test('applies an expired order that was paid in time', () => {
  expect(
    decideOrderOutcome(order({ state: 'expired' }), buildSnapshot(payment()), buildContext()).state,
  ).toBe('applied');
});

test('a pending attempt outweighs a newer failed one', () => {
  const attempts = buildSnapshot(
    payment({ paymentId: 'p2', status: 'failed', failureReason: 'declined' }),
    payment({ status: 'pending' }),
  );
  expect(decideOrderOutcome(order(), attempts, buildContext()).attempt).toMatchObject({
    id: 'p1',
    status: 'PENDING',
  });
});

test('expires an order unknown to the provider when its time is over', () => {
  const silence: ProviderSnapshot = { order: null, payments: [] };
  expect(decideOrderOutcome(order({ state: 'created' }), silence, buildContext()).state).toBe('created');
  const over = order({ state: 'created', expiresAt: new Date(now.getTime() - 1) });
  expect(decideOrderOutcome(over, silence, buildContext()).state).toBe('expired');
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
  expect(
    decideOrderOutcome(order({ state }), { order: remote(status), payments: [] }, buildContext()).state,
  ).toBe(after);
});

test('names the event and whether the provider or the end of its time caused it', () => {
  const past = new Date(now.getTime() - 1);
  const decideStep = (change: Partial<OrderFacts>, snapshot: ProviderSnapshot, isAwaited = true) =>
    decideOrderOutcome(order(change), snapshot, buildContext({ isAwaited })).step;
  const unpaid = (status: GatewayOrder['status']): ProviderSnapshot => ({
    order: remote(status),
    payments: [],
  });
  const silence: ProviderSnapshot = { order: null, payments: [] };
  const byProvider = { by: { role: 'provider' } };
  const bySystem = { by: { role: 'system' } };
  expect(decideStep({}, buildSnapshot(payment()))).toEqual({ event: 'apply', ...byProvider });
  expect(decideStep({}, buildSnapshot(payment()), false)).toEqual({ event: 'set_aside', ...byProvider });
  expect(decideStep({ state: 'created' }, unpaid('active'))).toEqual({ event: 'register', ...byProvider });
  expect(decideStep({}, unpaid('terminated'))).toEqual({ event: 'terminate', ...byProvider });
  expect(decideStep({ expiresAt: past }, unpaid('expired'))).toEqual({ event: 'expire', ...byProvider });
  expect(decideStep({ expiresAt: past }, unpaid('active'))).toEqual({ event: 'expire', ...bySystem });
  expect(decideStep({ expiresAt: past }, silence)).toEqual({ event: 'expire', ...bySystem });
});

test.each<[OrderState, GatewayOrder['status']]>([
  ['active', 'active'],
  ['active', 'paid'],
  ['expired', 'terminated'],
  ['terminated', 'expired'],
])('no event takes place in an order that is %s when the provider says %s', (state, status) => {
  const snapshot = { order: remote(status), payments: [] };
  expect(decideOrderOutcome(order({ state }), snapshot, buildContext()).step).toBeNull();
});

test('expires an order after its end time and not before, unless the provider reports it as paid', () => {
  const decideState = (expiresAt: Date, reported: GatewayOrder | null) =>
    decideOrderOutcome(order({ expiresAt }), { order: reported, payments: [] }, buildContext()).state;
  const past = new Date(now.getTime() - 1);
  expect([now, past].map((at) => decideState(at, null))).toEqual(['active', 'expired']);
  expect([now, past].map((at) => decideState(at, remote()))).toEqual(['active', 'expired']);
  // The provider is still booking the payment and will list it.
  expect(decideState(past, remote('paid'))).toBe('active');
});

test.each<[GatewayPayment['status'], string]>([
  ['success', 'CANCELLED'],
  ['pending', 'PENDING'],
  ['not_attempted', 'NOT_ATTEMPTED'],
  ['failed', 'FAILED'],
  ['user_dropped', 'USER_DROPPED'],
  ['cancelled', 'CANCELLED'],
  ['void', 'CANCELLED'],
])('shows an attempt that is %s and does not fund the milestone as %s', (status, expected) => {
  const latest = payment({ paymentId: 'p9', status, failureReason: 'the bank said no' });
  const older = payment({ paymentId: 'p8', status: 'failed' });
  expect(
    decideOrderOutcome(order(), buildSnapshot(latest, older), buildContext({ isAwaited: false })).attempt,
  ).toEqual({
    id: 'p9',
    status: expected,
    reason: 'the bank said no',
  });
});

test('an applied order shows SUCCESS with its known attempt; no payments change no attempt', () => {
  const attempt = { id: 'p7', status: 'FAILED', reason: 'declined' } as const;
  expect(decideOrderOutcome(order({ attempt }), buildSnapshot(payment()), buildContext()).attempt).toEqual({
    id: 'p7',
    status: 'SUCCESS',
    reason: null,
  });
  expect(decideOrderOutcome(order({ attempt }), buildSnapshot(), buildContext()).attempt).toEqual(attempt);
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
const anySnapshot = fc.record({
  order: fc.constantFrom<GatewayOrder['status']>('active', 'paid', 'expired', 'terminated').map(remote),
  payments: fc
    .uniqueArray(anyPayment, { selector: (candidate) => candidate.paymentId })
    .map((payments) => payments.map(payment)),
});
const anyContext = fc.record({ bookedIds: fc.subarray(['p1', 'p2', 'p3']), isAwaited: fc.boolean() });
const OPEN: OrderState[] = ['created', 'active', 'expired', 'terminated'];

test('books every new success of an open order and applies at most one', () => {
  fc.assert(
    fc.property(anySnapshot, fc.constantFrom(...OPEN), anyContext, (snapshot, state, context) => {
      const outcome = decideOrderOutcome(order({ state }), snapshot, buildContext(context));
      const newPayments = snapshot.payments.filter(
        (candidate) => candidate.status === 'success' && !context.bookedIds.includes(candidate.paymentId),
      );
      const exact = newPayments.filter(
        (candidate) =>
          candidate.orderId === 'fws_1' && candidate.amountPaise === 1_500_00 && candidate.currency === 'INR',
      );
      expect(outcome.captures.map((capture) => capture.payment)).toEqual(newPayments);
      expect(outcome.captures.filter((capture) => capture.applied).map((capture) => capture.payment)).toEqual(
        context.isAwaited ? exact.slice(0, 1) : [],
      );
      expect(outcome.state === 'applied').toBe(context.isAwaited && exact.length > 0);
    }),
  );
});

test('never changes a final order and never reopens an ended one', () => {
  const final = fc.constantFrom<OrderState>('applied', 'unapplied');
  fc.assert(
    fc.property(anySnapshot, final, anyContext, (snapshot, state, context) => {
      const outcome = decideOrderOutcome(order({ state }), snapshot, buildContext(context));
      expect(outcome.state).toBe(state);
      expect(outcome.captures.filter((capture) => capture.applied)).toEqual([]);
    }),
  );
  const ended = fc.constantFrom<OrderState>('expired', 'terminated');
  fc.assert(
    fc.property(anySnapshot, ended, anyContext, (snapshot, state, context) => {
      const outcome = decideOrderOutcome(order({ state }), snapshot, buildContext(context));
      expect([state, 'applied', 'unapplied']).toContain(outcome.state);
    }),
  );
});
