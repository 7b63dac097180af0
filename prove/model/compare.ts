import type { WithdrawalState } from '@fws/contract/payouts/process';
import { balancesOf, platformOf } from './books.ts';
import type { Expected } from './expected.ts';
import type { Seen, SeenPlatform } from './observe.ts';
import type { Outside, OutsideTransfer } from './outside.ts';

/** A difference between the model and the database. */
export class Difference extends Error {}

const refuse = (what: string): never => {
  throw new Difference(what);
};

/**
 * Compares model and database after every command. New ids are copied into the model. What depends on when the product
 * learns of something (a finished refund or transfer, an order known to the provider) may lag behind the provider, never
 * run ahead. A change that the provider's records justify is copied into the model with all its consequences.
 */
export function compare(model: Expected, seen: Seen, outside: Outside): void {
  takeQuotes(model, seen);
  takeContract(model, seen);
  takeOrders(model, seen, outside);
  takeRefunds(model, seen, outside);
  takeWithdrawals(model, seen, outside);
  takeDispute(model, seen);
  if (model.job !== seen.job) refuse(`the job is ${seen.job}, not ${model.job}`);
  if (model.asked !== seen.asked) refuse(`cancelling was ${seen.asked ? '' : 'not '}asked for`);
  comparePayments(model, seen);
  compareClaims(model, seen);
  compareKept(model, seen);
  compareBalances(balancesOf(model), seen.balances);
}

/** Compares what all worlds share. `before` holds the balances from the start of this world. */
export function comparePlatform(
  model: Expected,
  platform: SeenPlatform,
  before: Record<string, number>,
  outside: Outside,
): void {
  takeSettlements(model, platform, outside);
  const expected = platformOf(model);
  for (const [code, paise] of Object.entries(before)) expected[code] = (expected[code] ?? 0) + paise;
  compareBalances(expected, platform.accounts);
}

/** A settlement may not be recorded yet, but a recorded one must match the provider. */
function takeSettlements(model: Expected, { settlements }: SeenPlatform, outside: Outside): void {
  for (const { id, state, settled, fee, gst } of settlements) {
    const fact = outside.settlements.get(id);
    const isSame = fact?.settledPaise === settled && fact.feePaise === fee && fact.gstPaise === gst;
    const before = model.settlements.get(id)?.state;
    const isTrue =
      state === 'reversed' ? fact?.status === 'reversed' : fact?.wasReceived && before !== 'reversed';
    if (!isSame || !isTrue)
      refuse(`settlement ${id} is ${state} after ${before} with ${JSON.stringify(fact)} outside`);
    model.settlements.set(id, {
      state: state === 'reversed' ? 'reversed' : 'received',
      settledPaise: settled,
      feePaise: fee,
      gstPaise: gst,
    });
  }
  if (model.settlements.size !== settlements.length) refuse('a settlement is gone');
}

function compareClaims(model: Expected, seen: Seen): void {
  if (model.claims.size !== seen.claims.length)
    refuse(`${seen.claims.length} chargebacks, not ${JSON.stringify([...model.claims])}`);
  for (const real of seen.claims) {
    const claim = model.claims.get(real.id);
    const isSame =
      claim?.state === real.state &&
      claim.escrowPaise === real.escrow &&
      claim.receivablePaise === real.receivable &&
      claim.writtenOffPaise === real.writtenOff;
    if (!isSame) refuse(`chargeback ${JSON.stringify(real)} is not ${JSON.stringify(claim)}`);
  }
}

function compareKept(model: Expected, seen: Seen): void {
  if (model.kept.size !== seen.kept.length)
    refuse(`${seen.kept.length} deductions, not ${JSON.stringify([...model.kept])}`);
  for (const { milestone, ...real } of seen.kept) {
    const kept = model.kept.get(milestone);
    if (
      kept?.fee !== real.fee ||
      kept.gst !== real.gst ||
      kept.tds !== real.tds ||
      kept.welfare !== real.welfare
    )
      refuse(`of milestone ${milestone} was kept ${JSON.stringify(real)}, not ${JSON.stringify(kept)}`);
  }
}

