import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import {
  buildContractsQuery,
  buildDisputesQuery,
  buildChangesQuery,
  buildInvitationsQuery,
  buildQuotesQuery,
  buildRepeatsQuery,
  buildReviewsQuery,
  buildVisitsQuery,
  buildWalletQuery,
} from './store.ts';

// With many jobs, most of them ended, home must read a user's open ones by an index.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 1000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute',
    CASE WHEN i % 10 = 0 THEN 'open' WHEN i % 10 = 1 THEN 'in_progress' ELSE 'completed' END
  FROM generate_series(1, 20000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT id, 1001 + id % 1000, 100000, 'terms', '[]', '', CASE WHEN state = 'open' THEN 'submitted' ELSE 'accepted' END,
    now() - id * interval '1 minute' FROM job;
  INSERT INTO invitation (job_id, worker_id, note, filter_version, state, sent_at)
  SELECT id, 1 + id % 1000, '', 1, CASE WHEN id % 7 = 0 THEN 'sent' ELSE 'quoted' END, now() - id * interval '1 second' FROM job;
  INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at, completed_at)
  SELECT job.id, quote.id, poster_id, worker_id, 100000, 'terms', now() - job.id * interval '1 minute',
    CASE WHEN job.state = 'completed' THEN now() END
  FROM job JOIN quote ON quote.job_id = job.id WHERE job.state <> 'open';
  INSERT INTO milestone (job_id, position, name, amount_paise, fund_state, changed_at)
  SELECT job_id, position, 'Part', 30000, CASE WHEN completed_at IS NULL THEN 'funded' ELSE 'released' END, now()
  FROM contract, generate_series(1, 3) position;
  INSERT INTO dispute (job_id, raised_by, against, issue, details, state, raised_at, documents_due_at, review_due_at,
    ending, closed_at)
  SELECT job_id, poster_id, worker_id, 'payment', '', CASE WHEN completed_at IS NULL THEN 'open' ELSE 'closed' END,
    now(), now(), now(), CASE WHEN completed_at IS NOT NULL THEN 'withdrawn' END, completed_at FROM contract;
  INSERT INTO split (job_id, milestone_id, version, opened_at, due_at)
  SELECT job_id, id, 0, now(), now() FROM milestone WHERE position = 1;
  INSERT INTO change_order (job_id, side, plan_version, opened_at, due_at, state, closed_at)
  SELECT job_id, 'poster', 1, now(), now(), CASE WHEN completed_at IS NULL THEN 'proposed' ELSE 'refused' END,
    completed_at FROM contract;
  INSERT INTO change_order_turn (job_id, change_id, turn, side, changes, total_paise, note, at)
  SELECT job_id, id, 1, 'poster', '[]', 1, '', now() FROM change_order;
  INSERT INTO dispute_milestone (job_id, dispute_id, milestone_id)
  SELECT dispute.job_id, dispute.id, milestone.id FROM dispute JOIN milestone USING (job_id) WHERE position = 2;
  INSERT INTO repeat_series (job_id, poster_id, worker_id, rule, state, proposed_at, changed_at)
  SELECT job_id, poster_id, worker_id, 'FREQ=DAILY', CASE WHEN job_id % 9 = 0 THEN 'proposed' ELSE 'ended' END, now(), now()
  FROM contract;
  INSERT INTO repeat_date (series_id, day, changed_at) SELECT id, date '2027-01-01' + i, now() FROM repeat_series, generate_series(1, 5) i;
  INSERT INTO review_period (job_id, poster_id, worker_id, due_at, closed_at)
  SELECT job_id, poster_id, worker_id, now() + interval '1 day', CASE WHEN job_id % 9 = 0 THEN NULL ELSE now() END FROM contract;
  INSERT INTO rating (job_id, by_user_id, about_user_id, points, rated_at)
  SELECT job_id, poster_id, worker_id, 80, now() FROM contract WHERE job_id % 2 = 0;
  INSERT INTO visit (job_id, milestone_id, poster_id, worker_id, starts_at, ends_at, fee_paise, agreed_at, secret, state, changed_at)
  SELECT job_id, milestone.id, poster_id, worker_id, now(), now() + interval '2 hours', 0, now(), '',
    CASE WHEN completed_at IS NULL THEN 'claimed' ELSE 'ended' END, now()
  FROM contract JOIN milestone USING (job_id) WHERE position = 1;
  INSERT INTO visit_evidence (job_id, number, kind, side, at) SELECT job_id, 1, 'claimed', 'poster', now() FROM visit;
  INSERT INTO dispute_comment (dispute_id, user_id, body, added_at) SELECT id, raised_by, '', now() FROM dispute`);

test.each([
  ['awarded jobs', buildContractsQuery, ['contract_poster_open', 'contract_worker_open']],
  ['disputes', buildDisputesQuery, ['dispute_raised', 'dispute_against']],
  ['changes', buildChangesQuery, ['contract_poster_open', 'contract_worker_open', 'change_order']],
  ['quotes', buildQuotesQuery, ['job_poster', 'quote_worker', 'quote_one_offer']],
  [
    'invitations',
    (userId: number) =>
      buildInvitationsQuery(userId, {
        sentAfter: new Date(Date.now() - 7 * 86_400_000),
        today: '2026-12-01',
      }),
    ['invitation_worker'],
  ],
  [
    'reviews',
    (userId: number) => buildReviewsQuery(userId, new Date()),
    ['review_period_poster', 'review_period_worker', 'rating_pkey'],
  ],
  [
    'visits',
    buildVisitsQuery,
    ['contract_poster_open', 'contract_worker_open', 'visit_pkey', 'visit_evidence_pkey'],
  ],
  ['repeated jobs', buildRepeatsQuery, ['repeat_series_asked', 'repeat_date_pkey']],
  ['wallet', (userId: number) => buildWalletQuery(userId, new Date()), ['user_account_pkey']],
])('reads the %s of one user by an index', async (_, build, indexes) => {
  const plan = await explain(build(12));
  for (const index of indexes) expect(plan).toContain(index);
  expect(plan).not.toMatch(
    /Seq Scan on (?:contract|job|milestone|quote|invitation|dispute|split|dispute_milestone|dispute_comment|change_order|change_order_turn|visit|visit_evidence|user_account)\b/,
  );
});
