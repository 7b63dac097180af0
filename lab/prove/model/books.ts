import type { Expected } from './expected.ts';
import { sum } from './state.ts';

/** The balance that every account must have according to the model. */

/** Accounts of users, orders and refunds that may hold something. */
export function calculateBalances(model: Expected): Record<string, number> {
  const balances: Record<string, number> = {};
  const add = (code: string, paise: number) => (balances[code] = (balances[code] ?? 0) + paise);
  for (const milestone of model.milestones) add(`escrow:${milestone.id}`, model.getEscrowLeft(milestone));
  for (const [user, { balance }] of model.wallets) add(`wallet:${user}`, balance);
  for (const [id, { state, paise }] of model.withdrawals)
    add(`withdrawal:${id}`, state === 'requested' || state === 'processing' ? paise : 0);
  for (const { order, paise, applied } of model.payments.values())
    if (!applied) add(`unapplied:${order}`, paise);
  for (const { order, paise } of model.lateReturns.values()) add(`unapplied:${order}`, paise);
  for (const [id, { order, milestone, paise, state }] of model.refunds) {
    if (milestone === null) add(`unapplied:${order}`, -paise);
    add(`refund:${id}`, state === 'succeeded' ? 0 : paise);
  }
  return balances;
}

/** Accounts of the platform, as far as this world has changed them. */
export function calculatePlatformBalances(model: Expected): Record<string, number> {
  const received = [...model.settlements.values()].filter(({ state }) => state === 'received');
  const refunded = [...model.refunds.values()].filter(({ state }) => state === 'succeeded');
  const paidOut = [...model.withdrawals.values()].filter(({ state }) => state === 'paid');
  const chargebacks = [...model.chargebacks.values()];
  const deductions = [...model.deductions.values()];
  const settledPaise = sum(received.map((settlement) => settlement.settledPaise));
  const feePaise = sum(received.map((settlement) => settlement.feePaise));
  const gstPaise = sum(received.map((settlement) => settlement.gstPaise));
  return {
    provider_clearing:
      sum([...model.payments.values()].map(({ paise }) => paise)) -
      sum(refunded.map(({ paise }) => paise)) -
      sum(chargebacks.map(({ escrowPaise, receivablePaise }) => escrowPaise + receivablePaise)) -
      (settledPaise + feePaise + gstPaise),
    bank: settledPaise,
    fee_expense: feePaise,
    gst_input: gstPaise,
    payout_float: -sum(paidOut.map(({ paise }) => paise)),
    chargeback_receivable: sum(
      chargebacks.map(({ receivablePaise, writtenOffPaise }) => receivablePaise - writtenOffPaise),
    ),
    chargeback_loss: sum(chargebacks.map(({ writtenOffPaise }) => writtenOffPaise)),
    charge_income: model.chargesPaise,
    fee_income: sum(deductions.map(({ fee }) => fee)),
    gst_payable: sum(deductions.map(({ gst }) => gst)),
    tds_payable: sum(deductions.map(({ tds }) => tds)),
    welfare_payable: sum(deductions.map(({ welfare }) => welfare)),
    own_funds: 0,
  };
}
