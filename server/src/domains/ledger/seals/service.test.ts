import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, openOwnerDb } from '../../../../test/database.ts';
import { inTx, type Db } from '../../../platform/db/index.ts';
import { silentLog } from '../../../platform/log.ts';
import { findInclusionProof, verifyInclusion } from '../inclusion/service.ts';
import { verifySeals, sealDays } from './service.ts';
import { getBalance } from '../store.ts';
import { invariants } from '../invariants.ts';
import { calculateCover, recordVerifiedDay, verifyLedger } from '../verification/service.ts';
import { createPaidWorker } from '../../../../test/ledger/postings.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openOwnerDb(database.ownerUrl);
  for (let worker = 0; worker < 3; worker++) await createPaidWorker(database.db, 5000 + worker);
});
afterAll(async () => {
  await owner.destroy();
  await database.close();
});

/** What a superuser could do behind the triggers. */
const runBehindTriggers = (statement: string) =>
  inTx(owner, async (tx) => {
    await sql`SET LOCAL session_replication_role = replica`.execute(tx);
    await sql.raw(statement).execute(tx);
  });
/** No month is archived here. */
const noFiles = { get: () => Promise.resolve(null) };
const seal = () => sealDays({ db: database.db, log: silentLog });
const listDays = async () =>
  (
    await sql<{
      day: string;
      entries: number;
    }>`SELECT day, entries FROM ledger.day_seal ORDER BY day`.execute(database.db)
  ).rows;
const listBrokenReasons = async () => (await verifySeals(database.db)).broken.map(({ reason }) => reason);

test('seals a day only when it is over', async () => {
  await seal();
  expect(await listDays()).toEqual([]);
  expect(await verifySeals(database.db)).toEqual({ days: 0, head: null, broken: [], archivedMonths: 0 });
});

test('seals every day that is over once and in order, also days without entries', async () => {
  // The first release happened three days ago, the second yesterday, the third today.
  await runBehindTriggers(`UPDATE ledger.txn SET posted_at = posted_at - CASE WHEN id <= 2 THEN interval '3 days'
    WHEN id <= 4 THEN interval '1 day' ELSE interval '0' END`);
  await seal();
  await seal();
  expect((await listDays()).map(({ entries }) => entries)).toEqual([4, 0, 4]);
  const { head, ...result } = await verifySeals(database.db);
  expect(result).toEqual({ days: 3, broken: [], archivedMonths: 0 });
  await sql`CREATE TABLE kept_seal AS SELECT * FROM ledger.day_seal`.execute(owner);
  expect(head?.entries).toBe(4);
});

const changed = 'its entries were changed, or the seal was';
test.each<[string, string, string, string[]]>([
  [
    'an amount',
    `UPDATE ledger.entry SET amount = amount + sign(amount) WHERE txn_id = 2`,
    `UPDATE ledger.entry SET amount = amount - sign(amount) WHERE txn_id = 2`,
    [changed],
  ],
  [
    'whom it was for',
    `UPDATE ledger.txn SET user_id = user_id + 1000 WHERE id = 4`,
    `UPDATE ledger.txn SET user_id = user_id - 1000 WHERE id = 4`,
    [changed],
  ],
  [
    'the day it was posted',
    `UPDATE ledger.txn SET posted_at = posted_at + interval '1 day' WHERE id = 1`,
    `UPDATE ledger.txn SET posted_at = posted_at - interval '1 day' WHERE id = 1`,
    [changed],
  ],
  [
    'a seal in the middle',
    `UPDATE ledger.day_seal SET hash = sha256(hash) WHERE entries = 0`,
    `UPDATE ledger.day_seal d SET hash = n.previous FROM ledger.day_seal n WHERE d.entries = 0 AND n.day = d.day + 1`,
    [changed, 'it does not follow from the day before'],
  ],
  [
    'the root of a seal',
    `UPDATE ledger.day_seal SET root = sha256(root) WHERE day = (SELECT min(day) FROM ledger.day_seal)`,
    `UPDATE ledger.day_seal SET root = (SELECT root FROM kept_seal WHERE kept_seal.day = day_seal.day)`,
    [changed],
  ],
  [
    'where a day begins',
    `UPDATE ledger.day_seal SET after_txn = 1, last_txn = 2 WHERE entries = 0`,
    `UPDATE ledger.day_seal SET after_txn = 2 WHERE entries = 0`,
    ['it does not begin where the day before ended', '0 entries were sealed, 2 are there'],
  ],
  [
    'a rolled up balance',
    `UPDATE ledger.sealed_balance SET amount = amount + 1 WHERE account = 'wallet' AND day =
      (SELECT max(day) FROM ledger.day_seal)`,
    `UPDATE ledger.sealed_balance SET amount = amount - 1 WHERE account = 'wallet' AND day =
      (SELECT max(day) FROM ledger.day_seal)`,
    [changed],
  ],
])('detects a change of %s', async (_, change, undo, reasons) => {
  await runBehindTriggers(change);
  expect(await listBrokenReasons()).toEqual(reasons);
  await runBehindTriggers(undo);
  expect(await listBrokenReasons()).toEqual([]);
});

