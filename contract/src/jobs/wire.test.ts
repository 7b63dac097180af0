import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeForm } from '../platform/check.ts';
import { encodeForm } from '../platform/form.ts';
import type { Budget, Job } from './model.ts';
import type { PostJobValues } from './schemas.ts';
import { exploreJobsForm, jobFromWire, jobToWire, postJobForm } from './wire.ts';

const values: PostJobValues = {
  title: 'Two sliding wardrobes',
  categoryId: '4',
  description: 'Laminate outside',
  location: 'Kothrud, Pune',
  latitude: '18.5074',
  longitude: '73.8077',
  skills: ['Carpentry', 'Laminate work'],
  takeWorkOn: '2026-12-18',
  budgetKind: 'range',
  amountText: '',
  amountFromText: '15000',
  amountToText: '20000.50',
  closesOn: '2026-12-31',
  paymentTerm: 'terms',
};

test('encodes a job with its legacy names', () => {
  expect(encodeForm(postJobForm, values)).toEqual({
    job_title: 'Two sliding wardrobes',
    category: '4',
    job_description: 'Laminate outside',
    job_location: 'Kothrud, Pune',
    latitude: '18.5074',
    longitude: '73.8077',
    'skills[]': 'Carpentry,Laminate work',
    take_work: '18-12-2026',
    target_closed_date: '12-31-2026',
    budjet: 'Price Range',
    amount: '15000 to 20000.50',
    payment_term: 'FWS Term Payment',
  });
});

test('decodes what a client encodes', async () => {
  const decoded = await decodeForm(postJobForm, encodeForm(postJobForm, values));
  expect(decoded).toEqual({
    ok: true,
    value: {
      title: values.title,
      categoryId: 4,
      description: values.description,
      location: values.location,
      position: { latitude: 18.5074, longitude: 73.8077 },
      skills: values.skills,
      takeWorkOn: values.takeWorkOn,
      budget: { kind: 'range', fromPaise: 15_000_00, toPaise: 20_000_50 },
      closesOn: values.closesOn,
      paymentTerm: values.paymentTerm,
    },
  });
});

test('accepts lists and numbers in JSON', async () => {
  const body = {
    ...encodeForm(postJobForm, values),
    category: 4,
    'skills[]': undefined,
    skills: ['Tiling', 'Masonry'],
  };
  const decoded = await decodeForm(postJobForm, { ...body, budjet: 'fixed price', amount: 15000 });
  expect(decoded.ok && decoded.value.skills).toEqual(['Tiling', 'Masonry']);
  expect(decoded.ok && decoded.value.budget).toEqual({ kind: 'fixed', amountPaise: 15_000_00 });
});

async function decodeErrors(change: Partial<Record<string, unknown>>): Promise<Record<string, string>> {
  const decoded = await decodeForm(postJobForm, { ...encodeForm(postJobForm, values), ...change });
  return decoded.ok
    ? {}
    : Object.fromEntries(Object.entries(decoded.errors).map(([field, error]) => [field, error.code]));
}

test('reports every error of an empty form at once', async () => {
  const decoded = await decodeForm(postJobForm, { budjet: 'Price Range' });
  expect(decoded.ok ? {} : Object.keys(decoded.errors).toSorted()).toEqual([
    'amountFromText',
    'amountToText',
    'categoryId',
    'closesOn',
    'location',
    'paymentTerm',
    'skills',
    'takeWorkOn',
    'title',
  ]);
});

test.each([
  ['an invalid start date', { take_work: '31-02-2027' }, { takeWorkOn: 'jobs.take_work_required' }],
  ['an invalid close date', { target_closed_date: '02-31-2027' }, { closesOn: 'jobs.closes_required' }],
  [
    'a close date before the start',
    { target_closed_date: '12-01-2026' },
    { closesOn: 'jobs.closes_before_start' },
  ],
  ['a reversed range', { amount: '200 to 100' }, { amountToText: 'jobs.range_reversed' }],
  [
    'an incomplete range',
    { amount: '200' },
    { amountFromText: 'jobs.from_required', amountToText: 'jobs.to_required' },
  ],
  ['an exponent', { budjet: 'Fixed Price', amount: '1e3' }, { amountText: 'jobs.amount_required' }],
  ['a zero amount', { budjet: 'Fixed Price', amount: '0' }, { amountText: 'jobs.amount_required' }],
  ['a negative amount', { budjet: 'Fixed Price', amount: '-5' }, { amountText: 'jobs.amount_required' }],
  ['three decimals', { budjet: 'Fixed Price', amount: '1.005' }, { amountText: 'jobs.amount_required' }],
  ['an unknown budget', { budjet: 'Auction' }, { budgetKind: 'jobs.budget_required' }],
  ['an unknown term', { payment_term: 'Barter' }, { paymentTerm: 'jobs.payment_term_required' }],
  ['a title that is too long', { job_title: 'x'.repeat(121) }, { title: 'common.too_long' }],
  ['too many skills', { 'skills[]': 'a,'.repeat(16) }, { skills: 'jobs.skills_too_many' }],
  ['a latitude out of range', { latitude: '91' }, { latitude: 'common.position_invalid' }],
  ['half a position', { longitude: '' }, { latitude: 'common.position_invalid' }],
])('rejects %s', async (_what, change, errors) => {
  expect(await decodeErrors(change)).toEqual(errors);
});

test('sorts by latest when the filter is missing or unknown', async () => {
  const decodeSort = async (body: Record<string, string>) => {
    const decoded = await decodeForm(exploreJobsForm, body);
    return decoded.ok && decoded.value.sort;
  };
  expect(await decodeSort({})).toBe('latest');
  expect(await decodeSort({ sort: 'cheapest' })).toBe('latest');
  expect(await decodeSort({ sort: 'Closing Soon' })).toBe('closing_soon');
});

const paise = fc.integer({ min: 1, max: 1_00_00_000_00 });
const budget: fc.Arbitrary<Budget> = fc.oneof(
  paise.map((amountPaise): Budget => ({ kind: 'fixed', amountPaise })),
  fc
    .tuple(paise, paise)
    .map(([a, b]): Budget => ({ kind: 'range', fromPaise: Math.min(a, b), toPaise: Math.max(a, b) })),
);

test('decodes a job to the value that was encoded', () => {
  const sent: Job = {
    id: 12,
    number: '4836',
    title: 'Paint, twice',
    description: '<script>alert(1)</script>',
    location: 'पुणे',
    latitude: null,
    longitude: null,
    categoryId: 1,
    skills: ['Painting'],
    takeWorkOn: '2026-12-18',
    closesOn: '2026-12-31',
    paymentTerm: 'completion',
    budget: { kind: 'fixed', amountPaise: 1 },
    postedAt: '2026-12-01T10:00:00.000Z',
    quotesReceived: 3,
    verified: true,
    attachment: { url: '/api/files/1/a.png', name: 'a.png', bytes: 9, image: true },
    state: 'open',
    posterId: 5,
    myQuoteId: null,
    abilities: { quote: { allowed: false, reason: 'jobs.own_job' } },
  };
  fc.assert(
    fc.property(budget, (budget) => {
      expect(jobFromWire(jobToWire({ ...sent, budget }))).toEqual({ ...sent, budget });
    }),
  );
  expect(jobFromWire(jobToWire({ ...sent, attachment: null })).attachment).toBeNull();
});
