import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  chargeback,
  expectRefused,
  omitEntries,
  toLines,
  INVALID_AMOUNTS,
} from '../../../../test/ledger/sample-postings.ts';
import {
  chargebackReturned,
  chargebackTaken,
  chargebackWrittenOff,
  ownFundsBrought,
  providerSettled,
  settlementReversed,
} from './provider.ts';

const { at } = chargeback;
const settlement = {
  provider: 'cashfree',
  settlementId: 's1',
  settledPaise: 293_097,
  feePaise: 5850,
  gstPaise: 1053,
  at,
};
const refs = { milestoneId: 4, orderId: 'order_1', paymentId: 'p9' };

test('each posting has its kind, key, references and time', () => {
  expect(omitEntries(providerSettled(settlement))).toEqual({
    kind: 'provider_settled',
    key: 'settlement:cashfree:s1',
    refs: {},
    eventTime: at,
  });
  expect(omitEntries(settlementReversed(settlement))).toEqual({
    kind: 'settlement_reversed',
    key: 'settlement:cashfree:s1:reversed',
    refs: {},
    eventTime: at,
    reverses: 'settlement:cashfree:s1',
  });
  expect(omitEntries(chargebackTaken(chargeback))).toEqual({
    kind: 'chargeback_taken',
    key: 'chargeback:cashfree:d1:1:taken',
    refs,
    eventTime: at,
  });
  expect(omitEntries(chargebackReturned({ ...chargeback, backTo: 'escrow' }))).toEqual({
    kind: 'chargeback_returned',
    key: 'chargeback:cashfree:d1:1:returned',
    refs,
    eventTime: at,
    reverses: 'chargeback:cashfree:d1:1:taken',
  });
  expect(omitEntries(chargebackWrittenOff(chargeback))).toEqual({
    kind: 'chargeback_written_off',
    key: 'chargeback:cashfree:d1:1:written_off',
    refs,
    eventTime: at,
  });
  expect(omitEntries(ownFundsBrought({ reference: 'UTR77', amountPaise: 900, at }))).toEqual({
    kind: 'own_funds_brought',
    key: 'own_funds:UTR77',
    refs: {},
    eventTime: at,
  });
});

test('a chargeback of money without a milestone is taken from the unapplied account', () => {
  const unapplied = { ...chargeback, milestoneId: null };
  expect(toLines(chargebackTaken(unapplied))).toEqual({
    provider_clearing: -300,
    'unapplied:order_1': 200,
    chargeback_receivable: 100,
  });
  expect(omitEntries(chargebackTaken(unapplied)).refs).toEqual({ orderId: 'order_1', paymentId: 'p9' });
});

test('a settlement clears the provider account, including its fee and GST', () => {
  expect(toLines(providerSettled(settlement))).toEqual({
    bank: 293_097,
    fee_expense: 5850,
    gst_input: 1053,
    provider_clearing: -300_000,
  });
  expect(toLines(settlementReversed(settlement))).toEqual({
    bank: -293_097,
    fee_expense: -5850,
    gst_input: -1053,
    provider_clearing: 300_000,
  });
});

test('a settlement below zero is taken from our bank account', () => {
  const below = { ...settlement, settledPaise: -500, feePaise: 10, gstPaise: 1 };
  expect(toLines(providerSettled(below))).toEqual({
    bank: -500,
    fee_expense: 10,
    gst_input: 1,
    provider_clearing: 489,
  });
});

test('a chargeback takes from escrow and books the rest as a receivable', () => {
  expect(toLines(chargebackTaken(chargeback))).toEqual({
    'escrow:4': 200,
    chargeback_receivable: 100,
    provider_clearing: -300,
  });
  expect(toLines(chargebackTaken({ ...chargeback, escrowPaise: 0 }))).toEqual({
    chargeback_receivable: 100,
    provider_clearing: -100,
  });
});

test('a won chargeback is returned by its own posting, and each taking has its own key', () => {
  const won = chargebackReturned({ ...chargeback, backTo: 'escrow' });
  expect(toLines(won)).toEqual({ provider_clearing: 300, 'escrow:4': -200, chargeback_receivable: -100 });
  const late = chargebackReturned({ ...chargeback, backTo: 'unapplied' });
  expect(toLines(late)).toMatchObject({ 'unapplied:order_1': -200, chargeback_receivable: -100 });
  expect(chargebackTaken({ ...chargeback, taking: 2 }).key).not.toBe(chargebackTaken(chargeback).key);
});

test('a write-off books a loss, which is reversed if the bank pays back after all', () => {
  expect(toLines(chargebackWrittenOff(chargeback))).toEqual({
    chargeback_loss: 100,
    chargeback_receivable: -100,
  });
  const partly = { ...chargeback, backTo: 'escrow', writtenOffPaise: 70 } as const;
  expect(toLines(chargebackReturned(partly))).toEqual({
    provider_clearing: 300,
    'escrow:4': -200,
    chargeback_receivable: -30,
    chargeback_loss: -70,
  });
  expect(() => chargebackReturned({ ...partly, writtenOffPaise: 101 })).toThrow(
    'openPaise is not an amount: -1',
  );
});

test('books the platform’s own funds', () => {
  const brought = ownFundsBrought({ reference: 'UTR77', amountPaise: 900, at });
  expect(toLines(brought)).toEqual({ bank: 900, own_funds: -900 });
});

test.each(INVALID_AMOUNTS)('%d is not a valid amount of paise', (invalidPaise) => {
  for (const field of ['feePaise', 'gstPaise'])
    expectRefused(invalidPaise, () => providerSettled({ ...settlement, [field]: invalidPaise }), field);
  for (const field of ['escrowPaise', 'receivablePaise'])
    expectRefused(invalidPaise, () => chargebackTaken({ ...chargeback, [field]: invalidPaise }), field);
  const won = { ...chargeback, backTo: 'escrow' } as const;
  expectRefused(
    invalidPaise,
    () => chargebackReturned({ ...won, writtenOffPaise: invalidPaise }),
    'writtenOffPaise',
  );
  expectRefused(
    invalidPaise,
    () => chargebackWrittenOff({ ...chargeback, receivablePaise: invalidPaise }),
    'receivablePaise',
  );
  expectRefused(invalidPaise, () => ownFundsBrought({ reference: 'UTR77', amountPaise: invalidPaise, at }));
});

const paise = fc.integer({ min: 1, max: 1_000_000_000_000 });

test('for any amounts: sums to zero', () => {
  fc.assert(
    fc.property(paise, paise, paise, (settledPaise, feePaise, gstPaise) => {
      const taken = { ...chargeback, escrowPaise: settledPaise, receivablePaise: feePaise };
      const postings = [
        providerSettled({ ...settlement, settledPaise, feePaise, gstPaise }),
        settlementReversed({ ...settlement, settledPaise: -settledPaise, feePaise, gstPaise }),
        chargebackTaken(taken),
        chargebackReturned({ ...taken, backTo: 'unapplied', writtenOffPaise: Math.min(feePaise, gstPaise) }),
        chargebackWrittenOff(taken),
      ];
      for (const { entries } of postings)
        expect(entries.reduce((sum, entry) => sum + entry.amountPaise, 0)).toBe(0);
    }),
  );
});
