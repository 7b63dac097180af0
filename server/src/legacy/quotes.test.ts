import * as fc from 'fast-check';
import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import type { Page } from '@fws/contract/platform/call';
import { toRupees } from '@fws/contract/platform/money';
import {
  acceptQuote,
  askAnotherQuote,
  contractRequests,
  declineQuote,
  myQuotes,
  quoteDetail,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import { sampleAward, sampleJob, sampleJobReply } from '../../test/legacy-samples.ts';
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

const quote: Quote = {
  id: 7,
  version: 'h5t',
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
    image: '/api/files/2/me.webp',
    skills: ['Carpentry', 'Tiling'],
    rating: 4.5,
    completedProjects: 2,
    verified: true,
  },
  bidPaise: 1_000_00,
  term: 'milestone',
  parts: [{ name: 'Cut, sand', amountPaise: 1_000_00 }],
  workScope: '<b>All</b>',
  proposal: { url: '/api/files/1/a.pdf', name: 'a.pdf', bytes: 9, image: false },
  photos: [
    { id: 'p1', url: '/api/files/2/photo.jpg', thumbUrl: '/api/files/3/thumbnail.jpg', width: 4, height: 3 },
  ],
  startsOn: '2026-12-20',
  finishBy: null,
  note: 'With primer',
  state: 'submitted',
  offerVersion: 2,
  offeredAt: '2026-12-01T11:00:00.000Z',
  seenAt: '2026-12-01T12:00:00.000Z',
  turn: 3,
  asksLeft: 1,
  asked: {
    bidPaise: 900_00,
    term: 'milestone',
    parts: [{ name: 'quotes.part_completion', amountPaise: 900_00 }],
    startsOn: null,
    finishBy: '2026-12-24',
    note: 'Before the holidays',
    at: '2026-12-01T10:30:00.000Z',
  },
  declined: null,
  cancelComment: 'Found another job',
  heldBack: null,
  hides: [],
  createdAt: '2026-12-01T10:00:00.000Z',
  lapsesAt: '2026-12-08T10:00:00.000Z',
  abilities: {
    accept: { allowed: true },
    ask: { allowed: true },
    decline: { allowed: false, reason: 'quotes.not_answerable' },
    edit: { allowed: false, reason: 'quotes.not_waiting' },
    cancel: { allowed: false, reason: 'quotes.not_waiting' },
  },
};

const extra = { jobs: new Map([[12, sampleJob]]), awards: new Map() };

test('writes every field of a quote', async () => {
  const reply = {
    data: [
      {
        ...sampleJobReply,
        job_skills: 'Painting,Putty',
        quote_id: 7,
        job_id: 12,
        job_amount: '1500.50',
        user_id: 3,
        user_name: 'Asha Rao',
        profile_image: '/api/files/2/me.webp',
        skills: 'Carpentry,Tiling',
        user_rating: 4.5,
        projects_completed: 2,
        is_kyc_updated: 1,
        bid_amount: '1000',
        job_bid_type: 'By Milestone',
        payment_terms: 'By Milestone',
        payment_milestone: [{ milestone_descriction: 'Cut, sand', milestone_amount: '1000' }],
        work_scope: '<b>All</b>',
        attach_portfolio: '/api/files/1/a.pdf',
        attach_portfolio_name: 'a.pdf',
        attach_portfolio_bytes: 9,
        attach_portfolio_is_image: false,
        photos: [
          {
            photo_id: 'p1',
            photo: '/api/files/2/photo.jpg',
            thumbnail: '/api/files/3/thumbnail.jpg',
            width: 4,
            height: 3,
          },
        ],
        quote_status: 'submitted',
        negotiation_status: 'submitted',
        starts_on: '2026-12-20',
        finish_by: '',
        note: 'With primer',
        quote_version: 2,
        offered_at: '2026-12-01T11:00:00.000Z',
        seen_at: '2026-12-01T12:00:00.000Z',
        turn: 3,
        asks_left: 1,
        asked_for: {
          amount: '900',
          job_bid_type: 'By Milestone',
          payment_milestone: [{ milestone_descriction: 'On completion', milestone_amount: '900' }],
          starts_on: '',
          finish_by: '2026-12-24',
          note: 'Before the holidays',
          asked_at: '2026-12-01T10:30:00.000Z',
        },
        decline_reason: '',
        decline_note: '',
        cancel_comment: 'Found another job',
        is_waiting: 0,
        is_taken_down: 0,
        created_at: '2026-12-01T10:00:00.000Z',
        lapses_at: '2026-12-08T10:00:00.000Z',
        version: 'h5t',
        can_accept: { allowed: true, reason: null },
        can_ask: { allowed: true, reason: null },
        can_decline: { allowed: false, reason: 'quotes.not_answerable' },
        can_edit: { allowed: false, reason: 'quotes.not_waiting' },
        can_cancel: { allowed: false, reason: 'quotes.not_waiting' },
      },
    ],
  };
  for (const call of [quoteDetail, submitQuote, updateQuote])
    expect(await encodeLegacyReply<z.ZodMiniType, Quote>(call, quote, extra)).toEqual(reply);
  const page = { items: [quote], nextCursor: 'c' };
  for (const call of [myQuotes, contractRequests])
    expect(await encodeLegacyReply<z.ZodMiniType, Page<Quote>>(call, page, extra)).toEqual({
      ...reply,
      next_cursor: 'c',
    });
});

