import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildClaimedQuery, buildDueQuery, buildLeftQuery } from './timers/store.ts';

// With many visits, each timer must read its index only.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 1000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2099-12-01', '2099-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', 'completed'
  FROM generate_series(1, 4000) i;
  SET session_replication_role = replica;
  INSERT INTO visit (job_id, milestone_id, poster_id, worker_id, starts_at, ends_at, fee_paise, agreed_at, secret, state,
    due_at, changed_at)
  SELECT id, id, 1, 2, now(), now() + interval '2 hours', 0, now(), '', CASE WHEN id % 100 = 0 THEN 'claimed'
    WHEN id % 100 = 1 THEN 'agreed' ELSE 'ended' END, CASE WHEN id % 100 = 0 THEN now() END, now()
  FROM job;
  SET session_replication_role = origin`);

const explainBuilt = ({ sql: text, parameters: values }: { sql: string; parameters: readonly unknown[] }) =>
  explain({ text, values });

test('finds visits that are due, that wait for an answer, and that their job has left, by their indexes', async () => {
  const db = explain.getDb();
  expect(await explainBuilt(buildDueQuery(db, new Date(), 200).compile())).toContain('visit_due');
  expect(await explainBuilt(buildClaimedQuery(db, 40, 200).compile())).toContain('visit_claimed');
  expect(await explainBuilt(buildLeftQuery(db, 200).compile())).toContain('visit_open');
});
