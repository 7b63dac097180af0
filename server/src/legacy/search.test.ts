import { expect, test } from 'vitest';
import { removeSearch, savedJobs, savedSearches, saveJob, saveSearch } from '@fws/contract/search/calls';
import { decodeLegacyForm, encodeLegacyReply } from '../../test/legacy.ts';
import { sampleJob, sampleJobReply } from '../../test/legacy-samples.ts';

const search = {
  id: 8,
  search: 'नल',
  location: 'Arera Colony, Bhopal',
  position: { latitude: 23.21, longitude: 77.43 },
  radiusKm: 15,
  category: { id: 2, name: 'Plumbing', nameHi: 'नल-पाइप का काम' },
  budgetFromPaise: 500_00,
  budgetToPaise: 5_000_50,
  closesWithinDays: 7,
  frequency: 'daily' as const,
  createdAt: '2026-12-01T10:00:00.000Z',
  newJobs: 3,
};
const searchReply = {
  search_id: 8,
  search: 'नल',
  location_filter: 'Arera Colony, Bhopal',
  latitude: 23.21,
  longitude: 77.43,
  radius_km: 15,
  category: 2,
  category_name: 'Plumbing',
  budget_from: '500',
  budget_to: '5000.50',
  closes_within_days: 7,
  frequency: 'daily',
  created_at: '2026-12-01T10:00:00.000Z',
  new_jobs: 3,
};
const anywhere = {
  ...search,
  position: null,
  radiusKm: null,
  category: null,
  budgetFromPaise: null,
  budgetToPaise: null,
  closesWithinDays: null,
};

test('writes saved searches with the fields that save them', async () => {
  expect(await encodeLegacyReply(saveSearch, search)).toEqual({ data: [searchReply] });
  expect(await encodeLegacyReply(savedSearches, { items: [search, anywhere], nextCursor: 'c' })).toEqual({
    data: [
      searchReply,
      {
        ...searchReply,
        latitude: null,
        longitude: null,
        radius_km: null,
        category: null,
        category_name: '',
        budget_from: '',
        budget_to: '',
        closes_within_days: null,
      },
    ],
    next_cursor: 'c',
  });
});

test('writes a saved job, and only its title when it is no longer open', async () => {
  const saved = { jobId: 12, number: '4836', title: 'Paint, twice', savedAt: '2026-12-02T10:00:00.000Z' };
  const items = [
    { ...saved, job: sampleJob },
    { ...saved, job: null },
  ];
  const reply = {
    job_id: 12,
    job_unique_id: 'FWS 4836',
    job_title: 'Paint, twice',
    saved_at: '2026-12-02T10:00:00.000Z',
  };
  expect(await encodeLegacyReply(savedJobs, { items, nextCursor: null }, new Map())).toEqual({
    data: [
      { ...reply, job: sampleJobReply },
      { ...reply, job: null },
    ],
    next_cursor: null,
  });
});

test('reads the names of the specification', async () => {
  const form = {
    search: 'tap',
    location_filter: 'Bhopal',
    category: 'Plumbing',
    radius_km: '15',
    budget_from: '500',
    closes_within_days: '7',
    frequency: 'at_once',
  };
  expect(await decodeLegacyForm(saveSearch, form)).toEqual({
    ok: true,
    value: {
      search: 'tap',
      location: 'Bhopal',
      position: null,
      radiusKm: 15,
      categoryId: 'Plumbing',
      budgetFromPaise: 500_00,
      budgetToPaise: null,
      closesWithinDays: 7,
      frequency: 'at_once',
    },
  });
  expect(await decodeLegacyForm(saveJob, { job_id: '12' })).toEqual({ ok: true, value: { jobId: 12 } });
  expect(await decodeLegacyForm(removeSearch, { search_id: '8' })).toEqual({
    ok: true,
    value: { searchId: 8 },
  });
});
