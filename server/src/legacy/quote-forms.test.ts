import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { toRupees } from '@fws/contract/platform/money';
import { acceptQuote, askAnotherQuote, declineQuote, submitQuote } from '@fws/contract/quotes/calls';
import { decodeLegacyForm } from '../../test/legacy.ts';
import { joinTexts } from './fields.ts';

const form = {
  quote_id: '12',
  amount: '1000',
  job_bid_type: 'By Milestone',
  'milestone_descriction[]': 'Cut,Fit',
  'milestone_amount[]': '400,600',
  work_scope: 'Both rooms',
};

const decodeQuote = (change: Record<string, unknown> = {}) =>
  decodeLegacyForm(submitQuote, { ...form, ...change });

test('reads a quote from its form', async () => {
  expect(await decodeQuote()).toEqual({
    ok: true,
    value: {
      jobId: 12,
      bidPaise: 1_000_00,
      term: 'milestone',
      rows: [
        { name: 'Cut', amountPaise: 400_00 },
        { name: 'Fit', amountPaise: 600_00 },
      ],
      workScope: 'Both rooms',
      startsOn: undefined,
      finishBy: undefined,
      photoIds: null,
    },
  });
});

test('accepts rows joined by commas, as JSON or as lists, with or without brackets in their name', async () => {
  const rows = [
    { name: 'Cut, sand', amountPaise: 400_00 },
    { name: 'Fit', amountPaise: 600_00 },
  ];
  const names = ['Cut, sand', 'Fit'];
  const quoteByCommas = await decodeQuote();
  expect(quoteByCommas.ok && quoteByCommas.value.rows.map((row) => row.name)).toEqual(['Cut', 'Fit']);
  for (const change of [
    { 'milestone_descriction[]': JSON.stringify(names) },
    { 'milestone_descriction[]': names, 'milestone_amount[]': [400, '600.00'] },
    { 'milestone_descriction[]': undefined, milestone_descriction: names },
  ]) {
    const quote = await decodeQuote(change);
    expect(quote.ok && quote.value.rows).toEqual(rows);
  }
});

test('accepts the second name of the term', async () => {
  const quote = await decodeQuote({ job_bid_type: undefined, bid_payment_terms: 'By Completion' });
  expect(quote.ok && quote.value).toMatchObject({ term: 'completion', bidPaise: 1_000_00, rows: [] });
});

test('reads rows with any names and amounts as they were joined', async () => {
  const row = fc.record({
    name: fc
      .string({ minLength: 1, maxLength: 60 })
      .filter((text) => text.trim() === text && !text.includes('\0')),
    amountPaise: fc.integer({ min: 1_00, max: 1_000_00 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const quote = await decodeQuote({
        amount: toRupees(rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
        'milestone_descriction[]': joinTexts(rows.map(({ name }) => name)),
        'milestone_amount[]': joinTexts(rows.map(({ amountPaise }) => toRupees(amountPaise))),
      });
      expect(quote.ok && quote.value.rows).toEqual(rows);
    }),
  );
});

test.each([
  ['no bid', { amount: '' }, { bidText: 'quotes.amount_invalid' }],
  ['less than a rupee', { job_bid_type: 'By Terms', amount: '0.99' }, { bidText: 'quotes.amount_invalid' }],
  ['an exponent', { job_bid_type: 'By Terms', amount: '1e3' }, { bidText: 'common.amount_form' }],
  ['a sign', { job_bid_type: 'By Terms', amount: '-5' }, { bidText: 'common.amount_form' }],
  ['no term', { job_bid_type: '' }, { term: 'quotes.term_required' }],
  [
    'rows that do not add up to the bid',
    { amount: '1001' },
    { milestoneAmountTexts: 'quotes.milestones_differ_from_bid' },
  ],
  [
    'a row with a zero amount',
    { 'milestone_amount[]': '0,1000' },
    { milestoneAmountTexts: 'quotes.milestone_amount_invalid' },
  ],
  [
    'a row without an amount',
    { 'milestone_amount[]': '1000' },
    {
      milestoneNames: 'quotes.milestone_name_required',
      milestoneAmountTexts: 'quotes.milestone_amount_invalid',
    },
  ],
  [
    'an amount that is no number',
    { 'milestone_amount[]': '1000,much' },
    { milestoneAmountTexts: 'common.amount_form' },
  ],
  [
    'a row without a name',
    { 'milestone_descriction[]': 'Cut,' },
    { milestoneNames: 'quotes.milestone_name_required' },
  ],
  [
    'too many rows',
    {
      amount: '21',
      'milestone_descriction[]': Array(21).fill('x'),
      'milestone_amount[]': Array(21).fill('1'),
    },
    { milestoneNames: 'quotes.too_many_milestones' },
  ],
])('rejects %s', async (_what, change, errors) => {
  const quote = await decodeQuote(change);
  const codes = quote.ok ? [] : Object.entries(quote.errors).map(([field, error]) => [field, error.code]);
  expect(Object.fromEntries(codes)).toEqual(errors);
});

test('reads what a poster asks for and why one declines', async () => {
  const asks = { quote_id: '7', amount: '900', job_bid_type: 'By Milestone', finish_by: '24-12-2026' };
  const rows = { 'milestone_descriction[]': 'Cut,Fit', 'milestone_amount[]': '400,500' };
  expect(await decodeLegacyForm(askAnotherQuote, { ...asks, ...rows, note: 'Please' })).toEqual({
    ok: true,
    value: {
      quoteId: 7,
      // Not of a client that does not send it.
      offerVersion: null,
      bidPaise: 900_00,
      term: 'milestone',
      parts: [
        { name: 'Cut', amountPaise: 400_00 },
        { name: 'Fit', amountPaise: 500_00 },
      ],
      startsOn: null,
      finishBy: '2026-12-24',
      note: 'Please',
    },
  });
  expect(await decodeLegacyForm(declineQuote, { quote_id: '7', reason: 'price' })).toEqual({
    ok: true,
    value: { quoteId: 7, offerVersion: null, reason: 'price', note: '' },
  });
  const read = { quote_id: '7', quote_version: '3' };
  for (const form of [
    await decodeLegacyForm(declineQuote, { ...read, reason: 'price' }),
    await decodeLegacyForm(askAnotherQuote, { ...asks, ...read }),
    await decodeLegacyForm(acceptQuote, read),
  ])
    expect(form).toMatchObject({ value: { quoteId: 7, offerVersion: 3 } });
});
