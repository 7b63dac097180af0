import type * as z from 'zod/mini';
import { expect, test } from 'vitest';
import {
  categoryList,
  exploreJobs,
  jobDetail,
  myContracts,
  postJob,
  updateJob,
} from '@fws/contract/jobs/calls';
import type { JobDetail } from '@fws/contract/jobs/schemas';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import { sampleAward, sampleAwardReply, sampleJob, sampleJobReply } from '../../test/legacy-samples.ts';

const form = {
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
};

test('reads a job from its form', async () => {
  expect(await decodeLegacyForm(postJob, form)).toEqual({
    ok: true,
    value: {
      title: 'Two sliding wardrobes',
      categoryId: 4,
      description: 'Laminate outside',
      location: 'Kothrud, Pune',
      position: { latitude: 18.5074, longitude: 73.8077 },
      skills: ['Carpentry', 'Laminate work'],
      takeWorkOn: '2026-12-18',
      budget: { kind: 'range', fromPaise: 15_000_00, toPaise: 20_000_50 },
      closesOn: '2026-12-31',
      paymentTerm: 'terms',
      photoIds: null,
      unlisted: null,
    },
  });
});

test('reads photos by their ids, and an empty list as none', async () => {
  const decodePhotos = async (photos: Record<string, string>) => {
    const decoded = await decodeLegacyForm(postJob, { ...form, ...photos });
    return decoded.ok && decoded.value.photoIds;
  };
  const [first, second] = ['0b9d3c1e-5a1c-4b7e-9d38-0c6e4f1a2b3c', '1b9d3c1e-5a1c-4b7e-9d38-0c6e4f1a2b3c'];
  expect(await decodePhotos({ 'photo_ids[]': `${second},${first}` })).toEqual([second, first]);
  expect(await decodePhotos({ photo_ids: first })).toEqual([first]);
  expect(await decodePhotos({ 'photo_ids[]': '' })).toEqual([]);
  expect(await decodeErrors({ 'photo_ids[]': 'photo.jpg' })).toEqual({ photoIds: 'photos.gone' });
  expect(await decodeErrors({ 'photo_ids[]': `${first},${first}` })).toEqual({
    photoIds: 'photos.repeated',
  });
  const eleven = Array.from({ length: 11 }, (_, index) => first.replace(/^../, String(index + 10)));
  expect(await decodeErrors({ 'photo_ids[]': eleven.join(',') })).toEqual({
    photoIds: 'photos.too_many',
  });
});

test('accepts lists and numbers in JSON', async () => {
  const body = { ...form, category: 4, 'skills[]': undefined, skills: ['Tiling', 'Masonry'] };
  const decoded = await decodeLegacyForm(postJob, { ...body, budjet: 'fixed price', amount: 15000 });
  expect(decoded.ok && decoded.value.skills).toEqual(['Tiling', 'Masonry']);
  expect(decoded.ok && decoded.value.budget).toEqual({ kind: 'fixed', amountPaise: 15_000_00 });
});

async function decodeErrors(change: Partial<Record<string, unknown>>): Promise<Record<string, string>> {
  const decoded = await decodeLegacyForm(postJob, { ...form, ...change });
  return decoded.ok
    ? {}
    : Object.fromEntries(Object.entries(decoded.errors).map(([field, error]) => [field, error.code]));
}

test('reports every error of an empty form at once', async () => {
  const decoded = await decodeLegacyForm(postJob, { budjet: 'Price Range' });
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
  ['no start date', { take_work: 'soon' }, { takeWorkOn: 'jobs.take_work_required' }],
  ['a start on 31 February', { take_work: '31-02-2027' }, { takeWorkOn: 'common.no_such_day' }],
  ['no close date', { target_closed_date: '' }, { closesOn: 'jobs.closes_required' }],
  ['a close on 29 February 2027', { target_closed_date: '02-29-2027' }, { closesOn: 'common.no_such_day' }],
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
  ['an exponent', { budjet: 'Fixed Price', amount: '1e3' }, { amountText: 'common.amount_form' }],
  ['a zero amount', { budjet: 'Fixed Price', amount: '0' }, { amountText: 'jobs.amount_required' }],
  ['a negative amount', { budjet: 'Fixed Price', amount: '-5' }, { amountText: 'common.amount_form' }],
  ['three decimals', { budjet: 'Fixed Price', amount: '1.005' }, { amountText: 'common.amount_form' }],
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
    const decoded = await decodeLegacyForm(exploreJobs, body);
    return decoded.ok && decoded.value.sort;
  };
  expect(await decodeSort({})).toBe('latest');
  expect(await decodeSort({ sort: 'cheapest' })).toBe('latest');
  expect(await decodeSort({ sort: 'Closing Soon' })).toBe('closing_soon');
});

