import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler, DummyDriver } from 'kysely';
import { expect, test } from 'vitest';
import { setUpPlans } from '../../../../test/plans.ts';
import type { Db } from '../../../platform/db/index.ts';
import { buildListStatement } from './store.ts';

// A poster's receipts are found by the poster's jobs and orders, however many others there are.

const explain = setUpPlans(`
  INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
    payment_term, budget_kind, budget_from_paise, budget_to_paise, posted_at, state)
  SELECT 1 + i % 5000, 1, 'Job ' || i, '', 'Baner, Pune', '{Painting}', '2026-12-01', '2026-12-20',
    'terms', 'fixed', 100000, 100000, now() + i * interval '1 minute', 'awarded' FROM generate_series(1, 20000) i;
  INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
  SELECT id, 5001 + id % 5000, 100000, 'completion', '[]', '', 'accepted', posted_at FROM job;
  INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at)
  SELECT job.id, quote.id, poster_id, worker_id, 100000, 'completion', posted_at
  FROM job JOIN quote ON quote.job_id = job.id;
  INSERT INTO milestone (job_id, position, name, amount_paise, changed_at)
  SELECT job_id, 1, 'All', 100000, now() FROM contract;
  INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
  SELECT 'FWS_' || milestone.id, milestone.id, poster_id, 100000, 'applied', 'cashfree', now(), awarded_at
  FROM milestone JOIN contract USING (job_id);
  ALTER TABLE ledger.entry DISABLE TRIGGER USER;
  ALTER TABLE ledger.txn DISABLE TRIGGER USER;
  INSERT INTO ledger.txn (kind, idempotency_key, request_hash, job_id, milestone_id, order_id, event_time)
  SELECT 'payment_verified', 'payment:' || o.id, '', m.job_id, m.id, o.id, now()
  FROM escrow_order o JOIN milestone m ON m.id = o.milestone_id`);

const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}) as unknown as Db;

test('reads the receipts of one poster by indexes alone', async () => {
  const { sql: text, parameters } = buildListStatement(compiler, 77, { beforeId: 1_000_000, limit: 51 });
  const plan = await explain({ text, values: parameters });
  for (const index of ['contract_poster', 'txn_job', 'escrow_order_poster', 'txn_order'])
    expect(plan).toContain(index);
  expect(plan).not.toMatch(/Seq Scan on (?:txn|contract|escrow_order|milestone|job)\b/);
});
