import { expect, test } from 'vitest';
import type { GatewayChargeback } from '../../../ports/payment-gateway.ts';
import { allocateTaking, decideChargeback, type ChargebackFacts } from './rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 6, 0, second));
const buildReport = (change: Partial<GatewayChargeback>): GatewayChargeback => ({
  chargebackId: 'd1',
  orderId: 'order_1',
  paymentId: 'p1',
  amountPaise: 100,
  currency: 'INR',
  status: 'open',
  isDebited: true,
  reason: '',
  respondBy: null,
  updatedAt: at(2),
  ...change,
});
const buildFacts = (change: Partial<ChargebackFacts> = {}): ChargebackFacts => ({
  state: 'open',
  isTaken: true,
  changedAt: at(2),
  ...change,
});

test('takes the money for a new chargeback only if the provider debited it', () => {
  expect(decideChargeback(null, buildReport({}))).toEqual({ state: 'open', money: 'take' });
  expect(decideChargeback(null, buildReport({ isDebited: false }))).toEqual({ state: 'open', money: null });
  expect(decideChargeback(null, buildReport({ status: 'lost' }))).toEqual({ state: 'lost', money: 'take' });
  expect(decideChargeback(null, buildReport({ status: 'won', isDebited: false }))).toEqual({
    state: 'won',
    money: null,
  });
});

test('ignores a repeated report, whatever its time', () => {
  expect(decideChargeback(buildFacts(), buildReport({}))).toBeNull();
  expect(decideChargeback(buildFacts(), buildReport({ updatedAt: at(9) }))).toBeNull();
  expect(decideChargeback(buildFacts(), buildReport({ updatedAt: null }))).toBeNull();
});

test('takes the money when an inquiry becomes a chargeback, returns it when won, keeps it when lost', () => {
  const inquiry = buildFacts({ isTaken: false });
  expect(decideChargeback(inquiry, buildReport({ updatedAt: at(3) }))).toEqual({
    state: 'open',
    money: 'take',
  });
  const won = buildReport({ status: 'won', isDebited: false, updatedAt: at(3) });
  expect(decideChargeback(buildFacts(), won)).toEqual({ state: 'won', money: 'return' });
  expect(decideChargeback(inquiry, won)).toEqual({ state: 'won', money: null });
  const lost = buildReport({ status: 'lost', updatedAt: at(3) });
  expect(decideChargeback(buildFacts(), lost)).toEqual({ state: 'lost', money: null });
  expect(decideChargeback(inquiry, lost)).toEqual({ state: 'lost', money: 'take' });
});

test('accepts a newer chargeback after a win and ignores older reports', () => {
  const won = buildFacts({ state: 'won', isTaken: false, changedAt: at(5) });
  expect(decideChargeback(won, buildReport({ updatedAt: at(6) }))).toEqual({ state: 'open', money: 'take' });
  expect(decideChargeback(won, buildReport({ updatedAt: at(4) }))).toBeNull();
  const lost = buildFacts({ state: 'lost', changedAt: at(5) });
  expect(decideChargeback(lost, buildReport({ updatedAt: at(4) }))).toBeNull();
});

test('without different times, only moves forward: open, lost, won', () => {
  for (const changedAt of [null, at(2)]) {
    const won = buildReport({ status: 'won', isDebited: false, updatedAt: changedAt });
    const lost = buildReport({ status: 'lost', updatedAt: changedAt });
    expect(decideChargeback(buildFacts({ changedAt }), won)).toEqual({ state: 'won', money: 'return' });
    expect(decideChargeback(buildFacts({ state: 'lost', changedAt }), won)).toEqual({
      state: 'won',
      money: 'return',
    });
    expect(decideChargeback(buildFacts({ state: 'won', isTaken: false, changedAt }), lost)).toBeNull();
    expect(
      decideChargeback(buildFacts({ state: 'lost', changedAt }), buildReport({ updatedAt: changedAt })),
    ).toBeNull();
  }
});

test('when only one side has a time, only moves forward', () => {
  const won = { status: 'won', isDebited: false } as const;
  for (const [before, now] of [
    [null, at(1)],
    [at(9), null],
  ]) {
    const open = buildFacts({ changedAt: before ?? null });
    const later = { updatedAt: now ?? null };
    expect(decideChargeback(open, buildReport({ status: 'lost', ...later }))).toEqual({
      state: 'lost',
      money: null,
    });
    expect(decideChargeback(open, buildReport({ ...won, ...later }))).toEqual({
      state: 'won',
      money: 'return',
    });
    expect(decideChargeback({ ...open, state: 'lost' }, buildReport(later))).toBeNull();
    expect(decideChargeback({ ...open, state: 'won', isTaken: false }, buildReport(later))).toBeNull();
    expect(decideChargeback({ ...open, isTaken: false }, buildReport(later))).toEqual({
      state: 'open',
      money: 'take',
    });
    expect(decideChargeback(open, buildReport({ isDebited: false, ...later }))).toBeNull();
  }
});

test('allocates to escrow as far as it reaches and the rest to the receivable', () => {
  expect(allocateTaking(100, 100)).toEqual({ escrowPaise: 100, receivablePaise: 0 });
  expect(allocateTaking(100, 30)).toEqual({ escrowPaise: 30, receivablePaise: 70 });
  expect(allocateTaking(30, 100)).toEqual({ escrowPaise: 30, receivablePaise: 0 });
  expect(allocateTaking(30, 0)).toEqual({ escrowPaise: 0, receivablePaise: 30 });
});
