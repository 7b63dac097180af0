import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import { fail } from './difference.ts';
import type { Expected } from './expected.ts';
import type { ObservedState } from '../support/product/observe.ts';
import type { Outside, OutsideTransfer } from '../support/product/outside.ts';

// What depends on when the product learns of something at the provider.

export function syncOrders(model: Expected, observed: ObservedState, outside: Outside): void {
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

export function syncRefunds(model: Expected, observed: ObservedState, outside: Outside): void {
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

export function syncWithdrawals(model: Expected, observed: ObservedState, outside: Outside): void {
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
