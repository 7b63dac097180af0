import { QUEUE_KINDS } from '@fws/contract/admin/queue/model';
import { expect, test } from 'vitest';
import { setUpPlans } from '../../../test/plans.ts';
import { buildQueueStatement } from './queue/store.ts';
import { buildUsersStatement } from './users/store.ts';

// With many users and jobs, every admin list must be read from an index, in display order.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, reviewed_at)
  SELECT 1 + i % 10000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() - i * interval '1 minute', CASE WHEN i % 10 > 0 THEN now() END
  FROM generate_series(1, 20000) i;
  INSERT INTO identity_video (user_id, code, made_at) SELECT id, '7KQ42M', now() FROM user_account;
  INSERT INTO identity_check (reference_id, user_id, kind, number_last4, state, created_at, checked_at, video_id,
    reviewed_at)
  SELECT 'kyc_' || id, user_id, 'pan', '234F', 'verified', now() - id * interval '1 minute', now(), id,
    CASE WHEN id % 10 > 0 THEN now() END FROM identity_video;
  INSERT INTO name_change (user_id, former_first_name, former_last_name, first_name, last_name, explanation,
    requested_at, state, decided_at, decided_by)
  SELECT id, 'Asha', 'Kale', 'Asha', 'Rane', 'Married', now() - id * interval '1 minute',
    CASE WHEN id % 10 > 0 THEN 'approved' ELSE 'waiting' END, CASE WHEN id % 10 > 0 THEN now() END,
    CASE WHEN id % 10 > 0 THEN 1 END FROM user_account;
  INSERT INTO ops_case (kind, subject, amount_paise, raised_at, due_at, resolved_at)
  SELECT (ARRAY['withdrawal_unknown', 'payment_unapplied', 'refund_failed', 'chargeback_lost', 'ledger_broken'])[1 + i % 5],
    'subject ' || i, 100000, now() - i * interval '1 minute', now() - i * interval '1 minute',
    CASE WHEN i % 10 > 0 THEN now() END FROM generate_series(1, 20000) i;
  INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, received_at, seen_at)
  SELECT 'cashfree', 'key ' || i, 'unknown', '{}', '{}', CASE WHEN i % 5 = 0 THEN 'forged' ELSE 'valid' END,
    now() - i * interval '1 minute', CASE WHEN i % 50 > 0 THEN now() END FROM generate_series(1, 20000) i;
  INSERT INTO provider_status_log (subject, status, first_at, last_at)
  SELECT 'withdrawal:' || i % 5000, 'processing', now(), now() FROM generate_series(1, 20000) i;
  SELECT count(graphile_worker.add_job('notify', max_attempts => 1)) FROM generate_series(1, 5000);
  UPDATE graphile_worker._private_jobs SET attempts = 1, updated_at = now() - id * interval '1 minute' WHERE id % 10 = 0`);

test.each([
  ['nothing', '', 'user_account_pkey'],
  ['a name', 'crowd12 of5', 'user_account_name_words'],
  ['an e-mail', 'crowd123@', 'user_account_email_prefix'],
  ['a mobile number', '7000000123', 'user_account_mobile_prefix'],
])('finds users by %s from an index', async (_, search, index) => {
  const plan = await explain(buildUsersStatement(search, { after: ['', 9000], limit: 50 }));
  expect(plan).toContain(index);
  expect(plan).not.toContain('Seq Scan on user_account');
});

test.each([null, { dueAt: new Date(), kind: 'dispute' as const, id: 12 }])(
  'reads only waiting items of the queue, starting after %s',
  async (after) => {
    const plan = await explain(buildQueueStatement(QUEUE_KINDS, { after, limit: 50 }));
    const indexes = ['identity_check_to_review', 'job_to_review', 'ops_case_due', 'provider_event_unseen'];
    for (const index of [...indexes, 'fws_failed_job']) expect(plan).toContain(index);
    expect(plan).not.toMatch(
      /Seq Scan on (?:job|identity_check|name_change|user_account|ops_case|provider_event|_private_jobs)\b/,
    );
    expect(plan).not.toMatch(/Sort Key: [jnf]\./);
  },
);

test.each([
  ['one refused webhook', 'SELECT * FROM provider_event WHERE id = $1', [12], 'provider_event'],
  ['one failed job', 'SELECT * FROM failed_job WHERE id = $1', [120], '_private_jobs'],
  [
    'answers of a provider',
    'SELECT * FROM provider_status_log WHERE subject = $1 ORDER BY id DESC',
    ['withdrawal:7'],
    'provider_status_log',
  ],
  ['the ledger of a job', 'SELECT * FROM ledger.txn WHERE job_id = $1', [7], 'txn'],
])('reads %s by an index', async (_, text, values, table) => {
  const plan = await explain({ text, values }, { mayScan: false });
  expect(plan).not.toContain(`Seq Scan on ${table}`);
});
