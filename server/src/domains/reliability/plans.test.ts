import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildListQuery, buildRecordQuery } from './store.ts';

// With many jobs, records and the list of one person read an index.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 3000, 1, 'Job ' || i, '', 'Pune', '{Painting}', '2026-12-01', '2026-12-20', 'completion',
    'fixed', 100000, 100000, now(), 'completed'
  FROM generate_series(1, 30000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT id, 5001 + id % 100, 100000, 'completion', '[]', '', 'accepted', now() FROM job;
  INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at, completed_at)
  SELECT job_id, id, 1 + job_id % 3000, worker_id, bid_paise, term, now(), now() FROM quote;
  INSERT INTO job_outcome (user_id, job_id, side, awarded_at, outcome, reason, written_at)
  SELECT worker_id, job_id, 'worker', now() - job_id * interval '1 minute', 'kept', 'done', now() FROM contract`);

test('the records of the people of a list', async () => {
  const query = buildRecordQuery(explain.getDb(), [5012, 5013, 5014], 'worker').compile();
  const plan = await explain({ text: query.sql, values: query.parameters });
  expect(plan).toMatch(/Index (?:Only )?Scan (?:using|on) job_outcome_(?:counted|pkey)/);
  expect(plan).not.toMatch(/Seq Scan on job_outcome/);
});

test.each([null, ['2026-12-01T10:00:00.000Z', 900] as const])(
  'the list of one person, after %s',
  async (after) => {
    const query = buildListQuery(explain.getDb(), { userId: 5012, after, limit: 20 }).compile();
    const plan = await explain({ text: query.sql, values: query.parameters });
    expect(plan).toContain('Index Scan using job_outcome_list');
    expect(plan).not.toMatch(/Seq Scan on job_outcome|Sort/);
  },
);
