import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildListsQuery } from './engine/lists.ts';
import { buildChangesQuery } from './engine/search-index.ts';

// Every statement of a search reads a few rows by an index, however many jobs and segments there are.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
  SELECT 1 + i % 10000, 1 + i % 40, 'Job ' || i, '', 'Pune', '{Painting}', '2026-12-01', date '2026-12-02' + i % 90,
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute'
  FROM generate_series(1, 20000) i;
  INSERT INTO search_job SELECT id, 2, id, posted_at, closes_on, 18.5, 73.8, budget_from_paise, budget_to_paise,
    'k:' || category_id || ' a:word' || id % 50 FROM job;
  INSERT INTO search_segment (jobs, removed, retired_at)
  SELECT 65536, '', CASE WHEN i > 20 THEN now() END FROM generate_series(1, 500) i;
  INSERT INTO search_list SELECT 'a:word' || i, id, '' FROM search_segment, generate_series(1, 100) i;
  UPDATE search_state SET last_change = 20000, merged_change = 19000`);

test('reads the jobs that have changed by their numbers, also when the planner does not know how many', async () => {
  const query = buildChangesQuery(19_990);
  const hidden = { text: query.text.replace('$1::bigint', '(SELECT 19990::bigint)'), values: [] };
  for (const statement of [query, hidden]) {
    const plan = await explain(statement);
    expect(plan).toContain('Index Scan using search_job_change_key on search_job');
    expect(plan).not.toContain('Seq Scan on search_job');
  }
});

test('reads the lists of tokens by their names', async () => {
  const plan = await explain(buildListsQuery(['a:word7', 'a:word8', 'k:3'], [1, 2, 3]));
  expect(plan).toContain('search_list_pkey');
  expect(plan).not.toContain('Seq Scan');
});
