import {
  compareBalances,
  compareClaims,
  compareDeductions,
  comparePayments,
  compareReleases,
} from './compare-money.ts';
import { compareReviews, compareVisit } from './compare-visits.ts';
import { calculateBalances } from './books.ts';
import { fail } from './difference.ts';
import type { Expected } from './expected.ts';
import type { ObservedState } from '../support/product/observe.ts';
import type { Outside } from '../support/product/outside.ts';
import { DAY_MS } from './state.ts';
import { syncOrders, syncRefunds, syncWithdrawals } from './sync-provider.ts';
import { getPeriodMs, getReleaseTime, recordWaiting } from './waits.ts';

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
  compareVisit(model, observed);
  compareReviews(model, observed);
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
    const { id, kind, paise, fund, work, held } = milestone;
    const releasesAt = getReleaseTime(milestone);
    const expected = JSON.stringify({ id, kind, paise, fund, work, held, releasesAt });
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
