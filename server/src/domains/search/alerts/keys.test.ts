import fc from 'fast-check';
import { expect, test } from 'vitest';
import { buildJobKeys, buildSearchKeys, findsJob, type FindableJob, type SearchedFor } from './keys.ts';

const BHOPAL = { latitude: 23.26, longitude: 77.41 };
const job: FindableJob = {
  terms: ['tap', 'leaks', 'plumbing'],
  categoryId: 2,
  placeWords: ['arera', 'colony', 'bhopal'],
  position: BHOPAL,
  budgetFromPaise: 500_00,
  budgetToPaise: 800_00,
  closesOn: '2026-12-10',
};
const anything: SearchedFor = {
  terms: [],
  categoryId: null,
  placeWords: [],
  circle: null,
  budgetFromPaise: null,
  budgetToPaise: null,
  closesBy: null,
};
const isFound = (change: Partial<SearchedFor>): boolean => findsJob({ ...anything, ...change }, job);

test.each<[string, Partial<SearchedFor>, Partial<SearchedFor>]>([
  ['its words', { terms: ['tap', 'plumb'] }, { terms: ['tap', 'wardrobe'] }],
  ['its category', { categoryId: 2 }, { categoryId: 3 }],
  ['a word of its place in one spelling', { placeWords: [['भोपाल', 'bhopal']] }, { placeWords: [['pune']] }],
  [
    'its distance',
    { circle: { centre: { latitude: 23.2, longitude: 77.4 }, radiusKm: 7 } },
    { circle: { centre: { latitude: 23.2, longitude: 77.4 }, radiusKm: 6 } },
  ],
  ['the least that it pays', { budgetFromPaise: 800_00 }, { budgetFromPaise: 800_01 }],
  ['the most that it pays', { budgetToPaise: 500_00 }, { budgetToPaise: 499_99 }],
  ['its close date', { closesBy: '2026-12-10' }, { closesBy: '2026-12-09' }],
])('finds a job by %s', (_what, finds, misses) => {
  expect([isFound(finds), isFound(misses)]).toEqual([true, false]);
});

test('finds no job without a position within a distance', () => {
  const search = { ...anything, circle: { centre: BHOPAL, radiusKm: 500 } };
  expect(findsJob(search, { ...job, position: null })).toBe(false);
});

const india = fc.record({
  latitude: fc.double({ min: 6, max: 37, noNaN: true }),
  longitude: fc.double({ min: 68, max: 97, noNaN: true }),
});
const words = fc.subarray(['tap', 'tapes', 'leaks', 'plumbing', 'प्लंबर', 'ac']);

test('stores every search under a key of each job that it finds, at most four for a circle', () => {
  fc.assert(
    fc.property(
      words,
      fc.option(fc.integer({ min: 1, max: 3 })),
      india,
      fc.constantFrom(1, 5, 15, 30, 50, 100, 500),
      // In degrees: near enough for many to be inside of the circle.
      fc.double({ min: -1, max: 1, noNaN: true }),
      fc.double({ min: -1, max: 1, noNaN: true }),
      (terms, categoryId, centre, radiusKm, up, right) => {
        const search = { ...anything, terms, categoryId, circle: { centre, radiusKm } };
        const found = {
          ...job,
          terms: [...terms.map((term) => `${term}s`), 'other'],
          categoryId: categoryId ?? 3,
          position: {
            latitude: centre.latitude + (up * radiusKm) / 111,
            longitude: centre.longitude + (right * radiusKm) / 111,
          },
        };
        const keys = buildSearchKeys(search);
        expect(keys.length).toBeLessThanOrEqual(4);
        if (!findsJob(search, found)) return;
        const jobKeys = new Set(buildJobKeys(found));
        expect(keys.some((key) => jobKeys.has(key))).toBe(true);
      },
    ),
  );
});

test('stores a search by place under every spelling of its longest word', () => {
  const search = { ...anything, placeWords: [['a'], ['bhopal', 'भोपाल']] };
  const jobKeys = new Set(buildJobKeys(job));
  expect(buildSearchKeys(search).map((key) => jobKeys.has(key))).toEqual([true, false]);
});
