import { expect, test } from 'vitest';
import { setUpPlans } from '../../../../test/plans.ts';
import { buildAgreementsQuery, buildChangesQuery } from './store.ts';

// The history of all jobs is long, and what happened in one of them is read with each page of its conversation.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 1000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now(), 'open'
  FROM generate_series(1, 3000) i;
  INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_role, at)
  SELECT 'milestone', i, 1 + i % 3000, 'fund_state', 'unfunded', 'funded', 'provider', now() - i * interval '1 second'
  FROM generate_series(1, 60000) i`);

const period = { from: new Date(Date.now() - 86_400_000), until: null };

test('reads what happened in a job by the index of its history, in the months since it was posted', async () => {
  const query = buildChangesQuery(7, period).compile(explain.getDb());
  // Other tables and the months to come are empty here, and scanning one would cost less.
  const plan = await explain({ text: query.sql, values: query.parameters }, { mayScan: false });
  expect(plan).toContain('state_change_of_job');
  expect(plan).toContain('refund_pkey');
  expect(plan).toContain('dispute_part_pkey');
  expect(plan).not.toMatch(/Seq Scan/);
});

test('reads splits and disputes of a job by their indexes', async () => {
  const query = buildAgreementsQuery(7, [1, 2, 3], period).compile(explain.getDb());
  const plan = await explain({ text: query.sql, values: query.parameters }, { mayScan: false });
  expect(plan).toContain('split_milestone');
  expect(plan).toContain('split_turn_pkey');
  expect(plan).toMatch(/dispute_job|dispute_open_of_job/);
  expect(plan).not.toMatch(/Seq Scan/);
});
