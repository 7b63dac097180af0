import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, openOwnerDb } from '../../../test/database.ts';
import type { Db } from '../../platform/db/index.ts';
import { withdrawalRequested } from './withdrawal-postings.ts';
import { at, nextId, createPaidWorker, postInTx } from '../../../test/ledger/postings.ts';
import { invariants, verifyLedger } from './verify.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openOwnerDb(database.ownerUrl);
  const workerId = await createPaidWorker(database.db, 5000);
  await createPaidWorker(database.db, 700);
  await postInTx(
    database.db,
    withdrawalRequested({ withdrawalId: nextId(), workerId, amountPaise: 2000, at }),
  );
});
afterAll(async () => {
  await owner.destroy();
  await database.close();
});

/** Which invariants detect a change that a superuser made behind the triggers. The change is rolled back. */
async function listViolatedInvariants(...statements: string[]): Promise<number[]> {
  const tx = await owner.startTransaction().execute();
  try {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    return (await verifyLedger(tx, invariants)).map(({ invariant }) => invariant.id);
  } finally {
    await tx.rollback().execute();
  }
}

const clearing = `(SELECT id FROM ledger.account WHERE code = 'provider_clearing')`;
const lastEntry = `(account_id, account_version) =
  (SELECT id, version FROM ledger.account WHERE code LIKE 'wallet:%' ORDER BY version DESC LIMIT 1)`;

test('finds no violation in a sound ledger, also as the application role', async () => {
  expect(await listViolatedInvariants()).toEqual([]);
  expect(await verifyLedger(database.db, invariants)).toEqual([]);
});

test.each<[string, string[], number[]]>([
  ['a line removed', [`DELETE FROM ledger.entry WHERE account_id = ${clearing}`], [1, 2]],
  [
    'a paisa moved from one transaction to another',
    [
      `UPDATE ledger.entry SET amount = amount + CASE txn_id WHEN (SELECT min(txn_id) FROM ledger.entry) THEN 1 ELSE -1 END
       WHERE account_id = ${clearing}`,
    ],
    [1],
  ],
  [
    'all lines of a transaction removed',
    [`DELETE FROM ledger.entry WHERE txn_id = (SELECT max(txn_id) FROM ledger.entry)`],
    [1, 3],
  ],
  ['a balance raised', [`UPDATE ledger.account SET balance = balance + 1 WHERE code LIKE 'wallet:%'`], [3]],
  ['a version changed', [`UPDATE ledger.account SET version = version + 1 WHERE code LIKE 'wallet:%'`], [3]],
  [
    'a running balance changed',
    [`UPDATE ledger.entry SET balance_after = balance_after + 1 WHERE ${lastEntry}`],
    [4],
  ],
  [
    'a gap in an account',
    [`UPDATE ledger.entry SET account_version = account_version + 1 WHERE ${lastEntry}`],
    [4],
  ],
  ['a wallet overdrawn once', [`UPDATE ledger.entry SET balance_after = -1 WHERE ${lastEntry}`], [4, 5]],
  [
    'a wallet below zero',
    [
      'ALTER TABLE ledger.account DROP CONSTRAINT account_guarded_never_negative',
      `UPDATE ledger.account SET balance = -1 WHERE code LIKE 'wallet:%'`,
    ],
    [3, 5],
  ],
])('%s is detected', async (_, statements, expectedIds) => {
  expect(await listViolatedInvariants(...statements)).toEqual(expectedIds);
});
