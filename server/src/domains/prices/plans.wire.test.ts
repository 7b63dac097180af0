import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildGroupsQuery, buildQuotesQuery } from './store.ts';

// Each night goes through the awarded jobs in the order of their cities and categories, by one index, some groups at once.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state, city)
  SELECT 1 + i % 5000, 1 + (i * 31) % 40, 'Job ' || i, '', 'Pune', '{Painting}', '2026-12-01', '2026-12-20', 'completion',
    'fixed', 100000, 100000, now() - i * interval '1 minute',
    CASE WHEN i % 2 = 0 THEN 'open' WHEN i % 5 = 0 THEN 'cancelled' ELSE 'completed' END, 'city-' || i % 97
  FROM generate_series(1, 60000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT id, 5001 + id % 5000, 100000 + id, 'completion', '[]', '', 'accepted', now() FROM job WHERE state = 'completed';
  INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at)
  SELECT job.id, quote.id, poster_id, worker_id, bid_paise, 'completion', now() - interval '3 days'
  FROM job JOIN quote ON quote.job_id = job.id;
  INSERT INTO milestone (job_id, position, name, amount_paise, fund_state, funded_at, changed_at)
  SELECT job_id, 1, 'All', total_paise, 'funded', now() - interval '2 days', now() FROM contract`);

test('finds the next categories and cities by the index, without reading jobs', async () => {
  const query = buildGroupsQuery({ city: 'city-3', categoryId: 7 }, { jobsMin: 10, limit: 20 });
  const plan = await explain(query);
  expect(plan).toMatch(
    /Limit.*\n(?: *->  GroupAggregate.*\n(?: .*\n)*?) *->  Index Only Scan using job_awarded_city on job/,
  );
  expect(plan).not.toContain('Sort');
});

test('reads the quotes of these groups by indexes', async () => {
  const range = { first: { city: 'city-3', categoryId: 7 }, last: { city: 'city-3', categoryId: 9 } };
  const [since, until] = [new Date(Date.now() - 365 * 24 * 3600_000), new Date()];
  const plan = await explain(buildQuotesQuery({ ...range, since, until }));
  expect(plan).toMatch(/(?:Index|Bitmap Index) Scan (?:using|on) job_awarded_city/);
  expect(plan).not.toMatch(/Seq Scan on (?:job|contract|quote|milestone|user_account)/);
});
