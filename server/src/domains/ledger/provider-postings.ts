import type { PlatformAccount } from './accounts.ts';
import { escrowOf, unappliedOf } from './accounts.ts';
import type { Entry, Posting } from './posting.ts';
import { assertAmounts, balanced, credit, debit } from './posting.ts';

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
  key: settledKey(settlement),
  entries: balanced(settlementLines(settlement, 1)),
  refs: {},
  eventTime: settlement.at,
});

/** Our bank sent the settlement back, so the provider owes it again. */
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
  key: `${takingKey(chargeback)}:taken`,
  entries: balanced(
    chargebackLines(chargeback, { backTo: chooseAccount(chargeback) }).map(({ account, amountPaise }) =>
      debit(account, -amountPaise),
    ),
  ),
  refs: chargebackRefs(chargeback),
  eventTime: chargeback.at,
});

/**
 * The chargeback was won: the money returns to where it was taken from, or is set aside if that was settled
 * meanwhile.
 */
export const chargebackReturned = (chargeback: Chargeback & { backTo: 'escrow' | 'unapplied' }): Posting => ({
  kind: 'chargeback_returned',
  key: `${takingKey(chargeback)}:returned`,
  entries: balanced(
    chargebackLines(chargeback, {
      backTo: chargeback.backTo === 'escrow' ? chooseAccount(chargeback) : unappliedOf(chargeback.orderId),
    }),
  ),
  refs: chargebackRefs(chargeback),
  eventTime: chargeback.at,
  reverses: `${takingKey(chargeback)}:taken`,
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

const chooseAccount = ({ milestoneId, orderId }: Pick<Chargeback, 'milestoneId' | 'orderId'>): string =>
  milestoneId === null ? unappliedOf(orderId) : escrowOf(milestoneId);

const chargebackRefs = ({
  milestoneId,
  orderId,
  paymentId,
}: Pick<Chargeback, 'milestoneId' | 'orderId' | 'paymentId'>) => ({
  ...(milestoneId === null ? {} : { milestoneId }),
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

/** The platform pays in what its own costs took from money held for others, once per transfer of its bank. */
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
