import type { PlatformAccount } from './accounts.ts';
import { toEscrowAccount, toUnappliedAccount } from './accounts.ts';
import type { Entry, Posting } from './posting.ts';
import { assertAmounts, toBalancedEntries, credit, debit } from './posting.ts';

/** Postings for events at the provider and banks: settlements, chargebacks, and the platform's own funds. */

const PROVIDER_CLEARING: PlatformAccount = 'provider_clearing';

interface Settlement {
  provider: string;
  settlementId: string;
  /** What reached the bank; below zero if refunds and chargebacks exceeded payments. */
  settledPaise: number;
  feePaise: number;
  gstPaise: number;
  at: Date;
}

/** The provider's settlement reached our bank, less its fee and the GST on the fee. */
export const providerSettled = (settlement: Settlement): Posting => ({
  kind: 'provider_settled',
  key: buildSettlementKey(settlement),
  entries: toBalancedEntries(buildSettlementLines(settlement, 1)),
  refs: {},
  eventTime: settlement.at,
});

/** Our bank sent the settlement back, so the provider owes it again. */
export const settlementReversed = (settlement: Settlement): Posting => ({
  kind: 'settlement_reversed',
  key: `${buildSettlementKey(settlement)}:reversed`,
  entries: toBalancedEntries(buildSettlementLines(settlement, -1)),
  refs: {},
  eventTime: settlement.at,
  reverses: buildSettlementKey(settlement),
});

const buildSettlementKey = ({ provider, settlementId }: Settlement) =>
  `settlement:${provider}:${settlementId}`;

function buildSettlementLines({ settledPaise, feePaise, gstPaise }: Settlement, sign: 1 | -1): Entry[] {
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
  /** How often the bank has taken the money, from 1. */
  taking: number;
  /** Null if a restored database lacks the payment's milestone; then nothing of it is in escrow. */
  milestoneId: number | null;
  orderId: string;
  paymentId: string;
  /** What comes out of the milestone's escrow, and what the escrow no longer covers. */
  escrowPaise: number;
  receivablePaise: number;
  /** The part of the receivable that is already written off. */
  writtenOffPaise?: number;
  at: Date;
}

/** A payer's bank takes a payment back through the provider. */
export const chargebackTaken = (chargeback: Chargeback): Posting => ({
  kind: 'chargeback_taken',
  key: `${buildTakingKey(chargeback)}:taken`,
  entries: toBalancedEntries(
    buildChargebackLines(chargeback, { backTo: chooseAccount(chargeback) }).map(({ account, amountPaise }) =>
      debit(account, -amountPaise),
    ),
  ),
  refs: buildChargebackRefs(chargeback),
  eventTime: chargeback.at,
});

/**
 * The chargeback was won: the money returns to where it was taken from, or is set aside if that was settled
 * meanwhile.
 */
export const chargebackReturned = (chargeback: Chargeback & { backTo: 'escrow' | 'unapplied' }): Posting => ({
  kind: 'chargeback_returned',
  key: `${buildTakingKey(chargeback)}:returned`,
  entries: toBalancedEntries(
    buildChargebackLines(chargeback, {
      backTo:
        chargeback.backTo === 'escrow' ? chooseAccount(chargeback) : toUnappliedAccount(chargeback.orderId),
    }),
  ),
  refs: buildChargebackRefs(chargeback),
  eventTime: chargeback.at,
  reverses: `${buildTakingKey(chargeback)}:taken`,
});

/**
 * The platform bears a receivable that nobody will repay. If the bank repays it after all, `chargebackReturned`
 * reverses this too.
 */
export function chargebackWrittenOff(
  chargeback: Omit<Chargeback, 'escrowPaise' | 'writtenOffPaise'>,
): Posting {
  const { receivablePaise } = chargeback;
  assertAmounts({ receivablePaise });
  return {
    kind: 'chargeback_written_off',
    key: `${buildTakingKey(chargeback)}:written_off`,
    entries: toBalancedEntries([
      debit('chargeback_loss', receivablePaise),
      credit('chargeback_receivable', receivablePaise),
    ]),
    refs: buildChargebackRefs(chargeback),
    eventTime: chargeback.at,
  };
}

const buildTakingKey = ({
  provider,
  chargebackId,
  taking,
}: Pick<Chargeback, 'provider' | 'chargebackId' | 'taking'>) =>
  `chargeback:${provider}:${chargebackId}:${taking}`;

const chooseAccount = ({ milestoneId, orderId }: Pick<Chargeback, 'milestoneId' | 'orderId'>): string =>
  milestoneId === null ? toUnappliedAccount(orderId) : toEscrowAccount(milestoneId);

const buildChargebackRefs = ({
  milestoneId,
  orderId,
  paymentId,
}: Pick<Chargeback, 'milestoneId' | 'orderId' | 'paymentId'>) => ({
  ...(milestoneId === null ? {} : { milestoneId }),
  orderId,
  paymentId,
});

function buildChargebackLines(
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

/** The platform pays in what its own costs took from money held for others, once per transfer of its bank. */
export function ownFundsBrought(brought: { reference: string; amountPaise: number; at: Date }): Posting {
  const { reference, amountPaise, at } = brought;
  assertAmounts({ amountPaise });
  return {
    kind: 'own_funds_brought',
    key: `own_funds:${reference}`,
    entries: toBalancedEntries([debit('bank', amountPaise), credit('own_funds', amountPaise)]),
    refs: {},
    eventTime: at,
  };
}
