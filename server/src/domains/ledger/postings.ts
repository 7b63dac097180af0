import { shareOf } from '@fws/contract/platform/money';
import type { PlatformAccount } from './accounts.ts';
import { escrowOf, refundOf, unappliedOf, walletOf, withdrawalOf } from './accounts.ts';
import type { Entry, Posting } from './posting.ts';
import { assertAmounts, balanced, credit, debit } from './posting.ts';

/** Every event that moves money, as the one transaction it posts. The only place that decides who is debited. */

const PROVIDER_CLEARING: PlatformAccount = 'provider_clearing';
const PAYOUT_FLOAT: PlatformAccount = 'payout_float';
const GST_PAYABLE: PlatformAccount = 'gst_payable';

interface Payment {
  provider: string;
  paymentId: string;
  orderId: string;
  amountPaise: number;
  at: Date;
}

/** The provider's word that the poster paid for this milestone. */
export function paymentVerified(payment: Payment & { milestoneId: number; jobId: number }): Posting {
  const { paymentId, orderId, milestoneId, jobId } = payment;
  return {
    ...captured(payment, escrowOf(milestoneId)),
    kind: 'payment_verified',
    refs: { paymentId, orderId, milestoneId, jobId },
  };
}

/** Money that fits no state. It shares its key with `paymentVerified`: one capture a payment, applied or not. */
export function paymentUnapplied(payment: Payment): Posting {
  const { paymentId, orderId } = payment;
  return {
    ...captured(payment, unappliedOf(orderId)),
    kind: 'payment_unapplied',
    refs: { paymentId, orderId },
  };
}

function captured({ provider, paymentId, amountPaise, at }: Payment, account: string) {
  assertAmounts({ amountPaise });
  return {
    key: `payment:${provider}:${paymentId}`,
    entries: balanced([debit(PROVIDER_CLEARING, amountPaise), credit(account, amountPaise)]),
    eventTime: at,
  };
}

interface Settlement {
  provider: string;
  settlementId: string;
  /** What reached the bank; below zero where refunds and chargebacks outweighed payments. */
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
  at: Date;
}

/** The provider's settlement reaches our bank, less its fee and the GST on it. */
export const providerSettled = (settlement: Settlement): Posting => ({
  kind: 'provider_settled',
  key: settledKey(settlement),
  entries: balanced(settlementLines(settlement, 1)),
  refs: {},
  eventTime: settlement.at,
});

/** Our bank sent it back: the provider owes it again. */
export const settlementReversed = (settlement: Settlement): Posting => ({
  kind: 'settlement_reversed',
  key: `${settledKey(settlement)}:reversed`,
  entries: balanced(settlementLines(settlement, -1)),
  refs: {},
  eventTime: settlement.at,
  reverses: settledKey(settlement),
});

const settledKey = ({ provider, settlementId }: Settlement) => `settlement:${provider}:${settlementId}`;

function settlementLines({ settledPaise, feePaise, gstPaise }: Settlement, sign: 1 | -1): Entry[] {
  assertAmounts({ feePaise, gstPaise });
  return [
    debit('bank', sign * settledPaise),
    debit('fee_expense', sign * feePaise),
    debit('gst_input', sign * gstPaise),
    credit(PROVIDER_CLEARING, sign * (settledPaise + feePaise + gstPaise)),
  ];
}

interface Chargeback {
  provider: string;
  chargebackId: string;
  /** Counts how often the bank took it, from 1. */
  taking: number;
  milestoneId: number;
  orderId: string;
  paymentId: string;
  /** Out of the milestone's escrow, and what that no longer holds. */
  escrowPaise: number;
  receivablePaise: number;
  /** Of the receivable: a loss by now. */
  writtenOffPaise?: number;
  at: Date;
}

