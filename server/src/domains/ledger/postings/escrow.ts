import { calculateShare } from '@fws/contract/platform/money';
import type { PlatformAccount } from './accounts.ts';
import { toEscrowAccount, toRefundAccount, toUnappliedAccount, toWalletAccount } from './accounts.ts';
import type { Entry, Posting } from './posting.ts';
import { assertAmounts, toBalancedEntries, credit, debit } from './posting.ts';

/**
 * Each function builds the one transaction that an event posts: here for payments and escrow, in the files beside it
 * for withdrawals, the provider and banks. Only these functions decide which account is debited.
 */

const PROVIDER_CLEARING: PlatformAccount = 'provider_clearing';
const GST_PAYABLE: PlatformAccount = 'gst_payable';

interface Payment {
  provider: string;
  paymentId: string;
  orderId: string;
  amountPaise: number;
  at: Date;
}

/** The provider confirmed that the poster paid for this milestone. */
export function paymentVerified(payment: Payment & { milestoneId: number; jobId: number }): Posting {
  const { paymentId, orderId, milestoneId, jobId } = payment;
  return {
    ...buildCapture(payment, toEscrowAccount(milestoneId)),
    kind: 'payment_verified',
    refs: { paymentId, orderId, milestoneId, jobId },
  };
}

/**
 * A payment that fits no state. It shares its key with `paymentVerified`: one capture per payment, applied or not.
 */
export function paymentUnapplied(payment: Payment): Posting {
  const { paymentId, orderId } = payment;
  return {
    ...buildCapture(payment, toUnappliedAccount(orderId)),
    kind: 'payment_unapplied',
    refs: { paymentId, orderId },
  };
}

function buildCapture({ provider, paymentId, amountPaise, at }: Payment, account: string) {
  assertAmounts({ amountPaise });
  return {
    key: `payment:${provider}:${paymentId}`,
    entries: toBalancedEntries([debit(PROVIDER_CLEARING, amountPaise), credit(account, amountPaise)]),
    eventTime: at,
  };
}

/** Deductions from a release, each on its own line. */
export interface Deductions {
  feePaise?: number;
  gstPaise?: number;
  tdsPaise?: number;
  welfarePaise?: number;
}

/** Moves a milestone's whole escrow to the worker. */
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
    entries: toBalancedEntries(buildReleaseLines(released)),
    refs: { milestoneId, jobId, userId: workerId },
    eventTime: at,
  };
}

function buildReleaseLines(
  part: Deductions & { milestoneId: number; workerId: number; amountPaise: number },
): Entry[] {
  const { amountPaise, feePaise = 0, gstPaise = 0, tdsPaise = 0, welfarePaise = 0 } = part;
  const workerPaise = amountPaise - feePaise - gstPaise - tdsPaise - welfarePaise;
  assertAmounts({ amountPaise, feePaise, gstPaise, tdsPaise, welfarePaise, workerPaise });
  return [
    debit(toEscrowAccount(part.milestoneId), amountPaise),
    credit(toWalletAccount(part.workerId), workerPaise),
    credit('fee_income', feePaise),
    credit(GST_PAYABLE, gstPaise),
    credit('tds_payable', tdsPaise),
    credit('welfare_payable', welfarePaise),
  ];
}

interface Charge {
  /** The processing charge in hundredths of a percent of the refund. */
  chargeBps: number;
  /** The part of the charge that is GST. */
  chargeGstPaise?: number;
}

/** The charge on a refund. */
export const calculateRefundChargePaise = (refundedPaise: number, chargeBps: number) =>
  calculateShare(refundedPaise, chargeBps);

/** Starts the refund of a milestone's escrow to the poster, less the charge. */
export function refundDecided(
  refund: Charge & { refundId: string; milestoneId: number; jobId: number; amountPaise: number; at: Date },
): Posting {
  const { refundId, milestoneId, jobId, at } = refund;
  return {
    kind: 'refund_decided',
    key: `refund:${refundId}:decided`,
    entries: toBalancedEntries(buildRefundLines(refund)),
    refs: { refundId, milestoneId, jobId },
    eventTime: at,
  };
}

function buildRefundLines(
  part: Charge & { refundId: string; milestoneId: number; amountPaise: number },
): Entry[] {
  const { amountPaise, chargeBps, chargeGstPaise = 0 } = part;
  assertAmounts({ amountPaise, chargeBps, chargeGstPaise });
  const chargePaise = calculateRefundChargePaise(amountPaise, chargeBps);
  assertAmounts({ refundedPaise: amountPaise - chargePaise, chargeNetPaise: chargePaise - chargeGstPaise });
  return [
    debit(toEscrowAccount(part.milestoneId), amountPaise),
    credit(toRefundAccount(part.refundId), amountPaise - chargePaise),
    credit('charge_income', chargePaise - chargeGstPaise),
    credit(GST_PAYABLE, chargeGstPaise),
  ];
}

/** Refunds unapplied money in full. */
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
    entries: toBalancedEntries([
      debit(toUnappliedAccount(orderId), amountPaise),
      credit(toRefundAccount(refundId), amountPaise),
    ]),
    refs: { refundId, orderId },
    eventTime: at,
  };
}

/** An operator credits unapplied money to the worker, in full and without deductions. */
export function unappliedCredited(credited: {
  caseId: number;
  orderId: string;
  milestoneId: number;
  jobId: number;
  workerId: number;
  amountPaise: number;
  at: Date;
}): Posting {
  const { caseId, orderId, milestoneId, jobId, workerId, amountPaise, at } = credited;
  assertAmounts({ amountPaise });
  return {
    kind: 'unapplied_credited',
    key: `case:${caseId}:credited`,
    entries: toBalancedEntries([
      debit(toUnappliedAccount(orderId), amountPaise),
      credit(toWalletAccount(workerId), amountPaise),
    ]),
    refs: { orderId, milestoneId, jobId, userId: workerId },
    eventTime: at,
  };
}

/** The provider confirmed that the payer has the money back. `amountPaise` is the amount sent, after the charge. */
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
    entries: toBalancedEntries([
      debit(toRefundAccount(refundId), amountPaise),
      credit(PROVIDER_CLEARING, amountPaise),
    ]),
    refs: { refundId, orderId },
    eventTime: at,
  };
}

/** An admin settles a dispute: part to the worker, part back to the poster; either may be all of it. */
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
    entries: toBalancedEntries([
      ...buildReleaseLines({ ...split.released, milestoneId, workerId }),
      ...buildRefundLines({ ...split.refunded, milestoneId, refundId }),
    ]),
    refs: { disputeId, milestoneId, jobId, refundId, userId: workerId },
    eventTime: at,
  };
}

/** The same for all milestones of a dispute in one transaction. */
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
    entries: toBalancedEntries(splits.flatMap((split) => split.entries)),
    refs: { disputeId, jobId, userId: workerId },
  };
}

/** Both sides agreed what started work is worth, or an unanswered proposal stands: one transaction for one milestone. */
export function splitAgreed(
  split: Omit<Parameters<typeof disputeSplit>[0], 'disputeId'> & { splitId: number },
): Posting {
  const { splitId, milestoneId, jobId, workerId, refundId, at } = split;
  return {
    kind: 'split_agreed',
    key: `split:${splitId}:agreed`,
    entries: toBalancedEntries([
      ...buildReleaseLines({ ...split.released, milestoneId, workerId }),
      ...buildRefundLines({ ...split.refunded, milestoneId, refundId }),
    ]),
    refs: { milestoneId, jobId, refundId, userId: workerId },
    eventTime: at,
  };
}
