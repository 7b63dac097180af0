import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildComingQuery, buildListQuery, buildUnpaidQuery } from './store.ts';

// With many series, each side's list and the timers read an index and stop at the limit.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 3000, 1, 'Job ' || i, '', 'Pune', '{Painting}', '2026-12-01', '2026-12-20', 'completion',
    'fixed', 100000, 100000, now(), CASE WHEN i % 9 = 0 THEN 'awarded' ELSE 'completed' END
  FROM generate_series(1, 30000) i;
  INSERT INTO repeat_series (job_id, poster_id, worker_id, rule, state, proposed_at, changed_at)
  SELECT id, poster_id, 5001 + id % 3000, 'FREQ=DAILY', CASE WHEN id % 3 = 0 THEN 'running' ELSE 'ended' END, now(), now()
  FROM job WHERE id <= 10000;
  INSERT INTO repeat_date (series_id, day, state, job_id, changed_at)
  SELECT series.id, date '2026-12-01' + i * 7 + (series.id % 7)::int, CASE WHEN i < 2 THEN 'set' ELSE 'coming' END,
    CASE WHEN i < 2 THEN 10000 + series.id * 2 - i END, now()
  FROM repeat_series series, generate_series(0, 9) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT id, 5001 + id % 3000, 100000, 'completion', '[]', '', 'accepted', now() FROM job;
  INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at)
  SELECT job_id, id, 1 + job_id % 3000, worker_id, bid_paise, term, now() FROM quote`);

test.each([
  ['all', null, null],
  ['those of a job, after one', 40, 9_000],
])('reads a side’s list by its indexes: %s', async (_, jobId, afterId) => {
  const plan = await explain(buildListQuery({ userId: 12, jobId, afterId, limit: 20 }));
  expect(plan).toMatch(/repeat_series_(?:poster|job|worker)/);
  expect(plan).not.toContain('Seq Scan');
});

test('finds dates that are due by their indexes', async () => {
  const coming = await explain(buildComingQuery({ until: '2026-12-16', after: null, limit: 200 }));
  expect(coming).toContain('repeat_date_coming');
  expect(coming).not.toContain('Seq Scan on repeat_date');
  const unpaid = await explain(buildUnpaidQuery({ until: '2026-12-02', after: null, limit: 200 }));
  expect(unpaid).toContain('repeat_date_set');
  expect(unpaid).not.toContain('Seq Scan');
});
