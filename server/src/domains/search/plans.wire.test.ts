import { expect, test } from 'vitest';
import type { SearchSort } from '@fws/contract/jobs/model';
import { setUpPlans } from '../../../test/plans.ts';
import { all, any, buildParts, buildTiers } from './parts.ts';
import { buildSearchQuery, type SearchStatement } from './statements.ts';
import type { Statistics } from './statistics.ts';

// With many jobs, every search reads them by the index of their tokens, part by part, and never the whole table.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
  SELECT 1 + i % 10000, 1 + i % 40, 'Job ' || i, '', 'Pune', '{Painting}', '2026-12-01', date '2026-12-02' + i % 90,
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute'
  FROM generate_series(1, 20000) i;
  INSERT INTO job_search SELECT id, 1, posted_at, closes_on, 18.5, 73.8, budget_from_paise, budget_to_paise,
    array_to_tsvector(ARRAY[bucket || 'o', bucket || 'k:' || category_id, bucket || 'a:word' || id % 50,
      bucket || 't:word' || id % 50, bucket || 'g0:1:' || id % 20])
  FROM job, LATERAL (SELECT (extract(epoch FROM posted_at)::bigint / 691200) || '~') AS of_time (bucket)`);

const statistics: Statistics = { jobs: 20_000, firstPostedAt: Date.parse('2026-10-01'), getShare: () => 0.1 };
const origin = { latitude: 18.5, longitude: 73.8 };

function build(sort: SearchSort, change: Partial<SearchStatement> = {}) {
  const tiers = buildTiers({ strong: ['word7'], weak: [], categoryIds: [8] });
  const parts = buildParts({
    sort,
    tiers,
    filter: {
      work: all('k:8'),
      places: all('p:pune'),
      cells: any('g0:1:1', 'g0:1:2'),
      budget: any('b:1', 'b:2'),
    },
    origin,
    radiusKm: 10,
    now: new Date('2026-11-25'),
    today: '2026-11-25',
    statistics,
  });
  return buildSearchQuery({
    sort,
    hasPosition: sort === 'nearest',
    parts,
    origin,
    radiusKm: 10,
    closesBy: null,
    budgetFromPaise: 100,
    budgetToPaise: 200_000,
    today: '2026-11-25',
    after: null,
    limit: 21,
    counted: 1_001,
    ...change,
  });
}

const plain = { origin: null, radiusKm: null, budgetFromPaise: null, budgetToPaise: null };

test.each<SearchSort>(['relevance', 'latest', 'oldest', 'closing_soon', 'nearest'])(
  'reads jobs by "%s" from the index of their tokens, with and without every filter and cursor',
  async (sort) => {
    const after = { tier: 1, sortKey: 5, id: 7 };
    const changes = [{}, { after }, ...(sort === 'nearest' ? [] : [plain, { ...plain, after }])];
    for (const change of changes) {
      const plan = await explain(build(sort, change));
      expect(plan).toMatch(/Nested Loop[^\n]*\n +->  Function Scan on part/);
      expect(plan).toContain('Bitmap Index Scan on job_search_tokens');
      expect(plan).not.toContain('Seq Scan');
    }
  },
);
