import { expect, test } from 'vitest';
import { SEARCH_SORTS } from '@fws/contract/jobs/model';
import { all, any, buildTiers, listTokens, not, type Condition } from './conditions.ts';
import { buildBox, calculateDistanceKm } from './distance.ts';
import { FreshSegment, type FreshJob } from './fresh-segment.ts';
import {
  countBits,
  createBits,
  Evaluator,
  fillBits,
  invertBits,
  listPositions,
  Scratch,
} from './positions.ts';
import { listColumns, selectJobs, type FoundRow, type Place, type Selection } from './select.ts';

// Whatever is searched for, the result is that of looking at every job.

const BHOPAL = { latitude: 23.255, longitude: 77.403 };
const TODAY = 20_000;

/** The same values in every run. */
const pick = (seed: number, choices: number): number => (Math.imul(seed + 1, 2_654_435_761) >>> 0) % choices;

const jobs: FreshJob[] = Array.from({ length: 3_000 }, (_, index) => ({
  id: index + 1,
  // Several jobs have the same time and the same day.
  postedMs: 1_000 * pick(index, 400),
  closesDay: TODAY - 1 + pick(index * 3, 30),
  latitude: index % 9 === 0 ? Number.NaN : 23 + pick(index * 5, 1000) / 1000,
  longitude: index % 9 === 0 ? Number.NaN : 77 + pick(index * 7, 1000) / 1000,
  budgetFromPaise: 1_000 * pick(index * 11, 50),
  budgetToPaise: 1_000 * pick(index * 11, 50) + 1_000 * pick(index * 13, 20),
  // What a title has, the job has.
  tokens: [
    ['a:tap'],
    ['a:tap', 't:tap'],
    ['a:repair'],
    ['a:repair', 't:repair'],
    ['k:2'],
    ['p:pune'],
  ].flatMap((tokens, number) => (pick(index * 17 + number * 101, 3) > 0 ? tokens : [])),
}));

/** Jobs in two segments, one of which knows former versions of some. */
const segments = [new FreshSegment(), new FreshSegment()];
for (const job of jobs) {
  segments[job.id % 2]?.add({ ...job, tokens: ['a:tap', 't:tap', 'k:2', 'p:pune'], closesDay: TODAY + 5 });
  segments[job.id % 2]?.add(job);
}
segments[0]?.add({ ...(jobs[0] as FreshJob), id: 9_999 });
segments[0]?.remove(9_999);

function hasCondition(condition: Condition, tokens: readonly string[]): boolean {
  if (typeof condition === 'string') return tokens.includes(condition);
  if ('not' in condition) return !hasCondition(condition.not, tokens);
  return 'all' in condition
    ? condition.all.every((each) => hasCondition(each, tokens))
    : condition.any.some((each) => hasCondition(each, tokens));
}

function selectSlowly(selection: Selection): { rows: FoundRow[]; total: number } {
  const { sort, tiers, filter, origin, radiusKm, after, limit } = selection;
  const found = jobs.flatMap((job): FoundRow[] => {
    const tier = tiers.find(({ condition }) => hasCondition(all(filter, condition), job.tokens));
    const distanceKm = origin && !Number.isNaN(job.latitude) ? calculateDistanceKm(origin, job) : null;
    const isFar =
      (sort === 'nearest' || radiusKm !== null) && !((distanceKm ?? Infinity) <= (radiusKm ?? 1e6));
    const isClosed = job.closesDay < selection.closesFrom || job.closesDay > (selection.closesTo ?? Infinity);
    const isTooLittle = job.budgetToPaise < (selection.budgetFromPaise ?? 0);
    const isTooMuch = job.budgetFromPaise > (selection.budgetToPaise ?? Infinity);
    if (!tier || isFar || isClosed || isTooLittle || isTooMuch) return [];
    const keys = { closing_soon: job.closesDay, nearest: distanceKm ?? 0 } as Partial<Record<string, number>>;
    return [{ id: job.id, tier: tier.tier, sortKey: keys[sort] ?? job.postedMs, distanceKm }];
  });
  const sign = sort === 'relevance' || sort === 'latest' ? -1 : 1;
  const compare = (one: Place, other: Place) =>
    one.tier - other.tier || sign * (one.sortKey - other.sortKey || one.id - other.id);
  const rows = found.toSorted(compare).filter((row) => after === null || compare(row, after) > 0);
  return { rows: rows.slice(0, limit), total: found.length };
}

