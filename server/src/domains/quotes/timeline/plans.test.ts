import { expect, test } from 'vitest';
import { setUpPlans } from '../../../../test/plans.ts';
import { buildStepsQuery } from './store.ts';

// Each page of a conversation reads what happened with the quotes of one worker on one job, among many of both.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
  SELECT 1 + i % 1000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() FROM generate_series(1, 3000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT 1 + i % 3000, 1001 + i % 700, 100000, 'terms', '[]', '', 'lapsed', now() - i * interval '1 minute'
  FROM generate_series(1, 30000) i;
  INSERT INTO quote_history (job_id, quote_id, number, step, turn, version, bid_paise, term, parts, work_scope, note,
    filter_version, at)
  SELECT job_id, id, number, 'edited', 1, number, 100000, 'terms', '[]', '', '', 0, now()
  FROM quote, generate_series(1, 3) number`);

test('reads the quotes of a worker on a job, and their history, by indexes', async () => {
  const { sql: text, parameters: values } = buildStepsQuery(explain.getDb(), {
    jobId: 7,
    workerId: 1007,
  }).compile();
  const plan = await explain({ text, values });
  expect(plan).toMatch(/quote_job|quote_worker/);
  expect(plan).toContain('quote_history_pkey');
  expect(plan).not.toMatch(/Seq Scan/);
});
