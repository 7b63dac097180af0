import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  disputeSettled,
  disputeSplit,
  paymentUnapplied,
  paymentVerified,
  calculateRefundChargePaise,
  refundDecided,
  refundSucceeded,
  release,
  unappliedCredited,
  unappliedRefundDecided,
} from './escrow.ts';
import type { Posting } from './posting.ts';
import {
  expectRefused,
  omitEntries,
  toLines,
  milestone,
  INVALID_AMOUNTS,
  payment,
} from '../../../../test/ledger/sample-postings.ts';

const { at } = payment;
const released = { ...milestone, workerId: 7, amountPaise: 300_000, at };
const refund = { refundId: 'r1', orderId: 'order_1', amountPaise: 9800, at };
const credited = { ...milestone, caseId: 3, orderId: 'order_1', workerId: 7, amountPaise: 300_000, at };

test('books a verified payment to its milestone and an unapplied one to its order', () => {
  expect(paymentVerified({ ...payment, ...milestone })).toEqual({
    kind: 'payment_verified',
    key: 'payment:cashfree:p9',
    entries: [
      { account: 'provider_clearing', amountPaise: 300_000 },
      { account: 'escrow:4', amountPaise: -300_000 },
    ],
    refs: { paymentId: 'p9', orderId: 'order_1', milestoneId: 4, jobId: 2 },
    eventTime: at,
  });
  expect(toLines(paymentUnapplied(payment))).toEqual({
    provider_clearing: 300_000,
    'unapplied:order_1': -300_000,
  });
});

test('captures a payment under one key, applied or not', () => {
  expect(paymentUnapplied(payment).key).toBe(paymentVerified({ ...payment, ...milestone }).key);
});

test('a release without deductions moves the whole escrow to the worker', () => {
  expect(toLines(release(released))).toEqual({ 'escrow:4': 300_000, 'wallet:7': -300_000 });
});

test('fee, GST, TDS and welfare cess are separate lines', () => {
  const deductions = { feePaise: 30_000, gstPaise: 5400, tdsPaise: 3000, welfarePaise: 600 };
  expect(toLines(release({ ...released, ...deductions }))).toEqual({
    'escrow:4': 300_000,
    'wallet:7': -261_000,
    fee_income: -30_000,
    gst_payable: -5400,
    tds_payable: -3000,
    welfare_payable: -600,
  });
});

test('deductions cannot exceed what is released', () => {
  const amounts = { amountPaise: 100, feePaise: 101 };
  expect(() => release({ ...milestone, ...amounts, workerId: 7, at })).toThrow(
    'workerPaise is not an amount: -1',
  );
});

test('charges 2% on a refund, rounded down to the paisa', () => {
  expect(calculateRefundChargePaise(10_049, 200)).toBe(200);
  expect(
    toLines(refundDecided({ ...milestone, refundId: 'r1', amountPaise: 10_049, chargeBps: 200, at })),
  ).toEqual({
    'escrow:4': 10_049,
    'refund:r1': -9849,
    charge_income: -200,
  });
});

test('GST in a charge is a liability, not income', () => {
  const refund = { refundId: 'r1', amountPaise: 10_000, chargeBps: 200, chargeGstPaise: 31, at };
  expect(toLines(refundDecided({ ...milestone, ...refund }))).toEqual({
    'escrow:4': 10_000,
    'refund:r1': -9800,
    charge_income: -169,
    gst_payable: -31,
  });
});

test('credits unapplied money to the wallet without deductions', () => {
  expect(toLines(unappliedCredited(credited))).toEqual({
    'unapplied:order_1': 300_000,
    'wallet:7': -300_000,
  });
});

test('refunds in full an amount too small for a charge', () => {
  const posting = refundDecided({ ...milestone, refundId: 'r1', amountPaise: 49, chargeBps: 200, at });
  expect(toLines(posting)).toEqual({ 'escrow:4': 49, 'refund:r1': -49 });
});

test('sends refunds through the provider, and unapplied money in full', () => {
  expect(toLines(refundSucceeded(refund))).toEqual({ 'refund:r1': 9800, provider_clearing: -9800 });
  expect(toLines(unappliedRefundDecided(refund))).toEqual({ 'unapplied:order_1': 9800, 'refund:r1': -9800 });
});

test('splits a dispute in one transaction, with the GST of both parts on one line', () => {
  const split = disputeSplit({
    ...milestone,
    disputeId: 5,
    workerId: 7,
    refundId: 'r1',
    released: { amountPaise: 60_000, feePaise: 6000, gstPaise: 1080 },
    refunded: { amountPaise: 40_000, chargeBps: 200, chargeGstPaise: 122 },
    at,
  });
  expect(toLines(split)).toEqual({
    'escrow:4': 100_000,
    'wallet:7': -52_920,
    fee_income: -6000,
    gst_payable: -1202,
    'refund:r1': -39_200,
    charge_income: -678,
  });
});