/** A payer's bank takes a payment back through the provider. */
export const chargebackTaken = (chargeback: Chargeback): Posting => ({
  kind: 'chargeback_taken',
  key: `${takingKey(chargeback)}:taken`,
  entries: balanced(
    chargebackLines(chargeback, { backTo: escrowOf(chargeback.milestoneId) }).map(
      ({ account, amountPaise }) => debit(account, -amountPaise),
    ),
  ),
  refs: chargebackRefs(chargeback),
  eventTime: chargeback.at,
});

/** It was won: everything is back where it was taken from, or set aside where that is settled otherwise by now. */
export const chargebackReturned = (chargeback: Chargeback & { backTo: 'escrow' | 'unapplied' }): Posting => ({
  kind: 'chargeback_returned',
  key: `${takingKey(chargeback)}:returned`,
  entries: balanced(
    chargebackLines(chargeback, {
      backTo:
        chargeback.backTo === 'escrow' ? escrowOf(chargeback.milestoneId) : unappliedOf(chargeback.orderId),
    }),
  ),
  refs: chargebackRefs(chargeback),
  eventTime: chargeback.at,
  reverses: `${takingKey(chargeback)}:taken`,
});

/** Nobody will give it back: the platform bears it. Should the bank do so after all, `chargebackReturned` undoes this too. */
export function chargebackWrittenOff(
  chargeback: Omit<Chargeback, 'escrowPaise' | 'writtenOffPaise'>,
): Posting {
  const { receivablePaise } = chargeback;
  assertAmounts({ receivablePaise });
  return {
    kind: 'chargeback_written_off',
    key: `${takingKey(chargeback)}:written_off`,
    entries: balanced([
      debit('chargeback_loss', receivablePaise),
      credit('chargeback_receivable', receivablePaise),
    ]),
    refs: chargebackRefs(chargeback),
    eventTime: chargeback.at,
  };
}

const takingKey = ({
  provider,
  chargebackId,
  taking,
}: Pick<Chargeback, 'provider' | 'chargebackId' | 'taking'>) =>
  `chargeback:${provider}:${chargebackId}:${taking}`;

const chargebackRefs = ({
  milestoneId,
  orderId,
  paymentId,
}: Pick<Chargeback, 'milestoneId' | 'orderId' | 'paymentId'>) => ({
  milestoneId,
  orderId,
  paymentId,
});

function chargebackLines(
  { escrowPaise, receivablePaise, writtenOffPaise = 0 }: Chargeback,
  to: { backTo: string },
): Entry[] {
  const openPaise = receivablePaise - writtenOffPaise;
  assertAmounts({ escrowPaise, receivablePaise, writtenOffPaise, openPaise });
  return [
    debit(PROVIDER_CLEARING, escrowPaise + receivablePaise),
    credit(to.backTo, escrowPaise),
    credit('chargeback_receivable', openPaise),
    credit('chargeback_loss', writtenOffPaise),
  ];
}

/** What is kept back from a release; each its own line. */
export interface Deductions {
  feePaise?: number;
  gstPaise?: number;
  tdsPaise?: number;
  welfarePaise?: number;
}

/** A milestone's whole escrow goes to the worker. */
export function release(
  released: Deductions & {
    milestoneId: number;
    jobId: number;
    workerId: number;
    amountPaise: number;
    at: Date;
  },
): Posting {
  const { milestoneId, jobId, workerId, at } = released;
  return {
    kind: 'release',
    key: `milestone:${milestoneId}:released`,
    entries: balanced(releaseLines(released)),
    refs: { milestoneId, jobId, userId: workerId },
    eventTime: at,
  };
}

function releaseLines(
  part: Deductions & { milestoneId: number; workerId: number; amountPaise: number },
): Entry[] {
  const { amountPaise, feePaise = 0, gstPaise = 0, tdsPaise = 0, welfarePaise = 0 } = part;
  const workerPaise = amountPaise - feePaise - gstPaise - tdsPaise - welfarePaise;
  assertAmounts({ amountPaise, feePaise, gstPaise, tdsPaise, welfarePaise, workerPaise });
  return [
    debit(escrowOf(part.milestoneId), amountPaise),
    credit(walletOf(part.workerId), workerPaise),
    credit('fee_income', feePaise),
    credit(GST_PAYABLE, gstPaise),
    credit('tds_payable', tdsPaise),
    credit('welfare_payable', welfarePaise),
  ];
}

