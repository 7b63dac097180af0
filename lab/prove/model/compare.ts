import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import { calculateBalances, calculatePlatformBalances } from './books.ts';
import type { Expected } from './expected.ts';
import type { ObservedState, ObservedPlatform } from '../support/product/observe.ts';
import type { Outside, OutsideTransfer } from '../support/product/outside.ts';
import { DAY_MS } from './state.ts';
import { getPeriodMs, getReleaseTime, recordWaiting } from './waits.ts';

/** A difference between the model and the database. */
export class Difference extends Error {}

const fail = (message: string): never => {
  throw new Difference(message);
};

/**
 * Compares model and database after every command. New ids are copied into the model. What depends on when the product
 * learns of something (a finished refund or transfer, an order known to the provider) may lag behind the provider, never
 * run ahead. A change that the provider's records justify is copied into the model with all its consequences.
 */
export function compare(
  model: Expected,
  observed: ObservedState,
  { outside, now }: { outside: Outside; now: number },
): void {
  syncQuotes(model, observed);
  syncContract(model, observed);
  compareWaits(model, observed, now);
  syncOrders(model, observed, outside);
  syncRefunds(model, observed, outside);
  syncWithdrawals(model, observed, outside);
  syncDisputes(model, observed);
  syncSplits(model, observed);
  syncChange(model, observed);
  if (model.job !== observed.job) fail(`the job is ${observed.job}, not ${model.job}`);
  if ((model.endedBy?.side ?? null) !== observed.endedBy)
    fail(`the ${observed.endedBy} cancelled, not the ${model.endedBy?.side}`);
  comparePayments(model, observed);
  compareClaims(model, observed);
  compareDeductions(model, observed);
  compareBalances(calculateBalances(model), observed.balances);
  compareReleases(model, observed);
}

