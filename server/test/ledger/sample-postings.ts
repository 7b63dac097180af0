import { expect } from 'vitest';
import type { Posting } from '../../src/domains/ledger/postings/posting.ts';

const at = new Date('2026-04-01T06:30:00Z');

/** Sample records for posting tests. */
export const payment = {
  provider: 'cashfree',
  paymentId: 'p9',
  orderId: 'order_1',
  amountPaise: 300_000,
  at,
};
export const milestone = { milestoneId: 4, jobId: 2 };
export const withdrawal = { withdrawalId: 8, workerId: 7, amountPaise: 100_000, at };
export const chargeback = {
  provider: 'cashfree',
  chargebackId: 'd1',
  taking: 1,
  milestoneId: 4,
  orderId: 'order_1',
  paymentId: 'p9',
  escrowPaise: 200,
  receivablePaise: 100,
  at,
};

/** A debit is positive, a credit negative. */
export const toLines = (posting: Posting) =>
  Object.fromEntries(posting.entries.map(({ account, amountPaise }) => [account, amountPaise]));

/** Everything but the lines: the event's name, the records it belongs to, and its time. */
export const omitEntries = ({ kind, key, refs, eventTime, reverses }: Posting): Omit<Posting, 'entries'> => ({
  kind,
  key,
  refs,
  eventTime,
  ...(reverses !== undefined && { reverses }),
});

export const INVALID_AMOUNTS = [-1, 0.5, Number.NaN, 2 ** 53];
export const expectRefused = (invalidPaise: number, post: () => Posting, field = 'amountPaise') =>
  expect(post).toThrow(`${field} is not an amount: ${invalidPaise}`);