test('rolls up the balances of each sealed day', async () => {
  const { rows } = await sql<{ account: string; amounts: number[]; entries: number[] }>`
    SELECT account, array_agg(amount::int ORDER BY day) AS amounts, array_agg(entries::int ORDER BY day) AS entries
    FROM ledger.sealed_balance GROUP BY account ORDER BY account`.execute(database.db);
  expect(rows).toEqual([
    { account: 'escrow', amounts: [0, 0, 0], entries: [2, 2, 4] },
    { account: 'provider_clearing', amounts: [5000, 5000, 10_001], entries: [1, 1, 2] },
    { account: 'wallet', amounts: [-5000, -5000, -10_001], entries: [1, 1, 2] },
  ]);
});

test('the balance of a platform account is its last roll-up and the entries since', async () => {
  expect(await getBalance(database.db, 'provider_clearing')).toBe(15_003);
  expect(await calculateCover(database.db)).toEqual({ heldPaise: 15_003, owedPaise: 15_003 });
});

test('after a verified day, hashes later days only, and detects another seal of that day', async () => {
  const { rows: seals } = await sql<{ day: string; hash: Buffer }>`
    SELECT day, hash FROM ledger.day_seal ORDER BY day`.execute(database.db);
  const [first, second] = seals;
  if (!first || !second) throw new Error('no seals');
  await expect(
    inTx(database.db, (tx) => recordVerifiedDay(tx, { ...first, hash: second.hash })),
  ).rejects.toMatchObject({ code: 'FW003' });
  await inTx(database.db, (tx) => recordVerifiedDay(tx, second));
  const listBrokenSince = async () => (await verifySeals(database.db, second)).broken;
  expect(await verifySeals(database.db, second)).toMatchObject({ days: 2, broken: [] });

  await runBehindTriggers(`UPDATE ledger.entry SET amount = amount + sign(amount) WHERE txn_id = 2`);
  expect(await listBrokenSince()).toEqual([]);
  expect((await verifySeals(database.db)).broken).toEqual([{ day: first.day, reason: changed }]);
  await runBehindTriggers(`UPDATE ledger.entry SET amount = amount - sign(amount) WHERE txn_id = 2`);

  await runBehindTriggers(`UPDATE ledger.entry SET amount = amount + sign(amount) WHERE txn_id = 4`);
  expect((await listBrokenSince()).map(({ reason }) => reason)).toEqual([changed]);
  await runBehindTriggers(`UPDATE ledger.entry SET amount = amount - sign(amount) WHERE txn_id = 4`);

  await runBehindTriggers(`UPDATE ledger.verified_day SET hash = sha256(hash)`);
  expect((await listBrokenSince()).map(({ reason }) => reason)).toEqual([
    'the seal is not the one that was verified',
  ]);
  await runBehindTriggers(
    `UPDATE ledger.verified_day v SET hash = s.hash FROM ledger.day_seal s WHERE s.day = v.day`,
  );
  await runBehindTriggers(`UPDATE ledger.sealed_balance SET amount = amount + 1 WHERE day = '${second.day}'`);
  expect((await listBrokenSince()).map(({ reason }) => reason)).toEqual([
    'the seal or its balances were changed',
  ]);
  await runBehindTriggers(`UPDATE ledger.sealed_balance SET amount = amount - 1 WHERE day = '${second.day}'`);
  expect(await listBrokenSince()).toEqual([]);
});

