import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, openOwnerDb } from '../../../test/database.ts';
import { inTx, type Db } from '../../platform/db/index.ts';
import { silentLog } from '../../platform/log.ts';
import { verifySeals, sealDays } from './seals.ts';
import { createPaidWorker } from '../../../test/ledger/postings.ts';

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
  expect(await verifySeals(database.db)).toEqual({ days: 0, head: null, broken: [] });
});

test('seals every day that is over once and in order, also days without entries', async () => {
  // The first release happened three days ago, the second yesterday, the third today.
  await runBehindTriggers(`UPDATE ledger.txn SET posted_at = posted_at - CASE WHEN id <= 2 THEN interval '3 days'
    WHEN id <= 4 THEN interval '1 day' ELSE interval '0' END`);
  await seal();
  await seal();
  expect((await listDays()).map(({ entries }) => entries)).toEqual([4, 0, 4]);
  const { head, ...result } = await verifySeals(database.db);
  expect(result).toEqual({ days: 3, broken: [] });
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
    ['4 entries were sealed, 2 are there', '0 entries were sealed, 2 are there'],
  ],
  [
    'a seal in the middle',
    `UPDATE ledger.day_seal SET hash = sha256(hash) WHERE entries = 0`,
    `UPDATE ledger.day_seal d SET hash = n.previous FROM ledger.day_seal n WHERE d.entries = 0 AND n.day = d.day + 1`,
    [changed, 'it does not follow from the day before'],
  ],
])('detects a change of %s', async (_, change, undo, reasons) => {
  await runBehindTriggers(change);
  expect(await listBrokenReasons()).toEqual(reasons);
  await runBehindTriggers(undo);
  expect(await listBrokenReasons()).toEqual([]);
});

test('seals are append-only, also for the owner', async () => {
  for (const statement of ['DELETE FROM ledger.day_seal', 'UPDATE ledger.day_seal SET entries = 0'])
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
