import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeForm } from '../platform/check.ts';
import { encodeForm } from '../platform/form.ts';
import { toRupees } from '../platform/money.ts';
import type { Quote } from './model.ts';
import type { SubmitQuoteValues } from './schemas.ts';
import { quoteFromWire, quoteToWire, submitQuoteForm } from './wire.ts';

const byMilestone: SubmitQuoteValues = {
  jobId: '12',
  bidText: '1000',
  term: 'milestone',
  milestoneNames: ['Cut', 'Fit'],
  milestoneAmountTexts: ['400', '600'],
  workScope: 'Both rooms',
};

function decodeQuote(change: Record<string, unknown> = {}) {
  return decodeForm(submitQuoteForm, { ...encodeForm(submitQuoteForm, byMilestone), ...change });
}

test('encodes a quote with its legacy names', () => {
  expect(encodeForm(submitQuoteForm, byMilestone)).toEqual({
    quote_id: '12',
    amount: '1000',
    job_bid_type: 'By Milestone',
    'milestone_descriction[]': 'Cut,Fit',
    'milestone_amount[]': '400,600',
    work_scope: 'Both rooms',
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

test('decodes rows with any names and amounts to what was encoded', async () => {
  const row = fc.record({
    name: fc
      .string({ minLength: 1, maxLength: 60 })
      .filter((text) => text.trim() === text && !text.includes('\0')),
    amountPaise: fc.integer({ min: 1_00, max: 1_000_00 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(row, { minLength: 1, maxLength: 20 }), async (rows) => {
      const sent = encodeForm(submitQuoteForm, {
        ...byMilestone,
        bidText: toRupees(rows.reduce((sum, { amountPaise }) => sum + amountPaise, 0)),
        milestoneNames: rows.map(({ name }) => name),
        milestoneAmountTexts: rows.map(({ amountPaise }) => toRupees(amountPaise)),
      });
      const quote = await decodeForm(submitQuoteForm, sent);
      expect(quote.ok && quote.value.rows).toEqual(rows);
    }),
  );
});

test.each([
  ['no bid', { amount: '' }, { bidText: 'quotes.amount_invalid' }],
  ['less than a rupee', { job_bid_type: 'By Terms', amount: '0.99' }, { bidText: 'quotes.amount_invalid' }],
  ['an exponent', { job_bid_type: 'By Terms', amount: '1e3' }, { bidText: 'quotes.amount_invalid' }],
  ['a sign', { job_bid_type: 'By Terms', amount: '-5' }, { bidText: 'quotes.amount_invalid' }],
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

test('decodes a quote to the value that was encoded', () => {
  const quote: Quote = {
    id: 7,
    jobId: 12,
    jobNumber: '4836',
    jobTitle: 'Wardrobes',
    jobLocation: 'Pune',
    jobBudget: { kind: 'range', fromPaise: 100_00, toPaise: 200_50 },
    jobClosesOn: '2026-12-31',
    jobPaymentTerm: 'terms',
    worker: {
      id: 3,
      name: 'Asha Rao',
      image: '',
      skills: ['Carpentry', 'Tiling'],
      rating: 4.5,
      completedProjects: 2,
      verified: true,
    },
    bidPaise: 1_000_00,
    term: 'milestone',
    parts: [{ name: 'Cut, sand', amountPaise: 1_000_00 }],
    workScope: '<b>All</b>',
    proposal: null,
    state: 'submitted',
    cancelComment: 'Found another job',
    createdAt: '2026-12-01T10:00:00.000Z',
    lapsesAt: null,
    abilities: {
      accept: { allowed: true },
      edit: { allowed: false, reason: 'quotes.not_waiting' },
      cancel: { allowed: false, reason: 'quotes.not_waiting' },
    },
  };
  const proposal = { url: '/api/files/1/a.pdf', name: 'a.pdf', bytes: 9, image: false };
  expect(quoteFromWire(quoteToWire(quote))).toEqual(quote);
  expect(quoteFromWire(quoteToWire({ ...quote, proposal })).proposal).toEqual(proposal);
});
