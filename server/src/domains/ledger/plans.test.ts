import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, openOwnerDb } from '../../../test/database.ts';
import { createDb, createPool, inTx, type Tx } from '../../platform/db/index.ts';
import { withdrawalRequested } from './postings/withdrawals.ts';
import { post } from './store.ts';
import { allInvariants } from '../invariants.ts';
import { preferIndexes, verifyLedger } from './verification/service.ts';
import { at, createFundedMilestone, nextId, createPaidWorker } from '../../../test/ledger/postings.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

const PLANNED_FOR_GOOD_AFTER = 5;
const MANY = 3_000;

/** Rows and index entries of accounts that this transaction has read. */
async function accountsRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    SELECT seq_tup_read + idx_tup_fetch AS read FROM pg_stat_xact_user_tables
    WHERE schemaname = 'ledger' AND relname = 'account'`.execute(tx);
  return rows[0]?.read ?? 0;
}

test('a post reads only its own accounts, even if its session began when there were few', async () => {
  const db = createDb(createPool(database.appUrl, { max: 1 }));
  const workerId = await createPaidWorker(db, 5_000);
  for (let n = 0; n <= PLANNED_FOR_GOOD_AFTER; n++) await createFundedMilestone(db, 100);
  const owner = openOwnerDb(database.ownerUrl);
  await sql`
    INSERT INTO ledger.account (code, class, guarded, hot, balance, version)
    SELECT 'wallet:many' || g, 'liability', true, false, 0, 0 FROM generate_series(1, ${MANY}::int) g`.execute(
    owner,
  );
  await owner.destroy();

  const withdrawal = { withdrawalId: nextId(), workerId, amountPaise: 5_000, at };
  const read = await inTx(db, async (tx) => {
    await post(tx, withdrawalRequested(withdrawal));
    return accountsRead(tx);
  });
  await db.destroy();
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(MANY / 10);
});

const OLD_MONTHS = 24;
const TXNS_A_MONTH = 200;
const WALLETS = 50;

test('a night reads nothing of older months but the last entry of each account', async () => {
  const manyMonths = await createTestDatabase();
  const owner = openOwnerDb(manyMonths.ownerUrl);
  const lastTxn = OLD_MONTHS * TXNS_A_MONTH;
  const txns = lastTxn + TXNS_A_MONTH;
  await sql`SELECT open_months('ledger.entry', ${OLD_MONTHS})`.execute(owner);
  await inTx(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`
      INSERT INTO ledger.account (id, code, class, guarded, hot, balance, version) OVERRIDING SYSTEM VALUE
      SELECT 1000 + w, 'wallet:' || w, 'liability', true, false, 100 * ${txns / WALLETS}::int, ${txns / WALLETS}::int
      FROM generate_series(0, ${WALLETS - 1}::int) w`.execute(tx);
    await sql`
      INSERT INTO wallet_release (
        user_id, posting_key, amount_paise, left_paise, rest_days, rest_until, reason, created_at)
      SELECT w, 'old:' || w, 100 * ${txns / WALLETS}::int, 100 * ${txns / WALLETS}::int, 0, now(), 'former', now()
      FROM generate_series(0, ${WALLETS - 1}::int) w`.execute(tx);
    const months = sql`(SELECT starts AS month, row_number() OVER (ORDER BY starts) - 1 AS number FROM month_partition
      WHERE table_name = 'ledger.entry' AND starts > '-infinity') month`;
    await sql`
      INSERT INTO ledger.txn (id, kind, idempotency_key, request_hash, event_time, posted_at, month)
      OVERRIDING SYSTEM VALUE
      SELECT n, 'release', 'old:' || n, '', now(), now(), month
      FROM generate_series(1, ${txns}::int) n JOIN ${months} ON number = (n - 1) / ${TXNS_A_MONTH}::int`.execute(
      tx,
    );
    await sql`
      INSERT INTO ledger.entry (txn_id, seq, account_id, amount, balance_after, account_version, month)
      SELECT n, line.*, month FROM generate_series(1, ${txns}::int) n
      JOIN ${months} ON number = (n - 1) / ${TXNS_A_MONTH}::int,
      LATERAL (SELECT (n - 1) / ${WALLETS}::int + 1 AS version) paid,
      LATERAL (VALUES
        (1, (SELECT id FROM ledger.account WHERE code = 'bank'), 100, NULL, NULL),
        (2, 1000 + (n - 1) % ${WALLETS}::int, -100, 100 * version, version)) line`.execute(tx);
    await sql`
      INSERT INTO ledger.day_seal (day, entries, previous, hash, algorithm, root, after_txn, last_txn, last_change)
      SELECT '2026-01-01', 0, hash, hash, 'merkle', hash, 0, ${lastTxn}::bigint, 0 FROM sha256('') hash`.execute(
      tx,
    );
    await sql`
      INSERT INTO ledger.sealed_balance (day, account, amount, entries)
      SELECT '2026-01-01', account, sign * 100 * ${lastTxn}::bigint, ${lastTxn}::bigint
      FROM (VALUES ('bank', 1), ('wallet', -1)) sealed (account, sign)`.execute(tx);
  });
  await sql`ANALYZE ledger.txn, ledger.entry, ledger.account`.execute(owner);

  const { violations, read } = await inTx(manyMonths.db, async (tx) => {
    await preferIndexes(tx);
    const since = { day: '2026-01-01', lastTxn, lastChange: 0 };
    const found = await verifyLedger(tx, allInvariants, since);
    const { rows } = await sql<{ read: number }>`
      SELECT sum(seq_tup_read + idx_tup_fetch)::int AS read FROM pg_stat_xact_user_tables
      WHERE schemaname = 'ledger' AND relname IN (SELECT partition FROM month_partition
        WHERE table_name = 'ledger.entry' ORDER BY starts LIMIT ${OLD_MONTHS + 1})`.execute(tx);
    return { violations: found.map(({ invariant }) => invariant.id), read: rows[0]?.read };
  });
  await owner.destroy();
  await manyMonths.close();
  expect(violations).toEqual([]);
  // Of each statement, the planner itself reads the ends of the months' indexes; to look each account up in every month
  // would read more than this.
  expect(read).toBeGreaterThanOrEqual(WALLETS);
  expect(read).toBeLessThan(lastTxn / 5);
});