function takeQuotes(model: Expected, seen: Seen): void {
  if (model.quotes.length !== seen.quotes.length)
    refuse(`${seen.quotes.length} quotes, not ${model.quotes.length}`);
  for (const [index, quote] of model.quotes.entries()) {
    const real = seen.quotes[index];
    if (quote.id === 0) quote.id = real?.id ?? 0;
    if (real?.state === 'lapsed' && quote.state === 'submitted') quote.state = 'lapsed';
    if (real?.id !== quote.id || real.worker !== quote.worker || real.state !== quote.state)
      refuse(`quote ${index} is ${JSON.stringify(real)}, not ${JSON.stringify(quote)}`);
  }
}

function takeContract(model: Expected, seen: Seen): void {
  const { contract } = seen;
  if ((contract?.worker ?? null) !== model.worker)
    refuse(`the worker is ${contract?.worker}, not ${model.worker}`);
  if (contract) {
    if (contract.completed !== (seen.job === 'completed'))
      refuse(`a ${seen.job} job has a contract that was ${contract.completed ? '' : 'not '}completed`);
    if (contract.cancelled !== (seen.job === 'cancelled'))
      refuse(`a ${seen.job} job has a contract that was ${contract.cancelled ? '' : 'not '}cancelled`);
  }
  if (model.milestones.length !== seen.milestones.length)
    refuse(`${seen.milestones.length} milestones, not ${model.milestones.length}`);
  for (const [index, one] of model.milestones.entries()) {
    const real = seen.milestones[index];
    if (one.id === 0) one.id = real?.id ?? 0;
    const refund = model.refunds.get(`ref_m${one.id}`);
    const wentBack = seen.refunds.some(({ id, state }) => id === `ref_m${one.id}` && state === 'succeeded');
    if (refund && wentBack && one.fund === 'refund_pending') one.fund = 'refunded';
    const { id, paise, fund, work, held } = one;
    if (JSON.stringify({ id, paise, fund, work, held }) !== JSON.stringify(real))
      refuse(
        `milestone ${index} is ${JSON.stringify(real)}, not ${JSON.stringify({ id, paise, fund, work, held })}`,
      );
  }
}

function takeOrders(model: Expected, seen: Seen, outside: Outside): void {
  for (const real of seen.orders) {
    const known = model.orders.get(real.id);
    if (!known) {
      const fits =
        model.newOrder?.milestone === real.milestone &&
        model.newOrder.paise === real.paise &&
        model.newOrder.expiresAt === real.expiresAt;
      if (!fits) refuse(`order ${JSON.stringify(real)} came from nowhere`);
      model.newOrder = null;
      model.orders.set(real.id, { ...real, state: 'created' });
    }
    const order = model.orders.get(real.id);
    if (!order) continue;
    if (order.state === 'created' && real.state === 'active' && outside.orders.has(real.id))
      order.state = 'active';
    if (order.state !== real.state) refuse(`order ${real.id} is ${real.state}, not ${order.state}`);
  }
  if (model.newOrder) refuse(`no order was opened for milestone ${model.newOrder.milestone}`);
  if (model.orders.size !== seen.orders.length) refuse('an order is gone');
}