const base: Omit<Selection, 'sort'> = {
  tiers: buildTiers({ strong: ['tap'], weak: ['repair'], categoryIds: [2] }),
  filter: all(),
  origin: null,
  radiusKm: null,
  budgetFromPaise: null,
  budgetToPaise: null,
  closesFrom: TODAY,
  closesTo: null,
  after: null,
  limit: 25,
};
const changes: Partial<Selection>[] = [
  {},
  { tiers: [{ tier: 1, condition: all() }] },
  { filter: all('p:pune', any('k:2', 'k:3')) },
  { filter: all('p:delhi') },
  { tiers: [{ tier: 1, condition: all('a:tap', not('k:2'), not('p:delhi')) }] },
  { budgetFromPaise: 30_000 },
  { budgetToPaise: 12_000 },
  { budgetFromPaise: 20_000, budgetToPaise: 21_000, closesTo: TODAY + 7 },
  { radiusKm: 20 },
  { radiusKm: 60, filter: all('p:pune'), budgetFromPaise: 10_000 },
];

test.each(SEARCH_SORTS)('finds the same jobs in the same order as a look at every job: %s', (sort) => {
  for (const change of changes) {
    const isNear = sort === 'nearest' || change.radiusKm !== undefined;
    const selection = { ...base, sort, origin: isNear ? BHOPAL : null, ...change };
    const columns = new Set<string>(listColumns(selection));
    const read = () =>
      segments.map((segment) => {
        const { live, columns: values, lists } = segment.getSegment();
        // Columns that were not asked for are empty.
        const kept = Object.entries(values).map(([name, list]) => [
          name,
          columns.has(name) ? list : new Float64Array(0),
        ]);
        return { live, lists, columns: Object.fromEntries(kept) as typeof values };
      });
    let after: Place | null = null;
    for (let page = 0; page < 4; page++) {
      const expected = selectSlowly({ ...selection, after });
      const found = selectJobs(read(), { ...selection, after });
      const message = JSON.stringify({ ...change, page });
      expect(found.rows, message).toEqual(expected.rows);
      expect(Math.min(found.total, 1_001), message).toBe(Math.min(expected.total, 1_001));
      after = expected.rows.at(-1) ?? after;
    }
  }
});

test('combines lists of positions and bits', () => {
  const lists = new Map<string, ArrayLike<number>>([
    ['few', new Uint16Array([1, 33, 69])],
    ['many', fillBits([1, 2, 33, 40], createBits(70))],
    ['none', new Uint16Array(0)],
  ]);
  const live = fillBits([...Array(70).keys()], createBits(70));
  const scratch = new Scratch();
  const list = (condition: Condition) => {
    const bits = new Evaluator(live, lists, scratch).evaluate(condition);
    return bits && listPositions(bits.subarray(0, live.length));
  };
  expect(list(all('few', 'many'))).toEqual([1, 33]);
  expect(list(any('few', 'many', 'none'))).toEqual([1, 2, 33, 40, 69]);
  expect(list(all('many', not('few')))).toEqual([2, 40]);
  expect(list(all('few', 'none'))).toBeNull();
  expect(list(all('many', not(all('few', 'unknown'))))).toEqual([1, 2, 33, 40]);
  expect(list(not(any('few', 'many')))?.length).toBe(65);
  expect(list(all())?.length).toBe(70);
  const few = fillBits([1, 33, 69], createBits(70));
  expect([countBits(few), countBits(invertBits(few, 70)), countBits(invertBits(createBits(64), 64))]).toEqual(
    [3, 67, 64],
  );
});

test('lists the tokens of a condition', () => {
  expect(listTokens(all('a', any('b', not('c')), all()))).toEqual(['a', 'b', 'c']);
  const tiers = buildTiers({ strong: ['x'], weak: ['y'], categoryIds: [4] });
  expect(tiers.map(({ tier }) => tier)).toEqual([1, 2, 3, 4, 5]);
});

test('puts a circle into a box that has all of it', () => {
  const outside: object[] = [];
  for (const origin of [BHOPAL, { latitude: 89, longitude: 10 }, { latitude: -10, longitude: 179.9 }])
    for (const radiusKm of [0, 1, 50, 5_000, 15_000]) {
      const box = buildBox(origin, radiusKm);
      for (let latitude = -90; latitude <= 90; latitude += 2.5)
        for (let longitude = -180; longitude <= 180; longitude += 2.5) {
          if (calculateDistanceKm(origin, { latitude, longitude }) > radiusKm) continue;
          const isInside =
            latitude >= box.south && latitude <= box.north && longitude >= box.west && longitude <= box.east;
          if (!isInside) outside.push({ origin, radiusKm, latitude, longitude });
        }
    }
  expect(outside).toEqual([]);
  const { north, east } = buildBox(BHOPAL, 10);
  expect(north - BHOPAL.latitude).toBeCloseTo(0.0899, 3);
  expect(east - BHOPAL.longitude).toBeCloseTo(0.0979, 3);
});
