import { calculatePlatformBalances } from './books.ts';
import { fail } from './difference.ts';
import type { Expected } from './expected.ts';
import type { ObservedPlatform, ObservedState } from '../support/product/observe.ts';
import type { Outside } from '../support/product/outside.ts';

// Where the money is: payments, chargebacks, deductions, releases, and the balance of each account.

/** Compares what all worlds share. `before` holds the balances from the start of this world. */
export function comparePlatform(
  model: Expected,
  platform: ObservedPlatform,
  before: Record<string, number>,
  outside: Outside,
): void {
  syncSettlements(model, platform, outside);
  const expected = calculatePlatformBalances(model);
  for (const [code, paise] of Object.entries(before)) expected[code] = (expected[code] ?? 0) + paise;
  compareBalances(expected, platform.accounts);
}

/** A settlement may not be recorded yet, but a recorded one must match the provider. */
function syncSettlements(model: Expected, { settlements }: ObservedPlatform, outside: Outside): void {
  for (const { id, state, settled, fee, gst } of settlements) {
    const providerSettlement = outside.settlements.get(id);
    const isSame =
      providerSettlement?.settledPaise === settled &&
      providerSettlement.feePaise === fee &&
      providerSettlement.gstPaise === gst;
    const before = model.settlements.get(id)?.state;
    const isTrue =
      state === 'reversed'
        ? providerSettlement?.status === 'reversed'
        : providerSettlement?.wasReceived && before !== 'reversed';
    if (!isSame || !isTrue)
      fail(`settlement ${id} is ${state} after ${before} with ${JSON.stringify(providerSettlement)} outside`);
    model.settlements.set(id, {
      state: state === 'reversed' ? 'reversed' : 'received',
      settledPaise: settled,
      feePaise: fee,
      gstPaise: gst,
    });
  }
  if (model.settlements.size !== settlements.length) fail('a settlement is gone');
}

export function compareClaims(model: Expected, observed: ObservedState): void {
  if (model.chargebacks.size !== observed.chargebacks.length)
    fail(`${observed.chargebacks.length} chargebacks, not ${JSON.stringify([...model.chargebacks])}`);
  for (const actual of observed.chargebacks) {
    const chargeback = model.chargebacks.get(actual.id);
    const isSame =
      chargeback?.state === actual.state &&
      chargeback.escrowPaise === actual.escrow &&
      chargeback.receivablePaise === actual.receivable &&
      chargeback.writtenOffPaise === actual.writtenOff;
    if (!isSame) fail(`chargeback ${JSON.stringify(actual)} is not ${JSON.stringify(chargeback)}`);
  }
}

export function compareDeductions(model: Expected, observed: ObservedState): void {
  if (model.deductions.size !== observed.kept.length)
    fail(`${observed.kept.length} deductions, not ${JSON.stringify([...model.deductions])}`);
  for (const { milestone, ...actual } of observed.kept) {
    const deductions = model.deductions.get(milestone);
    if (
      deductions?.fee !== actual.fee ||
      deductions.gst !== actual.gst ||
      deductions.tds !== actual.tds ||
      deductions.welfare !== actual.welfare
    )
      fail(`of milestone ${milestone} was kept ${JSON.stringify(actual)}, not ${JSON.stringify(deductions)}`);
  }
}

export function comparePayments(model: Expected, observed: ObservedState): void {
  if (model.payments.size !== observed.payments.length)
    fail(`${observed.payments.length} payments, not ${JSON.stringify([...model.payments])}`);
  for (const actual of observed.payments) {
    const payment = model.payments.get(actual.id);
    if (
      payment?.order !== actual.order ||
      payment.paise !== actual.paise ||
      payment.applied !== actual.applied
    )
      fail(`payment ${JSON.stringify(actual)} is not ${JSON.stringify(payment)}`);
  }
}

export function compareBalances(expected: Record<string, number>, actual: Record<string, number>): void {
  for (const code of new Set([...Object.keys(expected), ...Object.keys(actual)]))
    if ((expected[code] ?? 0) !== (actual[code] ?? 0))
      fail(`${code} holds ${actual[code] ?? 0} paise, not ${expected[code] ?? 0}`);
}

/** What rests how long, what holds keep, and from which releases withdrawals took. */
export function compareReleases(model: Expected, observed: ObservedState): void {
  const expected = [...model.wallets].flatMap(([user, { releases }]) =>
    releases.map(({ milestone, paise, left, until, heldBy }) =>
      JSON.stringify({ user, milestone, paise, left, until, held: heldBy.size > 0 }),
    ),
  );
  const actual = observed.releases.map(({ user, milestone, paise, left, until, held }) =>
    JSON.stringify({ user, milestone, paise, left, until, held }),
  );
  if (expected.toSorted().join('\n') !== actual.toSorted().join('\n'))
    fail(`releases are ${actual.join(', ')}, not ${expected.join(', ')}`);
}