test('every entry of a sealed day has a proof of its inclusion, and no other entry has one', async () => {
  for (const txnId of [1, 2, 3, 4]) {
    for (const seq of [1, 2]) {
      const found = await findInclusionProof(database.db, { txnId, seq }, noFiles);
      expect(found, `${txnId}/${seq}`).not.toBeNull();
      if (!found) continue;
      expect(JSON.parse(found.proof.line).slice(0, 2)).toEqual([txnId, seq]);
      expect(verifyInclusion(found.proof, found.seal)).toBe(true);
      const changedAmount = found.proof.line.replace(/, -?(\d+), /, ', 9$1, ');
      expect(changedAmount).not.toBe(found.proof.line);
      expect(verifyInclusion({ ...found.proof, line: changedAmount }, found.seal)).toBe(false);
    }
  }
  expect(await findInclusionProof(database.db, { txnId: 1, seq: 3 }, noFiles)).toBeNull();
  expect(await findInclusionProof(database.db, { txnId: 5, seq: 1 }, noFiles)).toBeNull();
});

test('seals are append-only, also for the owner', async () => {
  for (const statement of [
    'DELETE FROM ledger.day_seal',
    'UPDATE ledger.day_seal SET entries = 0',
    'UPDATE ledger.sealed_balance SET amount = 0',
    'DELETE FROM ledger.verified_day',
  ])
    await expect(inTx(owner, (tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({
      code: 'FW001',
    });
});

test('sealing waits for open postings', async () => {
  const posting = await database.db.startTransaction().execute();
  await sql`SELECT ledger.post('release', 'slow', 'h', '[{"account":"bank","amount":1},{"account":"own_funds","amount":-1}]',
    '{}', now())`.execute(posting);
  let isSealed = false;
  const sealing = seal().then(() => (isSealed = true));
  await sql`SELECT pg_sleep(0.2)`.execute(database.db);
  expect(isSealed).toBe(false);
  await posting.commit().execute();
  await sealing;
  expect(isSealed).toBe(true);
});

test('days that were sealed as chains stay valid, and Merkle days follow them', async () => {
  const older = await createTestDatabase();
  const olderOwner = openOwnerDb(older.ownerUrl);
  onTestFinished(async () => {
    await olderOwner.destroy();
    await older.close();
  });
  for (let worker = 0; worker < 3; worker++) await createPaidWorker(older.db, 5000 + worker);
  const change = (statement: string) =>
    inTx(olderOwner, async (tx) => {
      await sql`SET LOCAL session_replication_role = replica`.execute(tx);
      await sql.raw(statement).execute(tx);
    });
  await change(`UPDATE ledger.txn SET posted_at = posted_at - CASE WHEN id <= 2 THEN interval '3 days'
    WHEN id <= 4 THEN interval '1 day' ELSE interval '0' END`);
  await inTx(olderOwner, (tx) => sql`SELECT ledger.seal_next_day()`.execute(tx));
  await sealDays({ db: older.db, log: silentLog });

  const { rows } = await sql`
    SELECT algorithm, entries, after_txn, last_txn FROM ledger.day_seal ORDER BY day`.execute(older.db);
  expect(rows).toEqual([
    { algorithm: 'chain', entries: 4, after_txn: null, last_txn: null },
    { algorithm: 'merkle', entries: 0, after_txn: 2, last_txn: 2 },
    { algorithm: 'merkle', entries: 4, after_txn: 2, last_txn: 4 },
  ]);
  expect(await verifySeals(older.db)).toMatchObject({ days: 3, broken: [] });
  expect(await verifyLedger(older.db, invariants)).toEqual([]);
  expect(await findInclusionProof(older.db, { txnId: 1, seq: 1 }, noFiles)).toBeNull();

  await change(`UPDATE ledger.entry SET amount = amount + 1 WHERE txn_id = 1 AND seq = 1`);
  expect((await verifySeals(older.db)).broken.map(({ reason }) => reason)).toEqual([changed]);
  await change(`UPDATE ledger.entry SET amount = amount - 1 WHERE txn_id = 1 AND seq = 1`);
  await change(`UPDATE ledger.txn SET posted_at = posted_at + interval '2 days' WHERE id = 2`);
  expect((await verifySeals(older.db)).broken.map(({ reason }) => reason)).toEqual([
    '4 entries were sealed, 2 are there',
    'there are entries between the day before and it',
  ]);
});

test('a posting that ends after a day was over belongs to a later seal, whatever its time says', async () => {
  await runBehindTriggers(`UPDATE ledger.txn SET posted_at = posted_at - interval '1 day' WHERE id = 5`);
  await seal();
  expect(await listBrokenReasons()).toEqual([]);
});
