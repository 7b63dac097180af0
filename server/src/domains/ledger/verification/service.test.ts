import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, openOwnerDb } from '../../../../test/database.ts';
import { inTx, type Db } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { withdrawalRequested } from '../postings/withdrawals.ts';
import { at, nextId, createPaidWorker, postInTx } from '../../../../test/ledger/postings.ts';
import { invariants } from '../invariants.ts';
import { sealDays } from '../seals/service.ts';
import { findVerifiedDay, recordVerifiedDay, verifyLedger, type VerifiedDay } from './service.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Db;
let verified: VerifiedDay;
/** A day that was sealed and verified, with one release, and a later one with another and a withdrawal. */
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openOwnerDb(database.ownerUrl);
  await createPaidWorker(database.db, 700);
  await inTx(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql`UPDATE ledger.txn SET posted_at = posted_at - interval '1 day'`.execute(tx);
  });
  await sealDays({ db: database.db, log: silentLog });
  const { rows } = await sql<{ day: string; hash: Buffer }>`SELECT day, hash FROM ledger.day_seal`.execute(
    owner,
  );
  await inTx(database.db, (tx) => recordVerifiedDay(tx, rows[0]!));
  verified = (await findVerifiedDay(database.db))!;

  const workerId = await createPaidWorker(database.db, 5000);
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
async function listViolatedInvariants(since: VerifiedDay | null, ...statements: string[]): Promise<number[]> {
  const tx = await owner.startTransaction().execute();
  try {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    for (const statement of statements) await sql.raw(statement).execute(tx);
    return (await verifyLedger(tx, invariants, since)).map(({ invariant }) => invariant.id);
  } finally {
    await tx.rollback().execute();
  }
}

const newest = `txn_id = (SELECT max(txn_id) FROM ledger.entry)`;
const lastEntry = `(account_id, account_version) =
  (SELECT id, version FROM ledger.account WHERE code LIKE 'wallet:%' ORDER BY version DESC LIMIT 1)`;
const newWallet = `id = (SELECT max(id) FROM ledger.account WHERE code LIKE 'wallet:%')`;

test('finds no violation in a sound ledger, also as the application role', async () => {
  expect(verified).toMatchObject({ lastTxn: 2 });
  for (const since of [null, verified]) {
    expect(await listViolatedInvariants(since)).toEqual([]);
    expect(await verifyLedger(database.db, invariants, since)).toEqual([]);
  }
});

/** The last column names what a night finds, where that differs. */
test.each<[string, string[], number[], number[]?]>([
  ['a line removed', [`DELETE FROM ledger.entry WHERE ${newest} AND seq = 1`], [1, 2, 3]],
  [
    'a paisa moved from one transaction to another',
    [
      `UPDATE ledger.entry SET amount = amount + CASE txn_id WHEN 3 THEN 1 ELSE -1 END WHERE (txn_id, seq) IN ((3, 1), (4, 1))`,
    ],
    [1, 3, 4],
    [1, 4],
  ],
  ['all lines of a transaction removed', [`DELETE FROM ledger.entry WHERE ${newest}`], [1, 3]],
  ['a balance raised', [`UPDATE ledger.account SET balance = balance + 1 WHERE ${newWallet}`], [3]],
  ['a version changed', [`UPDATE ledger.account SET version = version + 1 WHERE ${newWallet}`], [3]],
  [
    'a running balance changed',
    [`UPDATE ledger.entry SET balance_after = balance_after + 1 WHERE ${lastEntry}`],
    [4],
    [3, 4],
  ],
  [
    'a gap in an account',
    [`UPDATE ledger.entry SET account_version = account_version + 1 WHERE ${lastEntry}`],
    [4],
    [3, 4],
  ],
  [
    'a wallet overdrawn once',
    [`UPDATE ledger.entry SET balance_after = -1 WHERE ${lastEntry}`],
    [4, 5],
    [3, 4, 5],
  ],
  [
    'a wallet below zero',
    [
      'ALTER TABLE ledger.account DROP CONSTRAINT account_guarded_never_negative',
      `UPDATE ledger.account SET balance = -1 WHERE ${newWallet}`,
    ],
    [3, 5],
  ],
  [
    'a change of the verified day',
    [`UPDATE ledger.entry SET amount = amount + 1 WHERE txn_id = 1 AND seq = 1`],
    [1, 2, 20],
    [],
  ],
  [
    'a changed roll-up of the verified day',
    [`UPDATE ledger.sealed_balance SET amount = amount + 1 WHERE account = 'wallet'`],
    [20],
    [2],
  ],
  [
    'a missing roll-up of the verified day',
    [`DELETE FROM ledger.sealed_balance WHERE account = 'wallet'`],
    [20],
    [2],
  ],
  [
    'a wrong roll-up of a later day',
    [
      `INSERT INTO ledger.day_seal
       SELECT day + 1, 6, hash, hash, clock_timestamp(), 'merkle', root, last_txn, 4, 0 FROM ledger.day_seal`,
      `INSERT INTO ledger.sealed_balance
       SELECT day + 1, account, amount, entries FROM ledger.sealed_balance`,
    ],
    [20],
  ],
])('%s is detected, by a full check and by a night', async (_, statements, ids, nightIds = ids) => {
  expect(await listViolatedInvariants(null, ...statements)).toEqual(ids);
  expect(await listViolatedInvariants(verified, ...statements)).toEqual(nightIds);
});
