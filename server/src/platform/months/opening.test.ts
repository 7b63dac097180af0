import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { waitFor } from '../../../test/wait.ts';
import { insertNotifications } from '../../domains/notifications/store.ts';
import { inTx } from '../db/index.ts';
import type { Notice } from '../queue/index.ts';
import { createWebhook } from '../webhooks.ts';
import { listMonthlyTables } from './catalogue.ts';

let database: TestDatabase;
let owner: pg.Client;
/** Writers go on until then; also when the test fails. */
let stopping: AbortController;

beforeEach(async () => {
  stopping = new AbortController();
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query(`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
    VALUES ('Asha', 'Kale', 'asha@mail.example', '+919000000001', 'individual', '{projects}', 'Pune')`);
});
afterEach(async () => {
  stopping.abort();
  await owner.end();
  await database.close();
});

/** Transactions that take a while. */
const WRITES = {
  posting: `SELECT ledger.post('release', $1, 'hash',
    '[{"account": "provider_clearing", "amount": 5}, {"account": "wallet:7", "amount": -5}]', '{}', now())`,
  history: `INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at)
    VALUES ('job', $1, NULL, '', 'a', 'b', NULL, 'system', now())`,
  audit: `INSERT INTO audit_log (act, subject, subject_id, at) VALUES ('viewed', 'user', $1, now())`,
};

interface Written {
  written: number;
  slowestMs: number;
}

/** Repeats it until it is stopped; `work` runs what the product runs again after a deadlock. */
async function repeat(work: (n: number) => Promise<unknown>): Promise<Written> {
  let written = 0;
  let slowestMs = 0;
  while (!stopping.signal.aborted) {
    const startedAt = performance.now();
    await work(written);
    written += 1;
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return { written, slowestMs };
}

async function write(statement: string, prefix: string): Promise<Written> {
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  const attempt = async (n: number): Promise<void> => {
    try {
      await client.query('BEGIN');
      await client.query({ name: 'write', text: statement, values: [`${prefix}${n}`] });
      await client.query('SELECT pg_sleep(0.005)');
      await client.query('COMMIT');
    } catch (error) {
      await client.query('ROLLBACK');
      // The product runs such a transaction again.
      if ((error as { code?: string }).code !== '40P01') throw error;
      await attempt(n);
    }
  };
  try {
    return await repeat(attempt);
  } finally {
    await client.end();
  }
}

const NOTICE: Omit<Notice, 'dedupeKey'> = { userId: 1, type: 'quote_accepted', values: {}, path: '/' };

/** Notifications and webhooks, each twice: what comes again counts once. */
function startTwoWriters(): Promise<Written>[] {
  const webhook = createWebhook({
    path: '/',
    provider: 'cashfree',
    maxAgeMs: 1,
    read: (_headers, rawBody) => ({
      verdict: 'valid',
      dedupeKey: rawBody.toString(),
      type: 'x',
      event: null,
      signedAt: null,
    }),
    onEvent: () => Promise.resolve(),
  });
  const twice = async (work: () => Promise<unknown>) => {
    await work();
    await work();
  };
  return [
    repeat((n) =>
      twice(() =>
        inTx(database.db, (tx) => insertNotifications(tx, [{ ...NOTICE, dedupeKey: `n${n}` }], new Date())),
      ),
    ),
    repeat((n) => twice(() => webhook.receive(database.db, {}, Buffer.from(`w${n}`), new Date()))),
  ];
}

const waitForPostings = async () => {
  const count = async () =>
    (await owner.query<{ count: number }>('SELECT count(*)::int AS count FROM ledger.txn')).rows[0]!.count;
  const before = await count();
  await waitFor('postings', async () => (await count()) > before + 20);
};

const countMonths = (date: string) => `(12 * extract(year FROM ${date}) + extract(month FROM ${date}))::int`;

/** The last open month of a table: as a number of months, and how many it is ahead of the current one in India. */
async function findLastMonth(name: string): Promise<{ number: number; ahead: number }> {
  const { rows } = await owner.query<{ number: number; ahead: number }>(
    `SELECT number, number - ${countMonths(`(clock_timestamp() AT TIME ZONE 'Asia/Kolkata')`)} AS ahead
     FROM (SELECT ${countMonths('max(ends - 1)')} AS number FROM month_partition WHERE table_name = $1) last`,
    [name],
  );
  return rows[0]!;
}

test('opens months while processes write, and nobody waits or loses anything', async () => {
  const writers = Object.entries(WRITES).flatMap(([name, statement]) =>
    [1, 2].map((n) => write(statement, `${name}${n}-`)),
  );
  const twoWriters = startTwoWriters();
  await waitForPostings();
  for (const { name } of await listMonthlyTables(database.db)) {
    const before = await findLastMonth(name);
    const { rows } = await owner.query('SELECT open_months($1, 12) AS opened', [name]);
    const after = await findLastMonth(name);
    // The month may end while the test runs.
    expect(after.ahead, name).toBeGreaterThanOrEqual(12);
    expect(rows, name).toEqual([{ opened: after.number - before.number }]);
    expect(after.number, name).toBeGreaterThan(before.number);
  }
  await waitForPostings();
  stopping.abort();
  const results = await Promise.all(writers);
  const [notices, webhooks] = await Promise.all(twoWriters);

  for (const { slowestMs } of [...results, notices!, webhooks!]) expect(slowestMs).toBeLessThan(5_000);
  const [posted1, posted2, history1, history2, audit1, audit2] = results.map(({ written }) => written);
  const txns = posted1! + posted2!;
  const { rows } = await owner.query(`SELECT
    (SELECT count(*)::int FROM ledger.txn) AS txns, (SELECT count(*)::int FROM ledger.entry) AS entries,
    (SELECT count(DISTINCT id)::int FROM state_change) AS history, (SELECT count(DISTINCT id)::int FROM audit_log) AS audit,
    (SELECT balance::int FROM ledger.account WHERE code = 'wallet:7') AS balance,
    (SELECT count(DISTINCT id)::int FROM notification) AS notices, (SELECT count(*)::int FROM notification_key) AS notice_keys,
    (SELECT count(DISTINCT id)::int FROM provider_event) AS webhooks,
    (SELECT count(*)::int FROM provider_event_key) AS webhook_keys`);
  expect(rows[0]).toEqual({
    txns,
    entries: 2 * txns,
    history: history1! + history2!,
    audit: audit1! + audit2!,
    balance: 5 * txns,
    notices: notices!.written,
    notice_keys: notices!.written,
    webhooks: webhooks!.written,
    webhook_keys: webhooks!.written,
  });
}, 120_000);

const PARTITIONS =
  'monthly_table JOIN pg_inherits ON inhparent = name::regclass JOIN pg_class ON pg_class.oid = inhrelid';

test('every partition refuses changes where rows are only added', async () => {
  const { rows } = await owner.query<{ partition: string }>(
    `SELECT inhrelid::regclass::text AS partition FROM ${PARTITIONS} WHERE guard IS NOT NULL`,
  );
  expect(rows.length).toBeGreaterThan(12);
  for (const { partition } of rows)
    await expect(owner.query(`DELETE FROM ${partition}`), partition).rejects.toMatchObject({ code: 'FW001' });
});

test('the application may only read partitions', async () => {
  const { rows } = await owner.query(
    `SELECT DISTINCT grantee::regrole::text AS role, privilege_type AS privilege
      FROM ${PARTITIONS}, aclexplode(relacl) WHERE grantee <> relowner`,
  );
  expect(rows).toEqual([{ role: 'fws_app', privilege: 'SELECT' }]);
});
