import { expect, test } from 'vitest';
import type { GatewayChargeback } from '../../ports/payment-gateway.ts';
import { decideChargeback, takenFrom, type ChargebackFacts } from './chargeback-rules.ts';

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 6, 0, second));
const word = (change: Partial<GatewayChargeback>): GatewayChargeback => ({
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
const known = (change: Partial<ChargebackFacts> = {}): ChargebackFacts => ({
  state: 'open',
  isTaken: true,
  changedAt: at(2),
  ...change,
});

test('takes the money for a new chargeback only if the provider debited it', () => {
  expect(decideChargeback(null, word({}))).toEqual({ state: 'open', money: 'take' });
  expect(decideChargeback(null, word({ isDebited: false }))).toEqual({ state: 'open', money: null });
  expect(decideChargeback(null, word({ status: 'lost' }))).toEqual({ state: 'lost', money: 'take' });
  expect(decideChargeback(null, word({ status: 'won', isDebited: false }))).toEqual({
    state: 'won',
    money: null,
  });
});

test('ignores a repeated report, whatever its time', () => {
  expect(decideChargeback(known(), word({}))).toBeNull();
  expect(decideChargeback(known(), word({ updatedAt: at(9) }))).toBeNull();
  expect(decideChargeback(known(), word({ updatedAt: null }))).toBeNull();
});

test('takes the money when an inquiry becomes a chargeback, returns it when won, keeps it when lost', () => {
  const inquiry = known({ isTaken: false });
  expect(decideChargeback(inquiry, word({ updatedAt: at(3) }))).toEqual({ state: 'open', money: 'take' });
  const won = word({ status: 'won', isDebited: false, updatedAt: at(3) });
  expect(decideChargeback(known(), won)).toEqual({ state: 'won', money: 'return' });
  expect(decideChargeback(inquiry, won)).toEqual({ state: 'won', money: null });
  const lost = word({ status: 'lost', updatedAt: at(3) });
  expect(decideChargeback(known(), lost)).toEqual({ state: 'lost', money: null });
  expect(decideChargeback(inquiry, lost)).toEqual({ state: 'lost', money: 'take' });
});

test('accepts a newer chargeback after a win and ignores older reports', () => {
  const won = known({ state: 'won', isTaken: false, changedAt: at(5) });
  expect(decideChargeback(won, word({ updatedAt: at(6) }))).toEqual({ state: 'open', money: 'take' });
  expect(decideChargeback(won, word({ updatedAt: at(4) }))).toBeNull();
  const lost = known({ state: 'lost', changedAt: at(5) });
  expect(decideChargeback(lost, word({ updatedAt: at(4) }))).toBeNull();
});

test('without different times, only moves forward: open, lost, won', () => {
  for (const changedAt of [null, at(2)]) {
    const won = word({ status: 'won', isDebited: false, updatedAt: changedAt });
    const lost = word({ status: 'lost', updatedAt: changedAt });
    expect(decideChargeback(known({ changedAt }), won)).toEqual({ state: 'won', money: 'return' });
    expect(decideChargeback(known({ state: 'lost', changedAt }), won)).toEqual({
      state: 'won',
      money: 'return',
    });
    expect(decideChargeback(known({ state: 'won', isTaken: false, changedAt }), lost)).toBeNull();
    expect(decideChargeback(known({ state: 'lost', changedAt }), word({ updatedAt: changedAt }))).toBeNull();
  }
});

test('when only one side has a time, only moves forward', () => {
  const won = { status: 'won', isDebited: false } as const;
  for (const [before, now] of [
    [null, at(1)],
    [at(9), null],
  ]) {
    const open = known({ changedAt: before ?? null });
    const later = { updatedAt: now ?? null };
    expect(decideChargeback(open, word({ status: 'lost', ...later }))).toEqual({
      state: 'lost',
      money: null,
    });
    expect(decideChargeback(open, word({ ...won, ...later }))).toEqual({ state: 'won', money: 'return' });
    expect(decideChargeback({ ...open, state: 'lost' }, word(later))).toBeNull();
    expect(decideChargeback({ ...open, state: 'won', isTaken: false }, word(later))).toBeNull();
    expect(decideChargeback({ ...open, isTaken: false }, word(later))).toEqual({
      state: 'open',
      money: 'take',
    });
    expect(decideChargeback(open, word({ isDebited: false, ...later }))).toBeNull();
  }
});

test('allocates to escrow as far as it reaches and the rest to the receivable', () => {
  expect(takenFrom(100, 100)).toEqual({ escrowPaise: 100, receivablePaise: 0 });
  expect(takenFrom(100, 30)).toEqual({ escrowPaise: 30, receivablePaise: 70 });
  expect(takenFrom(30, 100)).toEqual({ escrowPaise: 30, receivablePaise: 0 });
  expect(takenFrom(30, 0)).toEqual({ escrowPaise: 0, receivablePaise: 30 });
});