interface Charge {
  /** The processing charge in hundredths of a percent of the refund. */
  chargeBps: number;
  /** How much of the charge is GST. */
  chargeGstPaise?: number;
}

/** What a refund costs its receiver. */
export const refundChargePaise = (refundedPaise: number, chargeBps: number) =>
  shareOf(refundedPaise, chargeBps);

/** A milestone's escrow is on its way back to the poster, less the charge. */
export function refundDecided(
  refund: Charge & { refundId: string; milestoneId: number; jobId: number; amountPaise: number; at: Date },
): Posting {
  const { refundId, milestoneId, jobId, at } = refund;
  return {
    kind: 'refund_decided',
    key: `refund:${refundId}:decided`,
    entries: balanced(refundLines(refund)),
    refs: { refundId, milestoneId, jobId },
    eventTime: at,
  };
}

function refundLines(part: Charge & { refundId: string; milestoneId: number; amountPaise: number }): Entry[] {
  const { amountPaise, chargeBps, chargeGstPaise = 0 } = part;
  assertAmounts({ amountPaise, chargeBps, chargeGstPaise });
  const chargePaise = refundChargePaise(amountPaise, chargeBps);
  assertAmounts({ refundedPaise: amountPaise - chargePaise, chargeNetPaise: chargePaise - chargeGstPaise });
  return [
    debit(escrowOf(part.milestoneId), amountPaise),
    credit(refundOf(part.refundId), amountPaise - chargePaise),
    credit('charge_income', chargePaise - chargeGstPaise),
    credit(GST_PAYABLE, chargeGstPaise),
  ];
}

/** Unapplied money goes back whole. */
export function unappliedRefundDecided(refund: {
  refundId: string;
  orderId: string;
  amountPaise: number;
  at: Date;
}): Posting {
  const { refundId, orderId, amountPaise, at } = refund;
  assertAmounts({ amountPaise });
  return {
    kind: 'unapplied_refund_decided',
    key: `refund:${refundId}:decided`,
    entries: balanced([debit(unappliedOf(orderId), amountPaise), credit(refundOf(refundId), amountPaise)]),
    refs: { refundId, orderId },
    eventTime: at,
  };
}

/** A person decided that money which had no place is the worker's; all of it, nothing is kept. */
export function unappliedCredited(credited: {
  matterId: number;
  orderId: string;
  milestoneId: number;
  jobId: number;
  workerId: number;
  amountPaise: number;
  at: Date;
}): Posting {
  const { matterId, orderId, milestoneId, jobId, workerId, amountPaise, at } = credited;
  assertAmounts({ amountPaise });
  return {
    kind: 'unapplied_credited',
    key: `matter:${matterId}:credited`,
    entries: balanced([debit(unappliedOf(orderId), amountPaise), credit(walletOf(workerId), amountPaise)]),
    refs: { orderId, milestoneId, jobId, userId: workerId },
    eventTime: at,
  };
}

/** The platform pays in what its own costs have taken from what is held for others: once for each transfer of its bank. */
export function ownFundsBrought(brought: { reference: string; amountPaise: number; at: Date }): Posting {
  const { reference, amountPaise, at } = brought;
  assertAmounts({ amountPaise });
  return {
    kind: 'own_funds_brought',
    key: `own_funds:${reference}`,
    entries: balanced([debit('bank', amountPaise), credit('own_funds', amountPaise)]),
    refs: {},
    eventTime: at,
  };
}

/** The provider's word that the payer has the money back. `amountPaise` is what was sent, after the charge. */
export function refundSucceeded(refund: {
  refundId: string;
  orderId: string;
  amountPaise: number;
  at: Date;
}): Posting {
  const { refundId, orderId, amountPaise, at } = refund;
  assertAmounts({ amountPaise });
  return {
    kind: 'refund_succeeded',
    key: `refund:${refundId}:succeeded`,
    entries: balanced([debit(refundOf(refundId), amountPaise), credit(PROVIDER_CLEARING, amountPaise)]),
    refs: { refundId, orderId },
    eventTime: at,
  };
}

