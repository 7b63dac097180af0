import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  disputeSettled,
  disputeSplit,
  paymentUnapplied,
  paymentVerified,
  refundChargePaise,
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

const linesOf = (posting: Posting) =>
  Object.fromEntries(posting.entries.map(({ account, amountPaise }) => [account, amountPaise]));

test('a verified payment lands in its milestone, money that fits nowhere in its order', () => {
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
  expect(linesOf(paymentUnapplied(payment))).toEqual({
    provider_clearing: 300_000,
    'unapplied:order_1': -300_000,
  });
});

test('one payment is captured once, applied or not', () => {
  expect(paymentUnapplied(payment).key).toBe(paymentVerified({ ...payment, ...milestone }).key);
});

test('a release without deductions is the whole escrow to the worker', () => {
  const posting = release({ ...milestone, workerId: 7, amountPaise: 300_000, at });
  expect(linesOf(posting)).toEqual({ 'escrow:4': 300_000, 'wallet:7': -300_000 });
  expect(posting.refs).toEqual({ ...milestone, userId: 7 });
});

test('fee, GST, TDS and the welfare fee are lines of their own', () => {
  const deductions = { feePaise: 30_000, gstPaise: 5400, tdsPaise: 3000, welfarePaise: 600 };
  expect(linesOf(release({ ...milestone, ...deductions, workerId: 7, amountPaise: 300_000, at }))).toEqual({
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

test('a refund keeps 2%, rounded down to the paisa', () => {
  expect(refundChargePaise(10_049, 200)).toBe(200);
  expect(
    linesOf(refundDecided({ ...milestone, refundId: 'r1', amountPaise: 10_049, chargeBps: 200, at })),
  ).toEqual({
    'escrow:4': 10_049,
    'refund:r1': -9849,
    charge_income: -200,
  });
});

test('the GST in a charge is owed, not earned', () => {
  const refund = { refundId: 'r1', amountPaise: 10_000, chargeBps: 200, chargeGstPaise: 31, at };
  expect(linesOf(refundDecided({ ...milestone, ...refund }))).toEqual({
    'escrow:4': 10_000,
    'refund:r1': -9800,
    charge_income: -169,
    gst_payable: -31,
  });
});

test('a refund too small for a charge is whole', () => {
  const posting = refundDecided({ ...milestone, refundId: 'r1', amountPaise: 49, chargeBps: 200, at });
  expect(linesOf(posting)).toEqual({ 'escrow:4': 49, 'refund:r1': -49 });
});

test('refunds leave through the provider; unapplied money goes back whole', () => {
  const refund = { refundId: 'r1', orderId: 'order_1', amountPaise: 9800, at };
  expect(linesOf(refundSucceeded(refund))).toEqual({ 'refund:r1': 9800, provider_clearing: -9800 });
  expect(linesOf(unappliedRefundDecided(refund))).toEqual({ 'unapplied:order_1': 9800, 'refund:r1': -9800 });
});

test('a settlement clears the provider, its fee and GST included', () => {
  const settlement = {
    provider: 'cashfree',
    settlementId: 's1',
    settledPaise: 293_097,
    feePaise: 5850,
    gstPaise: 1053,
    at,
  };
  expect(linesOf(providerSettled(settlement))).toEqual({
    bank: 293_097,
    fee_expense: 5850,
    gst_input: 1053,
    provider_clearing: -300_000,
  });
  const back = settlementReversed(settlement);
  expect(linesOf(back)).toEqual({
    bank: -293_097,
    fee_expense: -5850,
    gst_input: -1053,
    provider_clearing: 300_000,
  });
  expect(back.reverses).toBe(providerSettled(settlement).key);
});

test('a settlement below zero is taken from our bank', () => {
  const settlement = {
    provider: 'cashfree',
    settlementId: 's2',
    settledPaise: -500,
    feePaise: 10,
    gstPaise: 1,
  };
  expect(linesOf(providerSettled({ ...settlement, at }))).toEqual({
    bank: -500,
    fee_expense: 10,
    gst_input: 1,
    provider_clearing: 489,
  });
  expect(() => providerSettled({ ...settlement, feePaise: -1, at })).toThrow('feePaise is not an amount');
});

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

test('a chargeback takes what escrow holds, and the rest is to be got back', () => {
  expect(linesOf(chargebackTaken(chargeback))).toEqual({
    'escrow:4': 200,
    chargeback_receivable: 100,
    provider_clearing: -300,
  });
  expect(linesOf(chargebackTaken({ ...chargeback, escrowPaise: 0 }))).toEqual({
    chargeback_receivable: 100,
    provider_clearing: -100,
  });
});

test('a chargeback that is won is taken back by a posting of its own; each taking has its own', () => {
  const won = chargebackReturned({ ...chargeback, backTo: 'escrow' });
  expect(linesOf(won)).toEqual({ provider_clearing: 300, 'escrow:4': -200, chargeback_receivable: -100 });
  expect(won.reverses).toBe(chargebackTaken(chargeback).key);
  const late = chargebackReturned({ ...chargeback, backTo: 'unapplied' });
  expect(linesOf(late)).toMatchObject({ 'unapplied:order_1': -200, chargeback_receivable: -100 });
  expect(chargebackTaken({ ...chargeback, taking: 2 }).key).not.toBe(chargebackTaken(chargeback).key);
});

test('a withdrawal is set aside, then paid or returned; paid can be reversed', () => {
  expect(linesOf(withdrawalRequested(withdrawal))).toEqual({ 'wallet:7': 100_000, 'withdrawal:8': -100_000 });
  expect(linesOf(withdrawalPaid(withdrawal))).toEqual({ 'withdrawal:8': 100_000, payout_float: -100_000 });
  expect(linesOf(withdrawalReturned(withdrawal))).toEqual({ 'withdrawal:8': 100_000, 'wallet:7': -100_000 });
  const reversed = withdrawalReversed(withdrawal);
  expect(linesOf(reversed)).toEqual({ payout_float: 100_000, 'wallet:7': -100_000 });
  expect(reversed.reverses).toBe(withdrawalPaid(withdrawal).key);
});

test('a dispute is split in one transaction, GST of both parts on one line', () => {
  const split = disputeSplit({
    ...milestone,
    disputeId: 5,
    workerId: 7,
    refundId: 'r1',
    released: { amountPaise: 60_000, feePaise: 6000, gstPaise: 1080 },
    refunded: { amountPaise: 40_000, chargeBps: 200, chargeGstPaise: 122 },
    at,
  });
  expect(linesOf(split)).toEqual({
    'escrow:4': 100_000,
    'wallet:7': -52_920,
    fee_income: -6000,
    gst_payable: -1202,
    'refund:r1': -39_200,
    charge_income: -678,
  });
});

test('a dispute over several milestones is one transaction; over one it is that one', () => {
  const part = (milestoneId: number, toWorkerPaise: number, toPosterPaise: number) => ({
    milestoneId,
    refundId: `r${milestoneId}`,
    released: { amountPaise: toWorkerPaise },
    refunded: { amountPaise: toPosterPaise, chargeBps: 200 },
  });
  const settled = { disputeId: 5, jobId: 2, workerId: 7, at };
  const both = disputeSettled({ ...settled, parts: [part(4, 60_000, 40_000), part(6, 0, 10_000)] });
  expect(linesOf(both)).toEqual({
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

test('a charge leaves something, and its GST is a part of it', () => {
  const back = { ...milestone, refundId: 'r1', amountPaise: 100, at };
  expect(linesOf(refundDecided({ ...back, chargeBps: 10_000, chargeGstPaise: 100 }))).toEqual({
    'escrow:4': 100,
    gst_payable: -100,
  });
  expect(() => refundDecided({ ...back, chargeBps: 10_100 })).toThrow('refundedPaise is not an amount: -1');
  expect(() => refundDecided({ ...back, chargeBps: 200, chargeGstPaise: 3 })).toThrow(
    'chargeNetPaise is not an amount: -1',
  );
});

const paise = fc.integer({ min: 1, max: 1_000_000_000_000 });
const bps = fc.integer({ min: 0, max: 2000 });

test('whatever the amounts: zero in sum, no empty line, one line an account, one key an event', () => {
  fc.assert(
    fc.property(paise, paise, bps, (amountPaise, otherPaise, chargeBps) => {
      const feePaise = refundChargePaise(amountPaise, chargeBps);
      const refund = { refundId: 'r1', amountPaise, chargeBps, at };
      const split = {
        released: { amountPaise, feePaise },
        refunded: { amountPaise: otherPaise, chargeBps },
      };
      const postings = [
        paymentVerified({ ...payment, ...milestone, amountPaise }),
        paymentUnapplied({ ...payment, paymentId: 'p10', amountPaise }),
        providerSettled({
          provider: 'cashfree',
          settlementId: 's1',
          settledPaise: amountPaise - feePaise,
          feePaise,
          gstPaise: 0,
          at,
        }),
        chargebackTaken({ ...chargeback, escrowPaise: amountPaise, receivablePaise: feePaise }),
        release({ ...milestone, workerId: 7, amountPaise, feePaise, at }),
        refundDecided({ ...milestone, ...refund }),
        unappliedRefundDecided({ refundId: 'r2', orderId: 'order_1', amountPaise, at }),
        refundSucceeded({ refundId: 'r1', orderId: 'order_1', amountPaise, at }),
        disputeSplit({ ...milestone, ...split, disputeId: 5, workerId: 7, refundId: 'r3', at }),
        ...[withdrawalRequested, withdrawalPaid, withdrawalReturned, withdrawalReversed].map((step) =>
          step({ ...withdrawal, amountPaise }),
        ),
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
