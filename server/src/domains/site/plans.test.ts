import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildPublicJobQuery, buildUsedCategoriesQuery } from './store.ts';
import { buildCityPagesQuery } from './sitemap/store.ts';

// Pages that need no account are asked for by everybody, so they read a few rows by an index, however many jobs there are.
// The lists are explained in jobs/plans.wire.test.ts.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, public_place, city)
  SELECT 1 + i % 10000, 1 + i % 3, 'Job ' || i, '', 'Pune', '{Painting}', '2027-12-01', date '2027-12-02' + i % 90,
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', 'Pune', (ARRAY['pune', 'bhopal', 'surat'])[1 + i % 3]
  FROM generate_series(1, 20000) i`);

const TODAY = '2027-01-01';

test.each([
  ['a job', buildPublicJobQuery(5_000, TODAY)],
  ['the categories', buildUsedCategoriesQuery(null)],
  ['the categories of a city', buildUsedCategoriesQuery('pune')],
  ['the cities with their categories', buildCityPagesQuery(1_000)],
])('reads %s by an index', async (_, { text, values }) => {
  const plan = await explain({ text: `(ANALYZE) ${text}`, values });
  expect(plan).not.toMatch(/Seq Scan on job/);
  const rows = [...plan.matchAll(/actual time=\S+ rows=(\d+)/g)].map(([, count]) => Number(count));
  expect(Math.max(...rows)).toBeLessThanOrEqual(40);
});
