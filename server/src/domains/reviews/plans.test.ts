import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildToMaskQuery } from './masking/store.ts';
import { buildDueQuery, buildListQuery, buildUnremindedQuery } from './store.ts';

// With many reviews, the list of a person and the timers read an index in its order and stop at the limit.

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
  INSERT INTO rating (job_id, by_user_id, about_user_id, points, rated_at, state, opened_at, filter_version)
  SELECT job_id, poster_id, worker_id, 80, now() - job_id * interval '1 minute',
    CASE WHEN job_id % 10 = 0 THEN 'sealed' ELSE 'open' END,
    CASE WHEN job_id % 10 = 0 THEN NULL ELSE now() - job_id * interval '1 minute' END, CASE WHEN job_id % 2 = 0 THEN 999 ELSE 998 END
  FROM contract;
  INSERT INTO review_period (job_id, poster_id, worker_id, due_at, closed_at)
  SELECT job_id, poster_id, worker_id, now() + (job_id - 100) * interval '1 minute',
    CASE WHEN job_id % 10 = 0 THEN NULL ELSE now() END
  FROM contract`);

test.each([null, ['2026-12-01T10:00:00.000Z', 900] as const])(
  'reads what was written of a person by its index, after %s',
  async (after) => {
    const query = { userId: 5012, readerId: 3, after, limit: 20 };
    const plan = await explain(buildListQuery(query));
    expect(plan).toContain('Index Scan using rating_shown');
    expect(plan).not.toMatch(/Sort|Seq Scan on rating/);
  },
);

test.each([null, { job_id: 50, due_at: new Date() }])(
  'finds what is due, to remind of and to mask by indexes, after %o',
  async (after) => {
    const now = new Date();
    const due = await explain(buildDueQuery({ now, after, limit: 200 }));
    expect(due).toMatch(/Index (?:Only )?Scan using review_period_due/);
    const until = now;
    const reminded = buildUnremindedQuery(explain.getDb(), { until, limit: 200 }).compile();
    const remind = await explain({ text: reminded.sql, values: reminded.parameters });
    expect(remind).toMatch(/Index Scan using review_period_(?:remind|due)/);
    const toMask = buildToMaskQuery(explain.getDb(), 20).compile();
    const mask = await explain({ text: toMask.sql, values: toMask.parameters });
    expect(mask).toContain('Index Scan using rating_filter_version');
    for (const plan of [due, remind, mask]) expect(plan).not.toMatch(/Seq Scan|Sort/);
  },
);