/** What rests how long, what holds keep, and from which releases withdrawals took. */
function compareReleases(model: Expected, observed: ObservedState): void {
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

function compareClaims(model: Expected, observed: ObservedState): void {
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

function compareDeductions(model: Expected, observed: ObservedState): void {
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

function syncQuotes(model: Expected, observed: ObservedState): void {
  if (model.quotes.length !== observed.quotes.length)
    fail(`${observed.quotes.length} quotes, not ${model.quotes.length}`);
  for (const [index, quote] of model.quotes.entries()) {
    const actual = observed.quotes[index];
    if (quote.id === 0) quote.id = actual?.id ?? 0;
    if (actual?.state === 'lapsed' && quote.state === 'submitted') quote.state = 'lapsed';
    if (actual?.id !== quote.id || actual.worker !== quote.worker || actual.state !== quote.state)
      fail(`quote ${index} is ${JSON.stringify(actual)}, not ${JSON.stringify(quote)}`);
  }
}

function syncContract(model: Expected, observed: ObservedState): void {
  const { contract } = observed;
  if ((contract?.worker ?? null) !== model.worker)
    fail(`the worker is ${contract?.worker}, not ${model.worker}`);
  if (contract) {
    if (contract.completed !== (observed.job === 'completed'))
      fail(`a ${observed.job} job has a contract that was ${contract.completed ? '' : 'not '}completed`);
    if (contract.total !== model.totalPaise)
      fail(`the contract is about ${contract.total} paise, not ${model.totalPaise}`);
    if (contract.cancelled !== (observed.job === 'cancelled'))
      fail(`a ${observed.job} job has a contract that was ${contract.cancelled ? '' : 'not '}cancelled`);
  }
  if (model.milestones.length !== observed.milestones.length)
    fail(`${observed.milestones.length} milestones, not ${model.milestones.length}`);
  for (const [index, milestone] of model.milestones.entries()) {
    const actual = observed.milestones[index];
    if (milestone.id === 0) milestone.id = actual?.id ?? 0;
    const refund = model.refunds.get(`ref_m${milestone.id}`);
    const wentBack = observed.refunds.some(
      ({ id, state }) => id === `ref_m${milestone.id}` && state === 'succeeded',
    );
    if (refund && wentBack && milestone.fund === 'refund_pending') milestone.fund = 'refunded';
    const { id, paise, fund, work, held } = milestone;
    const releasesAt = getReleaseTime(milestone);
    const expected = JSON.stringify({ id, paise, fund, work, held, releasesAt });
    if (expected !== JSON.stringify(actual))
      fail(`milestone ${index} is ${JSON.stringify(actual)}, not ${expected}`);
  }
}

/** Whatever happens and how often, the worker waits for answers only so long. */
function compareWaits(model: Expected, observed: ObservedState, now: number): void {
  const periodMs = getPeriodMs(model.inPerson);
  for (const [index, { waiting }] of model.milestones.entries()) {
    const releasesAt = model.underWay ? (observed.milestones[index]?.releasesAt ?? null) : null;
    if (!recordWaiting(waiting, { now, releasesAt, periodMs }))
      fail(`milestone ${index} waited ${waiting.totalMs / DAY_MS} days for answers of its poster`);
  }
}

function syncOrders(model: Expected, observed: ObservedState, outside: Outside): void {
  for (const actual of observed.orders) {
    const existing = model.orders.get(actual.id);
    if (!existing) {
      const isExpected =
        model.newOrder?.milestone === actual.milestone &&
        model.newOrder.paise === actual.paise &&
        model.newOrder.expiresAt === actual.expiresAt;
      if (!isExpected) fail(`order ${JSON.stringify(actual)} came from nowhere`);
      model.newOrder = null;
      model.orders.set(actual.id, { ...actual, state: 'created' });
    }
    const order = model.orders.get(actual.id);
    if (!order) continue;
    if (order.state === 'created' && actual.state === 'active' && outside.orders.has(actual.id))
      order.state = 'active';
    if (order.state !== actual.state) fail(`order ${actual.id} is ${actual.state}, not ${order.state}`);
  }
  if (model.newOrder) fail(`no order was opened for milestone ${model.newOrder.milestone}`);
  if (model.orders.size !== observed.orders.length) fail('an order is gone');
}

function syncRefunds(model: Expected, observed: ObservedState, outside: Outside): void {
  for (const actual of observed.refunds) {
    const existing = model.refunds.get(actual.id);
    if (!existing) {
      const isOfUnapplied = [...model.payments].some(
        ([id, payment]) =>
          !payment.applied &&
          payment.order === actual.order &&
          payment.paise === actual.paise &&
          actual.id === `ref_${id}` &&
          actual.milestone === null,
      );
      if (!isOfUnapplied) fail(`refund ${JSON.stringify(actual)} came from nowhere`);
      model.refunds.set(actual.id, { ...actual, state: 'pending' });
    }
    const refund = model.refunds.get(actual.id);
    if (!refund) continue;
    const { order, milestone, paise } = refund;
    if (order !== actual.order || milestone !== actual.milestone || paise !== actual.paise)
      fail(`refund ${JSON.stringify(actual)} is not ${JSON.stringify(refund)}`);
    if (refund.state === actual.state) continue;
    const tries = outside.listRefundTries(order, actual.id);
    const succeeded = tries.filter(({ status }) => status === 'success').length;
    const last = tries.at(-1)?.status;
    // An earlier try may have succeeded after all; the product learns that later.
    const gaveUp = refund.state === 'pending' && (last === 'failed' || last === 'cancelled');
    const isTrue = actual.state === 'succeeded' ? succeeded === 1 : actual.state === 'failed' && gaveUp;
    if (refund.state === 'succeeded' || !isTrue)
      fail(
        `refund ${actual.id} went from ${refund.state} to ${actual.state} with ${JSON.stringify(tries)} outside`,
      );
    refund.state = actual.state;
  }
  if (model.refunds.size !== observed.refunds.length)
    fail(`${observed.refunds.length} refunds, not ${JSON.stringify([...model.refunds])}`);
}

/** Whether a withdrawal may have reached this state, given its transfer. */
function canBecome(
  state: WithdrawalState,
  before: WithdrawalState,
  transfer: OutsideTransfer | undefined,
): boolean {
  const status = transfer?.status;
  const wasOpen = before === 'requested' || before === 'processing';
  switch (state) {
    case 'requested':
      return false;
    case 'processing':
      return before === 'requested';
    case 'paid':
      return wasOpen && status === 'paid';
    case 'failed':
      return wasOpen && (status === undefined || status === 'failed' || status === 'rejected');
    case 'reversed':
      return (wasOpen || before === 'paid') && status === 'reversed';
  }
}

function syncWithdrawals(model: Expected, observed: ObservedState, outside: Outside): void {
  for (const actual of observed.withdrawals) {
    if (!model.withdrawals.has(actual.id)) {
      if (model.newWithdrawal?.user !== actual.user || model.newWithdrawal.paise !== actual.paise)
        fail(`withdrawal ${JSON.stringify(actual)} came from nowhere`);
      model.newWithdrawal = null;
      model.getWallet(actual.user).nameWithdrawal(actual.id);
      model.withdrawals.set(actual.id, { ...actual, state: 'requested', status: null });
    }
    const withdrawal = model.withdrawals.get(actual.id);
    if (withdrawal) withdrawal.status = actual.status;
    if (!withdrawal || withdrawal.state === actual.state) continue;
    if (!canBecome(actual.state, withdrawal.state, outside.transfers.get(actual.transfer)))
      fail(
        `withdrawal ${actual.id} went from ${withdrawal.state} to ${actual.state} with ${JSON.stringify(outside.transfers.get(actual.transfer))} outside`,
      );
    withdrawal.state = actual.state;
    if (actual.state === 'failed' || actual.state === 'reversed')
      model.getWallet(actual.user).giveBack(actual.id);
  }
  if (model.newWithdrawal) fail('a withdrawal was accepted and is not there');
  if (model.withdrawals.size !== observed.withdrawals.length) fail('a withdrawal is gone');
}

function syncDisputes(model: Expected, observed: ObservedState): void {
  for (const [index, dispute] of model.disputes.entries())
    dispute.id ??= observed.disputes[index]?.id ?? null;
  const [expected, actual] = [model.disputes, observed.disputes].map((disputes) =>
    JSON.stringify(
      disputes.map(({ id, raisedBy, state, ending, origin, milestones }) => [
        id,
        raisedBy,
        state,
        ending,
        origin,
        milestones.toSorted((a, b) => a - b),
      ]),
    ),
  );
  if (expected !== actual) fail(`the disputes are ${actual}, not ${expected}`);
}

function syncSplits(model: Expected, observed: ObservedState): void {
  const open = model.milestones.filter(({ split }) => split !== null);
  if (open.length !== observed.splits.length)
    fail(`${JSON.stringify(observed.splits)} are open, not ${JSON.stringify(open)}`);
  for (const { id: milestone, split, splitVersion: version } of open) {
    const actual = observed.splits.find((candidate) => candidate.milestone === milestone);
    if (!split || !actual) return fail(`milestone ${milestone} has no open split`);
    split.id ??= actual.id;
    const { id, turns, side, workerPaise, dueAt } = split;
    const expected = { id, milestone, version, turns, side, workerPaise, dueAt };
    if (JSON.stringify(expected) !== JSON.stringify(actual))
      fail(`the split is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
  }
}

function syncChange({ change }: Expected, observed: ObservedState): void {
  const actual = observed.change;
  if (change) change.id ??= actual?.id ?? null;
  const expected = change && { id: change.id, turns: change.turns, side: change.side, dueAt: change.dueAt };
  if (JSON.stringify(expected) !== JSON.stringify(actual))
    fail(`the open change is ${JSON.stringify(actual)}, not ${JSON.stringify(expected)}`);
}

function comparePayments(model: Expected, observed: ObservedState): void {
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

function compareBalances(expected: Record<string, number>, actual: Record<string, number>): void {
  for (const code of new Set([...Object.keys(expected), ...Object.keys(actual)]))
    if ((expected[code] ?? 0) !== (actual[code] ?? 0))
      fail(`${code} holds ${actual[code] ?? 0} paise, not ${expected[code] ?? 0}`);
}