test('settles several milestones in one transaction, and a single one like disputeSplit', () => {
  const part = (milestoneId: number, toWorkerPaise: number, toPosterPaise: number) => ({
    milestoneId,
    refundId: `r${milestoneId}`,
    released: { amountPaise: toWorkerPaise },
    refunded: { amountPaise: toPosterPaise, chargeBps: 200 },
  });
  const settled = { disputeId: 5, jobId: 2, workerId: 7, at };
  const both = disputeSettled({ ...settled, parts: [part(4, 60_000, 40_000), part(6, 0, 10_000)] });
  expect(toLines(both)).toEqual({
    'escrow:4': 100_000,
    'escrow:6': 10_000,
    'wallet:7': -60_000,
    'refund:r4': -39_200,
    'refund:r6': -9_800,
    charge_income: -1_000,
  });
  expect(both.refs).toEqual({ disputeId: 5, jobId: 2, userId: 7 });
  const one = part(4, 60_000, 40_000);
  expect(disputeSettled({ ...settled, parts: [one] })).toEqual(disputeSplit({ ...settled, ...one }));
  expect(() => disputeSettled({ ...settled, parts: [] })).toThrow(RangeError);
});

test('a charge cannot exceed the refund, and its GST cannot exceed the charge', () => {
  const back = { ...milestone, refundId: 'r1', amountPaise: 100, at };
  expect(toLines(refundDecided({ ...back, chargeBps: 10_000, chargeGstPaise: 100 }))).toEqual({
    'escrow:4': 100,
    gst_payable: -100,
  });
  expect(() => refundDecided({ ...back, chargeBps: 10_100 })).toThrow('refundedPaise is not an amount: -1');
  expect(() => refundDecided({ ...back, chargeBps: 200, chargeGstPaise: 3 })).toThrow(
    'chargeNetPaise is not an amount: -1',
  );
});

test('each posting has its kind, key, references and time', () => {
  const part = { refundId: 'r1', released: { amountPaise: 60 }, refunded: { amountPaise: 40, chargeBps: 0 } };
  const divided = { ...milestone, ...part, disputeId: 5, workerId: 7, at };
  const back = { ...milestone, refundId: 'r1', amountPaise: 100, chargeBps: 0, at };
  const named: [Posting, Omit<Posting, 'entries' | 'eventTime'>][] = [
    [
      paymentUnapplied(payment),
      {
        kind: 'payment_unapplied',
        key: 'payment:cashfree:p9',
        refs: { paymentId: 'p9', orderId: 'order_1' },
      },
    ],
    [release(released), { kind: 'release', key: 'milestone:4:released', refs: { ...milestone, userId: 7 } }],
    [
      refundDecided(back),
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
      unappliedCredited(credited),
      {
        kind: 'unapplied_credited',
        key: 'case:3:credited',
        refs: { ...milestone, orderId: 'order_1', userId: 7 },
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
  ];
  for (const [posting, head] of named) expect(omitEntries(posting)).toEqual({ ...head, eventTime: at });
});

test.each(INVALID_AMOUNTS)('%d is not a valid amount of paise', (invalidPaise) => {
  expectRefused(invalidPaise, () => paymentVerified({ ...payment, ...milestone, amountPaise: invalidPaise }));
  expectRefused(invalidPaise, () => unappliedRefundDecided({ ...refund, amountPaise: invalidPaise }));
  expectRefused(invalidPaise, () => unappliedCredited({ ...credited, amountPaise: invalidPaise }));
  expectRefused(invalidPaise, () => refundSucceeded({ ...refund, amountPaise: invalidPaise }));
  for (const field of ['amountPaise', 'feePaise', 'gstPaise', 'tdsPaise', 'welfarePaise'])
    expectRefused(invalidPaise, () => release({ ...released, [field]: invalidPaise }), field);
  const back = { ...milestone, refundId: 'r1', amountPaise: 10_000, chargeBps: 200, at };
  for (const field of ['amountPaise', 'chargeBps', 'chargeGstPaise'])
    expectRefused(invalidPaise, () => refundDecided({ ...back, [field]: invalidPaise }), field);
});

const paise = fc.integer({ min: 1, max: 1_000_000_000_000 });
const bps = fc.integer({ min: 0, max: 2000 });

test('for any amounts: sums to zero, no zero lines, one line per account, one key per event', () => {
  fc.assert(
    fc.property(paise, paise, bps, (amountPaise, otherPaise, chargeBps) => {
      const feePaise = calculateRefundChargePaise(amountPaise, chargeBps);
      const refund = { refundId: 'r1', amountPaise, chargeBps, at };
      const split = {
        released: { amountPaise, feePaise },
        refunded: { amountPaise: otherPaise, chargeBps },
      };
      const postings = [
        paymentVerified({ ...payment, ...milestone, amountPaise }),
        paymentUnapplied({ ...payment, paymentId: 'p10', amountPaise }),
        release({ ...milestone, workerId: 7, amountPaise, feePaise, at }),
        refundDecided({ ...milestone, ...refund }),
        unappliedRefundDecided({ refundId: 'r2', orderId: 'order_1', amountPaise, at }),
        refundSucceeded({ refundId: 'r1', orderId: 'order_1', amountPaise, at }),
        disputeSplit({ ...milestone, ...split, disputeId: 5, workerId: 7, refundId: 'r3', at }),
      ];
      for (const { entries } of postings) {
        expect(entries.reduce((sum, entry) => sum + entry.amountPaise, 0)).toBe(0);
        expect(
          entries.every((entry) => Number.isSafeInteger(entry.amountPaise) && entry.amountPaise !== 0),
        ).toBe(true);
        expect(new Set(entries.map((entry) => entry.account)).size).toBe(entries.length);
      }
      expect(new Set(postings.map(({ key }) => key)).size).toBe(postings.length);
    }),
  );
});
