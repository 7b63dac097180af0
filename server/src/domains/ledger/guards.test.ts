import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { createTestDatabase, openOwnerDb } from '../../../test/database.ts';
import { expectSoundLedger } from '../../../test/ledger/sound-ledger.ts';
import { inTx, type Db } from '../../platform/db/index.ts';
import { getBalance } from './store.ts';
import { createFundedMilestone, postInTx, buildTransfer } from '../../../test/ledger/postings.ts';
import { invariants } from './invariants.ts';

/** Rules that the database itself enforces for every role. */

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let owner: Db;
beforeAll(async () => {
  database = await createTestDatabase();
  owner = openOwnerDb(database.ownerUrl);
  await createFundedMilestone(database.db, 5000);
});
afterAll(async () => {
  await expectSoundLedger(database.db, invariants);
  await owner.destroy();
  await database.close();
});

const run = (db: Db, statement: string) => inTx(db, (tx) => sql.raw(statement).execute(tx));

const CHANGES = [
  'UPDATE ledger.txn SET event_time = now()',
  'DELETE FROM ledger.txn',
  'TRUNCATE ledger.txn CASCADE',
  'UPDATE ledger.entry SET amount = amount * 2',
  'DELETE FROM ledger.entry',
  'TRUNCATE ledger.entry',
];

test.each(CHANGES)('even the owner cannot %s', async (statement) => {
  await expect(run(owner, statement)).rejects.toMatchObject({ code: 'FW001' });
});

test.each([
  ...CHANGES,
  `INSERT INTO ledger.account (code, class, guarded, hot) VALUES ('mine', 'asset', false, true)`,
  'UPDATE ledger.account SET balance = balance + 1',
  `INSERT INTO ledger.txn (kind, idempotency_key, request_hash, event_time) VALUES ('release', 'k', 'h', now())`,
  'INSERT INTO ledger.entry (txn_id, seq, account_id, amount) VALUES (1, 3, 1, 5)',
  `INSERT INTO ledger.day_seal (day, entries, previous, hash) VALUES (current_date, 0, sha256(''), sha256(''))`,
  `INSERT INTO ledger.sealed_balance (day, account, amount, entries) VALUES (current_date, 'bank', 1, 1)`,
  `INSERT INTO ledger.verified_day (day, hash) VALUES (current_date, sha256(''))`,
  `SELECT ledger.earlier_post('k', 'h')`,
  `SELECT ledger.roll_up_balances(current_date, 1)`,
])('the application may not %s', async (statement) => {
  await expect(run(database.db, statement)).rejects.toMatchObject({ code: '42501' });
});

test('the application may only read the ledger and post to it', async () => {
  const tables = await sql`
    SELECT table_name, privilege_type FROM information_schema.role_table_grants
    WHERE table_schema = 'ledger' AND grantee IN ('fws_app', 'PUBLIC') AND privilege_type <> 'SELECT'
  `.execute(owner);
  expect(tables.rows).toEqual([]);
  const functions = await sql`
    SELECT proname FROM pg_proc
    WHERE pronamespace = 'ledger'::regnamespace AND has_function_privilege('fws_app', oid, 'EXECUTE')
    ORDER BY proname
  `.execute(owner);
  expect(functions.rows).toEqual([
    { proname: 'await_final_txn' },
    { proname: 'await_posts' },
    { proname: 'post' },
    { proname: 'record_verified_day' },
    { proname: 'rolled_balances' },
    { proname: 'seal_day' },
    { proname: 'seal_next_day' },
  ]);
});

test.each([
  [
    'a transaction without entries',
    `INSERT INTO ledger.txn (kind, idempotency_key, request_hash, event_time)
    VALUES ('release', 'empty', 'h', now())`,
  ],
  [
    'a line added to an older transaction',
    `INSERT INTO ledger.entry (txn_id, seq, account_id, amount)
    SELECT min(txn_id), 3, min(account_id), 5 FROM ledger.entry`,
  ],
])('%s is refused at commit', async (_, statement) => {
  await expect(run(owner, statement)).rejects.toMatchObject({ code: 'FW002' });
});

test.each([
  ['account_guarded_not_hot', `VALUES ('wallet:0', 'liability', true, true, NULL::bigint, NULL::bigint)`],
  ['account_hot_stores_no_balance', `VALUES ('hoard', 'asset', false, true, 0, 0)`],
  ['account_hot_stores_no_balance', `VALUES ('wallet:0', 'liability', true, false, NULL::bigint, 0)`],
  ['account_guarded_never_negative', `VALUES ('wallet:0', 'liability', true, false, -1, 0)`],
])('constraint %s is enforced', async (constraint, values) => {
  const statement = `INSERT INTO ledger.account (code, class, guarded, hot, balance, version) ${values}`;
  await expect(run(owner, statement)).rejects.toMatchObject({ constraint });
});

test.each<[string, [string, number][], string]>([
  [
    'lines that do not balance',
    [
      ['bank', 5],
      ['own_funds', -4],
    ],
    'FW002',
  ],
  [
    'a line of zero',
    [
      ['bank', 0],
      ['own_funds', 0],
    ],
    '23514',
  ],
  [
    'an unknown account',
    [
      ['bank', 5],
      ['piggy_bank', -5],
    ],
    'FW003',
  ],
  [
    'an account of an unknown kind',
    [
      ['bank', 5],
      ['purse:1', -5],
    ],
    'FW003',
  ],
  [
    'a guarded account named twice',
    [
      ['bank', 5],
      ['wallet:1', -4],
      ['wallet:1', -1],
    ],
    'FW003',
  ],
])('the posting function refuses %s', async (_, lines, code) => {
  const entries = lines.map(([account, amountPaise]) => ({ account, amountPaise }));
  await expect(postInTx(database.db, { ...buildTransfer('', '', 1), entries })).rejects.toMatchObject({
    code,
  });
  expect(await getBalance(database.db, 'bank')).toBe(0);
});
