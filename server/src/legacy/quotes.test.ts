import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import type { Page } from '@fws/contract/platform/call';
import {
  contractRequests,
  myQuotes,
  quoteDetail,
  quoteHistory,
  submitQuote,
  updateQuote,
} from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { encodeLegacyReply } from '../../test/legacy.ts';
import { sampleAward, sampleJob, sampleJobReply } from '../../test/legacy-samples.ts';

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
    reliability: null,
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
  visit: { date: '2026-12-18', window: '16:00-18:00', feePaise: 250_00 },
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
        visit_date: '2026-12-18',
        visit_window: '16:00-18:00',
        visit_fee: '250',
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

test('writes the history of a quote', async () => {
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
    visit: { date: '2026-12-18', window: '16:00-18:00', feePaise: 250_00 },
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
            visit_date: '2026-12-18',
            visit_window: '16:00-18:00',
            visit_fee: '250',
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
