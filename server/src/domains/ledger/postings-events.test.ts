import { expect, test } from 'vitest';
import {
  disputeSettled,
  disputeSplit,
  paymentUnapplied,
  paymentVerified,
  refundDecided,
  refundSucceeded,
  release,
  unappliedRefundDecided,
} from './postings.ts';
import {
  chargebackReturned,
  chargebackTaken,
  providerSettled,
  settlementReversed,
} from './provider-postings.ts';
import {
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from './withdrawal-postings.ts';
import type { Posting } from './posting.ts';

const at = new Date('2026-04-01T06:30:00Z');
const payment = { provider: 'cashfree', paymentId: 'p9', orderId: 'order_1', amountPaise: 300_000, at };
const milestone = { milestoneId: 4, jobId: 2 };
const withdrawal = { withdrawalId: 8, workerId: 7, amountPaise: 100_000, at };
const chargeback = {
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
const settlement = {
  provider: 'cashfree',
  settlementId: 's1',
  settledPaise: 300,
  feePaise: 10,
  gstPaise: 2,
  at,
};
const refund = { refundId: 'r1', orderId: 'order_1', amountPaise: 9800, at };
const divided = {
  ...milestone,
  disputeId: 5,
  workerId: 7,
  refundId: 'r1',
  released: { amountPaise: 60 },
  refunded: { amountPaise: 40, chargeBps: 0 },
  at,
};

const about = ({ kind, key, refs, eventTime, reverses }: Posting) => ({
  kind,
  key,
  refs,
  eventTime,
  ...(reverses !== undefined && { reverses }),
});
test.each<[Posting, Omit<Posting, 'entries' | 'eventTime'>]>([
  [
    paymentUnapplied(payment),
    {
      kind: 'payment_unapplied',
      key: 'payment:cashfree:p9',
      refs: { paymentId: 'p9', orderId: 'order_1' },
    },
  ],
  [providerSettled(settlement), { kind: 'provider_settled', key: 'settlement:cashfree:s1', refs: {} }],
  [
    settlementReversed(settlement),
    {
      kind: 'settlement_reversed',
      key: 'settlement:cashfree:s1:reversed',
      refs: {},
      reverses: 'settlement:cashfree:s1',
    },
  ],
  [
    chargebackTaken(chargeback),
    {
      kind: 'chargeback_taken',
      key: 'chargeback:cashfree:d1:1:taken',
      refs: { milestoneId: 4, orderId: 'order_1', paymentId: 'p9' },
    },
  ],
  [
    chargebackReturned({ ...chargeback, backTo: 'escrow' }),
    {
      kind: 'chargeback_returned',
      key: 'chargeback:cashfree:d1:1:returned',
      refs: { milestoneId: 4, orderId: 'order_1', paymentId: 'p9' },
      reverses: 'chargeback:cashfree:d1:1:taken',
    },
  ],
  [
    release({ ...milestone, workerId: 7, amountPaise: 100, at }),
    { kind: 'release', key: 'milestone:4:released', refs: { ...milestone, userId: 7 } },
  ],
  [
    refundDecided({ ...milestone, refundId: 'r1', amountPaise: 100, chargeBps: 0, at }),
    { kind: 'refund_decided', key: 'refund:r1:decided', refs: { ...milestone, refundId: 'r1' } },
  ],
  [
    unappliedRefundDecided(refund),
    {
      kind: 'unapplied_refund_decided',
      key: 'refund:r1:decided',
      refs: { refundId: 'r1', orderId: 'order_1' },
    },
  ],
  [
    refundSucceeded(refund),
    { kind: 'refund_succeeded', key: 'refund:r1:succeeded', refs: { refundId: 'r1', orderId: 'order_1' } },
  ],
  [
    disputeSplit(divided),
    {
      kind: 'dispute_split',
      key: 'dispute:5:split',
      refs: { ...milestone, disputeId: 5, refundId: 'r1', userId: 7 },
    },
  ],
  [
    disputeSettled({ ...divided, parts: [divided, { ...divided, milestoneId: 6, refundId: 'r2' }] }),
    { kind: 'dispute_split', key: 'dispute:5:split', refs: { disputeId: 5, jobId: 2, userId: 7 } },
  ],
  [
    withdrawalRequested(withdrawal),
    { kind: 'withdrawal_requested', key: 'withdrawal:8:requested', refs: { withdrawalId: 8, userId: 7 } },
  ],
  [
    withdrawalPaid(withdrawal),
    { kind: 'withdrawal_paid', key: 'withdrawal:8:paid', refs: { withdrawalId: 8, userId: 7 } },
  ],
  [
    withdrawalReturned(withdrawal),
    { kind: 'withdrawal_returned', key: 'withdrawal:8:returned', refs: { withdrawalId: 8, userId: 7 } },
  ],
  [
    withdrawalReversed(withdrawal),
    {
      kind: 'withdrawal_reversed',
      key: 'withdrawal:8:reversed',
      refs: { withdrawalId: 8, userId: 7 },
      reverses: 'withdrawal:8:paid',
    },
  ],
])('$kind names its event, whose it is and when it was', (posting, named) => {
  expect(about(posting)).toEqual({ ...named, eventTime: at });
});

test.each([-1, 0.5, Number.NaN, 2 ** 53])('%d is no amount of paise for any event', (no) => {
  const refused = (post: () => Posting, field = 'amountPaise') =>
    expect(post).toThrow(`${field} is not an amount: ${no}`);
  refused(() => paymentVerified({ ...payment, ...milestone, amountPaise: no }));
  refused(() => unappliedRefundDecided({ ...refund, amountPaise: no }));
  refused(() => refundSucceeded({ ...refund, amountPaise: no }));
  refused(() => withdrawalRequested({ ...withdrawal, amountPaise: no }));
  for (const field of ['feePaise', 'gstPaise'])
    refused(() => providerSettled({ ...settlement, [field]: no }), field);
  for (const field of ['escrowPaise', 'receivablePaise'])
    refused(() => chargebackTaken({ ...chargeback, [field]: no }), field);
  const released = { ...milestone, workerId: 7, amountPaise: 300_000, at };
  for (const field of ['amountPaise', 'feePaise', 'gstPaise', 'tdsPaise', 'welfarePaise'])
    refused(() => release({ ...released, [field]: no }), field);
  const back = { ...milestone, refundId: 'r1', amountPaise: 10_000, chargeBps: 200, at };
  for (const field of ['amountPaise', 'chargeBps', 'chargeGstPaise'])
    refused(() => refundDecided({ ...back, [field]: no }), field);
});