const photos = [
  {
    id: 'p1',
    url: '/api/files/2/photo.jpg',
    thumbUrl: '/api/files/3/thumbnail.jpg',
    width: 1600,
    height: 900,
  },
];
const photosReply = [
  {
    photo_id: 'p1',
    photo: '/api/files/2/photo.jpg',
    thumbnail: '/api/files/3/thumbnail.jpg',
    width: 1600,
    height: 900,
  },
];

const poster: JobDetail['poster'] = {
  name: 'Rohan J.',
  verified: true,
  memberSince: '2025-03',
  rating: 4.7,
  ratings: 8,
  jobsPosted: 11,
  jobsAwarded: 9,
  moneyReleased: 'from_200000',
  answerMinutes: 1440,
  releaseMinutes: 2880,
  reliability: null,
};
const heldBack = { reason: 'waiting', takedownId: null, until: '2026-11-20T10:00:00.000Z' } as const;
const detail = { photos, poster, unlisted: true, version: 'h5t', hides: [], heldBack };
const detailReply = {
  photos: photosReply,
  unlisted: 1,
  version: 'h5t',
  is_waiting: 1,
  is_taken_down: 0,
  poster_name: 'Rohan J.',
  poster_is_kyc_updated: 1,
  poster_since: '2025-03',
  poster_rating: 4.7,
  poster_rating_count: 8,
  poster_jobs_posted: 11,
  poster_jobs_awarded: 9,
  poster_money_released: 'from_200000',
  poster_answer_minutes: 1440,
  poster_release_minutes: 2880,
};

test('reads whether a job is unlisted, and keeps it when nothing is said', async () => {
  const decodeUnlisted = async (change: Record<string, string>) => {
    const decoded = await decodeLegacyForm(updateJob, { ...form, job_id: '12', ...change });
    return decoded.ok && decoded.value.unlisted;
  };
  expect(await decodeUnlisted({})).toBeNull();
  expect(await decodeUnlisted({ unlisted: '1' })).toBe(true);
  expect(await decodeUnlisted({ unlisted: '0' })).toBe(false);
});

test('reads a search with its position and its budget', async () => {
  const body = {
    search: ' plumber ',
    location_filter: 'Pune',
    category: 'Plumbing',
    latitude: '18.5',
    longitude: '73.8',
    radius_km: '7.5',
    budget_from: '1000',
    budget_to: '5000.50',
    closes_within_days: '30',
  };
  expect(await decodeLegacyForm(exploreJobs, body)).toEqual({
    ok: true,
    value: {
      sort: 'relevance',
      search: 'plumber',
      location: 'Pune',
      categoryId: 'Plumbing',
      position: { latitude: 18.5, longitude: 73.8 },
      radiusKm: 7.5,
      budgetFromPaise: 1_000_00,
      budgetToPaise: 5_000_50,
      closesWithinDays: 30,
      limit: 50,
      cursor: null,
    },
  });
  expect(await decodeLegacyForm(exploreJobs, { ...body, sort: 'Nearest' })).toMatchObject({
    value: { sort: 'nearest' },
  });
});

