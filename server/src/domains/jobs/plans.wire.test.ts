import { expect, test } from 'vitest';
import { JOBS_COUNTED_MAX, type JobSort } from '@fws/contract/jobs/model';
import { TestClock } from '../../../test/clock.ts';
import { setUpPlans } from '../../../test/plans.ts';
import type { Deps } from '../../platform/deps.ts';
import { systemClock } from '../../ports/clock.ts';
import { buildCallersStatement } from '../identity/sessions/store.ts';
import { buildPublicJobsQuery } from '../site/store.ts';
import { buildOwnRowsQuery, buildReadersQuery } from './explore/service.ts';
import {
  buildExploreQuery,
  createJobCounts,
  findWords,
  loadSharedJobs,
  type ExploreFilter,
} from './explore/shared-jobs.ts';

// With many jobs, every order and filter of the list reads an index in display order and stops at the limit.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, city)
  SELECT 1 + i % 10000, 1 + (i * 31) % 40, 'Job ' || i, repeat('Laminate outside. ', 20),
    'Block ' || i % 500 || ', ' || CASE WHEN i % 50 = 0 THEN 'Shillong' WHEN i % 5 = 0 THEN 'Mumbai' ELSE 'Pune' END,
    '{Painting}', '2026-12-01', date '2026-12-02' + (i * 13) % 90, 'terms', 'fixed', 100000, 100000,
    timestamptz '2026-12-01' - i * interval '1 minute',
    CASE WHEN i % 50 = 0 THEN 'shillong' WHEN i % 5 = 0 THEN 'mumbai' ELSE 'pune' END
  FROM generate_series(1, 40000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, created_at)
  SELECT id, 1 + (id * 17) % 100, 5000000, 'completion', '[]', '', now() FROM job;
  INSERT INTO saved_job SELECT 1 + id % 1000, id, now() FROM job;
  INSERT INTO user_block SELECT 1 + i % 5000, 5001 + i % 4999, now() FROM generate_series(1, 20000) i`);

const build = (sort: JobSort, change: Partial<ExploreFilter> & { location?: string } = {}) => {
  const { location = '', ...filter } = change;
  return buildExploreQuery({
    today: '2026-12-01',
    categoryId: null,
    isRare: false,
    after: null,
    limit: 20,
    ...findWords(location, (word) => [word]),
    ...filter,
    sort,
  });
};

test.each<[JobSort, string, string]>([
  ['latest', '2026-11-20T10:00:00.000Z', 'job_open_posted'],
  ['oldest', '2026-11-20T10:00:00.000Z', 'job_open_posted'],
  ['closing_soon', '2027-01-20T00:00:00.000Z', 'job_open_closes'],
])('reads jobs by "%s" from an index without sorting more than a page', async (sort, key, index) => {
  for (const after of [null, [key, 7] as const]) {
    const plan = await explain(build(sort, { after }));
    expect(plan).toMatch(new RegExp(`Limit.*\n *->  Index Scan (?:Backward )?using ${index} on job`));
    expect(plan).not.toContain('Seq Scan on job');
  }
});

test.each<[JobSort, string]>([
  ['latest', 'job_open_category'],
  ['oldest', 'job_open_category'],
  ['closing_soon', 'job_open_category_closing'],
])('reads jobs of a category by "%s" from an index', async (sort, index) => {
  const plan = await explain(build(sort, { categoryId: 7 }));
  expect(plan).toMatch(new RegExp(`Limit.*\n *->  Index Scan (?:Backward )?using ${index} on job`));
});

test.each<[JobSort, string, string]>([
  ['latest', 'mumbai', 'job_open_posted'],
  ['latest', 'shillong', 'job_open_posted'],
  ['oldest', 'shillong', 'job_open_posted'],
  ['closing_soon', 'mumbai', 'job_open_closes'],
  ['closing_soon', 'shillong', 'job_open_closes'],
])(
  'compares places by "%s" in the index, without reading the jobs elsewhere: %s',
  async (sort, location, index) => {
    const plan = await explain(build(sort, { location }));
    expect(plan).toMatch(new RegExp(`Limit.*\n *->  Index Only Scan (?:Backward )?using ${index} on job`));
    expect(plan).toContain('Index Scan using job_pkey on job');
    expect(plan).not.toContain('Seq Scan on job');
  },
);

test.each<[JobSort, string]>([
  ['latest', '2026-11-20T10:00:00.000Z'],
  ['closing_soon', '2027-01-20T00:00:00.000Z'],
])('finds the few jobs of a rare place by its words, then sorts them by "%s"', async (sort, key) => {
  for (const after of [null, [key, 7] as const]) {
    const plan = await explain(build(sort, { location: 'nowhere', isRare: true, after }));
    expect(plan).toContain('Bitmap Index Scan on job_open_location');
    expect(plan).not.toMatch(/job_open_(?:posted|closes)/);
  }
});

test.each<[JobSort, string]>([
  ['latest', '2026-11-20T10:00:00.000Z'],
  ['oldest', '2026-11-20T10:00:00.000Z'],
  ['closing_soon', '2027-01-20T00:00:00.000Z'],
])('selects the same jobs of a place by "%s" in both ways', async (sort, key) => {
  for (const after of [null, [key, 7] as const]) {
    const change = { location: 'shillong', categoryId: 11, after };
    const inOrder = await explain.readIds(build(sort, change));
    expect(inOrder.length).toBeGreaterThan(3);
    expect(await explain.readIds(build(sort, { ...change, isRare: true }))).toEqual(inOrder);
  }
});

test('reads nothing of a reader into a shared page', () => {
  const { text, values } = build('latest', {
    categoryId: 7,
    location: 'Pune',
    after: ['2026-11-20T10:00:00.000Z', 7],
  });
  const tables = new Set([...text.matchAll(/(?:FROM|JOIN) ([a-z]\w*)/g)].map(([, table]) => String(table)));
  expect([...tables].toSorted()).toEqual(['file', 'job', 'photo']);
  expect(values).toEqual(['2026-12-01', 7, '(pune:*) | (पुणे:*)', '2026-11-20T10:00:00.000Z', 7]);
});

const deps = { ports: { clock: systemClock } } as Pick<Deps, 'ports'>;

test('reads the own jobs of readers from indexes', async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ id: 1 + index * 100, posterId: index }));
  const plan = await explain(buildReadersQuery(buildOwnRowsQuery(deps, items), [3, 7, 50]));
  expect(plan).toMatch(/ quote_(?:job|worker)\b/);
  expect(plan).toContain('job_poster');
  expect(plan).not.toContain('Seq Scan');
});

test('plans the statements that every request runs once for each connection, not for each execution', async () => {
  const items = Array.from({ length: 20 }, (_, index) => ({ id: 1 + index * 100, posterId: index }));
  const query = buildOwnRowsQuery(deps, items);
  const hashes = Array.from({ length: 4 }, (_, index) => Buffer.alloc(32, index));
  for (const statement of [
    buildCallersStatement(hashes, new Date()),
    buildCallersStatement(hashes, new Date(), query),
    buildReadersQuery(query, [3, 7, 50]),
  ])
    expect(await explain.countGenericPlans(statement, 8)).toBe(3);
});

test.each([
  [null, null, 'job_open_posted'],
  ['shillong', null, 'job_public_city'],
  ['mumbai', 7, 'job_public_city_category'],
] as const)('reads public jobs of %s and category %s from an index', async (city, categoryId, index) => {
  for (const after of [null, ['2026-11-20T10:00:00.000Z', 7] as const]) {
    const plan = await explain(
      buildPublicJobsQuery({ today: '2026-12-01', city, categoryId, after, limit: 20 }),
    );
    expect(plan).toMatch(new RegExp(`Index Scan using ${index} on job`));
    expect(plan).not.toMatch(/Sort Key: .*posted_at/);
  }
});

test('counts many jobs of a place once a minute, and few each time', async () => {
  const clock = new TestClock();
  const counts = createJobCounts(clock);
  const places = { listTypedSpellings: (word: string) => [word] };
  const countAt = async (location: string) => {
    const params = { sort: 'latest', location, categoryId: null, limit: 1, cursor: null } as const;
    const page = await loadSharedJobs(
      { db: explain.getDb(), ports: { places } },
      counts,
      params,
      '2026-12-01',
    );
    return page.ok && page.value.total;
  };
  expect([await countAt('mumbai'), await countAt('shillong')]).toEqual([JOBS_COUNTED_MAX + 1, 800]);
  await explain.run(`UPDATE job SET state = 'expired' WHERE city <> 'pune' AND id % 100 <> 0`);
  expect([await countAt('mumbai'), await countAt('shillong')]).toEqual([JOBS_COUNTED_MAX + 1, 400]);
  clock.advance(60_000);
  expect(await countAt('mumbai')).toBe(0);
});