function takeRefunds(model: Expected, seen: Seen, outside: Outside): void {
  for (const real of seen.refunds) {
    const known = model.refunds.get(real.id);
    if (!known) {
      const isOfUnapplied = [...model.payments].some(
        ([id, payment]) =>
          !payment.applied &&
          payment.order === real.order &&
          payment.paise === real.paise &&
          real.id === `ref_${id}` &&
          real.milestone === null,
      );
      if (!isOfUnapplied) refuse(`refund ${JSON.stringify(real)} came from nowhere`);
      model.refunds.set(real.id, { ...real, state: 'pending' });
    }
    const refund = model.refunds.get(real.id);
    if (!refund) continue;
    const { order, milestone, paise } = refund;
    if (order !== real.order || milestone !== real.milestone || paise !== real.paise)
      refuse(`refund ${JSON.stringify(real)} is not ${JSON.stringify(refund)}`);
    if (refund.state === real.state) continue;
    const tries = outside.triesOf(order, real.id);
    const succeeded = tries.filter(({ status }) => status === 'success').length;
    const last = tries.at(-1)?.status;
    // An earlier try may have succeeded after all; the product learns that later.
    const gaveUp = refund.state === 'pending' && (last === 'failed' || last === 'cancelled');
    const isTrue = real.state === 'succeeded' ? succeeded === 1 : real.state === 'failed' && gaveUp;
    if (refund.state === 'succeeded' || !isTrue)
      refuse(
        `refund ${real.id} went from ${refund.state} to ${real.state} with ${JSON.stringify(tries)} outside`,
      );
    refund.state = real.state;
  }
  if (model.refunds.size !== seen.refunds.length)
    refuse(`${seen.refunds.length} refunds, not ${JSON.stringify([...model.refunds])}`);
}

/** Whether a withdrawal may have reached this state, given its transfer. */
function mayBe(
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

function takeWithdrawals(model: Expected, seen: Seen, outside: Outside): void {
  for (const real of seen.withdrawals) {
    if (!model.withdrawals.has(real.id)) {
      if (model.newWithdrawal?.user !== real.user || model.newWithdrawal.paise !== real.paise)
        refuse(`withdrawal ${JSON.stringify(real)} came from nowhere`);
      model.newWithdrawal = null;
      model.withdrawals.set(real.id, { ...real, state: 'requested', said: null });
    }
    const known = model.withdrawals.get(real.id);
    if (known) known.said = real.said;
    if (!known || known.state === real.state) continue;
    if (!mayBe(real.state, known.state, outside.transfers.get(real.transfer)))
      refuse(
        `withdrawal ${real.id} went from ${known.state} to ${real.state} with ${JSON.stringify(outside.transfers.get(real.transfer))} outside`,
      );
    known.state = real.state;
    if (real.state === 'failed' || real.state === 'reversed')
      model.wallets.set(real.user, model.walletOf(real.user) + real.paise);
  }
  if (model.newWithdrawal) refuse('a withdrawal was accepted and is not there');
  if (model.withdrawals.size !== seen.withdrawals.length) refuse('a withdrawal is gone');
}

function takeDispute(model: Expected, seen: Seen): void {
  const real = seen.disputes.at(-1);
  if (model.dispute && model.dispute.id === null) model.dispute.id = real?.id ?? null;
  const { dispute } = model;
  const same = dispute
    ? real?.id === dispute.id &&
      real?.raisedBy === dispute.raisedBy &&
      real.state === dispute.state &&
      real.ending === dispute.ending
    : real === undefined;
  if (!same) refuse(`the dispute is ${JSON.stringify(real)}, not ${JSON.stringify(dispute)}`);
}

function comparePayments(model: Expected, seen: Seen): void {
  if (model.payments.size !== seen.payments.length)
    refuse(`${seen.payments.length} payments, not ${JSON.stringify([...model.payments])}`);
  for (const real of seen.payments) {
    const payment = model.payments.get(real.id);
    if (payment?.order !== real.order || payment.paise !== real.paise || payment.applied !== real.applied)
      refuse(`payment ${JSON.stringify(real)} is not ${JSON.stringify(payment)}`);
  }
}

function compareBalances(expected: Record<string, number>, real: Record<string, number>): void {
  for (const code of new Set([...Object.keys(expected), ...Object.keys(real)]))
    if ((expected[code] ?? 0) !== (real[code] ?? 0))
      refuse(`${code} holds ${real[code] ?? 0} paise, not ${expected[code] ?? 0}`);
}
