import type { PostingKind } from '@fws/contract/platform/posting-kinds';

/** The records that the money belongs to, for lookups. */
export interface Refs {
  jobId?: number;
  milestoneId?: number;
  orderId?: string;
  paymentId?: string;
  refundId?: string;
  withdrawalId?: number;
  disputeId?: number;
  userId?: number;
}

/** A line of a transaction: a debit is positive, a credit negative. */
export interface Entry {
  account: string;
  amountPaise: number;
}

/** One balanced transaction to be posted. `key` names the event: posting it again changes nothing. */
export interface Posting {
  kind: PostingKind;
  key: string;
  entries: Entry[];
  refs: Refs;
  eventTime: Date;
  /** The key of the transaction that this one reverses. */
  reverses?: string;
}

export const debit = (account: string, amountPaise: number): Entry => ({ account, amountPaise });
export const credit = (account: string, amountPaise: number): Entry => ({
  account,
  amountPaise: -amountPaise,
});

/**
 * Merges lines to one per account and drops zero lines. Throws on fractions and unbalanced lines, which no caller may
 * send.
 */
export function toBalancedEntries(lines: readonly Entry[]): Entry[] {
  const sums = new Map<string, number>();
  for (const { account, amountPaise } of lines) {
    const sum = (sums.get(account) ?? 0) + amountPaise;
    if (!Number.isSafeInteger(amountPaise) || !Number.isSafeInteger(sum)) {
      throw new RangeError(`not whole paise on ${account}: ${amountPaise}`);
    }
    sums.set(account, sum);
  }
  const entries = [...sums]
    .filter(([, amountPaise]) => amountPaise !== 0)
    .map(([account, amountPaise]) => ({ account, amountPaise }));
  const total = entries.reduce((sum, entry) => sum + entry.amountPaise, 0);
  if (entries.length === 0 || total !== 0)
    throw new RangeError(`a posting must move money and balance: ${total}`);
  return entries;
}

/** Throws unless every amount is whole and not negative. */
export function assertAmounts(amounts: Readonly<Record<string, number>>): void {
  for (const [name, paise] of Object.entries(amounts)) {
    if (!Number.isSafeInteger(paise) || paise < 0) throw new RangeError(`${name} is not an amount: ${paise}`);
  }
}
