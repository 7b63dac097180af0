import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, openOwnerDb } from '../../../test/database.ts';
import { createDb, createPool, inTx, type Tx } from '../../platform/db/index.ts';
import { withdrawalRequested } from './withdrawal-postings.ts';
import { post } from './store.ts';
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