test('writes the award of the job, and the amount, terms and parts of the quote', async () => {
  const value = { ...quote, parts: [{ name: 'quotes.part_completion', amountPaise: 1_000_00 }] };
  const awards = new Map([[12, sampleAward]]);
  expect(await encodeLegacyReply(quoteDetail, value, { ...extra, awards })).toMatchObject({
    data: [
      {
        awarded_to_user_id: 6,
        job_awarded_to: 'Ravi Kumar',
        awarded_date: '2026-12-01T10:00:00.000Z',
        contact_flag: 1,
        employee_mobile: '+919000000002',
        profile_image: '/api/files/2/me.webp',
        bid_amount: '1000',
        payment_milestone: [{ milestone_descriction: 'On completion', milestone_amount: '1000' }],
      },
    ],
  });
});

test.each([
  ['asked', 'submitted'],
  ['declined', 'not_selected'],
  ['lapsed', 'lapsed'],
] as const)(
  'calls the state %s %s for clients that know no other, and names it beside',
  async (state, known) => {
    const declined = state === 'declined' ? { reason: 'price' as const, note: 'My limit is ₹800' } : null;
    expect(
      await encodeLegacyReply(quoteDetail, { ...quote, state, asked: null, declined }, extra),
    ).toMatchObject({
      data: [
        {
          quote_status: known,
          negotiation_status: state,
          asked_for: null,
          decline_reason: declined?.reason ?? '',
          decline_note: declined?.note ?? '',
        },
      ],
    });
  },
);

test('reads what a poster asks for and why one declines, and writes the history', async () => {
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
  const step = {
    step: 'asked' as const,
    by: 'poster' as const,
    at: '2026-12-01T10:30:00.000Z',
    turn: 2,
    version: null,
    bidPaise: null,
    term: null,
    parts: [],
    startsOn: '2026-12-20',
    finishBy: null,
    workScope: '',
    note: 'Please',
    reason: null,
    changed: ['startsOn' as const],
  };
  expect(await encodeLegacyReply(quoteHistory, { items: [step] })).toEqual({
    data: [
      {
        history: [
          {
            step: 'asked',
            by: 'poster',
            at: '2026-12-01T10:30:00.000Z',
            turn: 2,
            quote_version: null,
            amount: '',
            job_bid_type: '',
            payment_milestone: [],
            starts_on: '2026-12-20',
            finish_by: '',
            note: 'Please',
            work_scope: '',
            reason: '',
            changed: ['startsOn'],
          },
        ],
      },
    ],
  });
});

test('writes a quote without a proposal in a list', async () => {
  const items = [{ ...quote, proposal: null, lapsesAt: null, term: 'completion' as const }];
  expect(await encodeLegacyReply(myQuotes, { items, nextCursor: 'c' }, extra)).toMatchObject({
    data: [
      { attach_portfolio: '', attach_portfolio_bytes: 0, lapses_at: null, job_bid_type: 'By Completion' },
    ],
    next_cursor: 'c',
  });
});
