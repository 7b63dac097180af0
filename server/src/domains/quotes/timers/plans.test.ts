import { expect, test } from 'vitest';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import type { Db } from '../../../platform/db/index.ts';
import { setUpPlans } from '../../../../test/plans.ts';
import { buildDueQuery, buildReminderQuery } from './store.ts';

// Among many quotes that have ended, or of which somebody was reminded, the timers must find the few that are due by an index.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at)
  SELECT 1 + i % 1000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() FROM generate_series(1, 20000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at, turn, turn_at, reminded_at)
  SELECT id, 1001 + id % 1000, 100000, 'terms', '[]', '',
    CASE WHEN id % 50 = 0 THEN 'submitted' WHEN id % 50 = 1 THEN 'asked' WHEN id % 50 = 2 THEN 'withheld' ELSE 'lapsed' END,
    now() - id * interval '1 minute', CASE WHEN id % 50 = 1 THEN 2 ELSE 1 END,
    CASE WHEN id % 50 = 1 THEN now() - id * interval '30 seconds' END,
    CASE WHEN id % 500 >= 50 THEN now() END FROM job`);

const before = new Date(Date.now() - 7 * 24 * 3600_000);

test.each([
  ['lapses what stands', (db: Db) => buildDueQuery(db, STANDING_STATES, before, 200), 'quote_due'],
  ['drops what is withheld', (db: Db) => buildDueQuery(db, ['withheld'], before, 200), 'quote_due'],
  ['reminds of what waits', (db: Db) => buildReminderQuery(db, before, 200), 'quote_reminder'],
])('%s by an index', async (_, build, index) => {
  const { sql: text, parameters: values } = build(explain.getDb()).compile();
  const plan = await explain({ text, values });
  expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on quote/);
});