/** An admin settles a dispute: part to the worker, part back to the poster, either may be all of it. */
export function disputeSplit(split: {
  disputeId: number;
  milestoneId: number;
  jobId: number;
  workerId: number;
  refundId: string;
  released: Deductions & { amountPaise: number };
  refunded: Charge & { amountPaise: number };
  at: Date;
}): Posting {
  const { disputeId, milestoneId, jobId, workerId, refundId, at } = split;
  return {
    kind: 'dispute_split',
    key: `dispute:${disputeId}:split`,
    entries: balanced([
      ...releaseLines({ ...split.released, milestoneId, workerId }),
      ...refundLines({ ...split.refunded, milestoneId, refundId }),
    ]),
    refs: { disputeId, milestoneId, jobId, refundId, userId: workerId },
    eventTime: at,
  };
}

/** The same for all milestones of a dispute at once: one transaction, whatever their number. */
export function disputeSettled(settled: {
  disputeId: number;
  jobId: number;
  workerId: number;
  parts: readonly Pick<
    Parameters<typeof disputeSplit>[0],
    'milestoneId' | 'refundId' | 'released' | 'refunded'
  >[];
  at: Date;
}): Posting {
  const { disputeId, jobId, workerId, parts, at } = settled;
  const splits = parts.map((part) => disputeSplit({ ...part, disputeId, jobId, workerId, at }));
  const [only, ...more] = splits;
  if (!only) throw new RangeError(`dispute ${disputeId} has no money to divide`);
  if (more.length === 0) return only;
  return {
    ...only,
    entries: balanced(splits.flatMap((split) => split.entries)),
    refs: { disputeId, jobId, userId: workerId },
  };
}

interface Withdrawal {
  withdrawalId: number;
  workerId: number;
  amountPaise: number;
  at: Date;
}

/** The wallet's money is set aside before the provider is asked. */
export const withdrawalRequested = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(
    withdrawal,
    'requested',
    walletOf(withdrawal.workerId),
    withdrawalOf(withdrawal.withdrawalId),
  );

/** The provider's word that the bank has it. */
export const withdrawalPaid = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(withdrawal, 'paid', withdrawalOf(withdrawal.withdrawalId), PAYOUT_FLOAT);

/**
 * It counted as failed and was paid all the same: a person takes the money out of the wallet once more. The key is that
 * of being paid, so that neither can follow the other, and a reversal finds what it reverses.
 */
export const withdrawalPaidAfterAll = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(withdrawal, 'paid', walletOf(withdrawal.workerId), PAYOUT_FLOAT);

/** Failed or rejected: back in the wallet. */
export const withdrawalReturned = (withdrawal: Withdrawal): Posting =>
  withdrawalStep(
    withdrawal,
    'returned',
    withdrawalOf(withdrawal.withdrawalId),
    walletOf(withdrawal.workerId),
  );

/** The bank sent it back after it was paid. */
export const withdrawalReversed = (withdrawal: Withdrawal): Posting => ({
  ...withdrawalStep(withdrawal, 'reversed', PAYOUT_FLOAT, walletOf(withdrawal.workerId)),
  reverses: `withdrawal:${withdrawal.withdrawalId}:paid`,
});

function withdrawalStep(
  { withdrawalId, workerId, amountPaise, at }: Withdrawal,
  step: 'requested' | 'paid' | 'returned' | 'reversed',
  from: string,
  to: string,
): Posting {
  assertAmounts({ amountPaise });
  return {
    kind: `withdrawal_${step}`,
    key: `withdrawal:${withdrawalId}:${step}`,
    entries: balanced([debit(from, amountPaise), credit(to, amountPaise)]),
    refs: { withdrawalId, userId: workerId },
    eventTime: at,
  };
}