test.each([
  ['half a position', { latitude: '18.5' }, { latitude: 'common.position_invalid' }],
  ['a latitude out of range', { latitude: '91', longitude: '1' }, { latitude: 'common.position_invalid' }],
  ['nearest without a place', { sort: 'nearest' }, { latitude: 'jobs.position_required' }],
  ['a distance without a place', { radius_km: '5' }, { latitude: 'jobs.position_required' }],
  ['no distance', { radius_km: '0', location_filter: 'Pune' }, { radiusKm: 'jobs.radius_invalid' }],
  [
    'a distance that is too long',
    { radius_km: '501', location_filter: 'Pune' },
    { radiusKm: 'jobs.radius_invalid' },
  ],
  ['a time that is none', { closes_within_days: '-1' }, { closesWithinDays: 'jobs.closes_within_invalid' }],
  [
    'a time that is too long',
    { closes_within_days: '366' },
    { closesWithinDays: 'jobs.closes_within_invalid' },
  ],
  ['an amount that is none', { budget_from: '1e3' }, { budgetFromText: 'common.amount_form' }],
  ['a reversed range', { budget_from: '200', budget_to: '100' }, { budgetToText: 'jobs.range_reversed' }],
  ['a long text', { search: 'x'.repeat(101) }, { search: 'common.too_long' }],
])('rejects a search with %s', async (_what, body, errors) => {
  const decoded = await decodeLegacyForm(exploreJobs, body);
  const codes = decoded.ok ? {} : Object.entries(decoded.errors).map(([field, { code }]) => [field, code]);
  expect(Object.fromEntries(codes as [string, string][])).toEqual(errors);
});

test('writes every field of a job', async () => {
  expect(await encodeLegacyReply(jobDetail, { ...sampleJob, ...detail }, new Map())).toEqual({
    data: [{ ...sampleJobReply, ...detailReply }],
  });
});

test('writes the award of a job for those who are part of it', async () => {
  const job = { ...sampleJob, state: 'completed' as const };
  const extra = new Map([[12, sampleAward]]);
  const reply = {
    ...sampleJobReply,
    ...sampleAwardReply,
    job_status: 'completed',
    completed_status: 1,
    is_completed: 1,
  };
  for (const call of [jobDetail, postJob, updateJob])
    expect(await encodeLegacyReply<z.ZodMiniType, JobDetail>(call, { ...job, ...detail }, extra)).toEqual({
      data: [{ ...reply, ...detailReply }],
    });
  expect(
    await encodeLegacyReply(myContracts, { items: [{ ...job, heldBack: null }], nextCursor: null }, extra),
  ).toEqual({
    data: [reply],
    next_cursor: null,
  });
});

test('shows the mobile number of the worker only when it is shared', async () => {
  const award = { ...sampleAward, worker: { ...sampleAward.worker, mobile: null } };
  expect(
    await encodeLegacyReply(jobDetail, { ...sampleJob, ...detail }, new Map([[12, award]])),
  ).toMatchObject({
    data: [{ contact_flag: 0, employee_mobile: '' }],
  });
});

test('writes a job without attachment and photos, and a budget that is a range', async () => {
  const change: Partial<JobDetail> = {
    attachment: null,
    photoCount: 0,
    coverUrl: null,
    verified: false,
    budget: { kind: 'range', fromPaise: 15_000_00, toPaise: 20_000_50 },
    abilities: { quote: { allowed: true } },
  };
  const page = {
    items: [{ ...sampleJob, ...change, distanceKm: 3.4 }],
    nextCursor: 'abc',
    total: 1_001,
    own: [],
  };
  expect(await encodeLegacyReply(exploreJobs, page, new Map())).toMatchObject({
    data: [
      {
        is_fws_verified: 0,
        attach_file: '',
        attach_file_name: '',
        attach_file_bytes: 0,
        attach_file_is_image: false,
        photo_count: 0,
        cover_photo: '',
        budjet: 'Price Range',
        amount: '15000 to 20000.50',
        can_quote: { allowed: true, reason: null },
        distance_km: 3.4,
      },
    ],
    next_cursor: 'abc',
    total: 1_001,
  });
});

test('writes the categories', async () => {
  const categories = [{ id: 4, name: 'Carpentry', nameHi: 'बढ़ईगीरी', own: true }];
  expect(await encodeLegacyReply(categoryList, categories)).toEqual({
    data: [{ id: 4, category_name: 'Carpentry', category_name_hi: 'बढ़ईगीरी', is_own: 1 }],
  });
});
