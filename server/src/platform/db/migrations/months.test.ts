import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnmigratedDatabase, type TestDatabase } from '../../../../test/database.ts';
import { waitFor } from '../../../../test/wait.ts';
import { insertNotifications } from '../../../domains/notifications/store.ts';
import type { Notice } from '../../queue/index.ts';
import { createWebhook } from '../../webhooks.ts';
import { inTx } from '../index.ts';
import { prepareRoles } from '../roles.ts';
import { runMigrations } from './run.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations', import.meta.url));
/** The first migration of partitions by month. */
const FIRST = '0150';

let database: TestDatabase;
let owner: pg.Client;
let folder: string;
/** Writers go on until then; also when the test fails. */
let isStopped: boolean;
let isFormerStopped: boolean;

beforeEach(async () => {
  isStopped = false;
  isFormerStopped = false;
  database = await createUnmigratedDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'fws-months-'));
});
afterEach(async () => {
  isStopped = true;
  isFormerStopped = true;
  await owner.end();
  await database.close();
  await rm(folder, { recursive: true });
});

async function migrateTo(isWanted: (name: string) => boolean, beforeDeployment = false): Promise<string[]> {
  for (const name of await readdir(MIGRATIONS))
    if (isWanted(name)) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  const options = { folder, log: () => {}, lockTimeoutMs: 2_000, beforeDeployment };
  return (await runMigrations(database.ownerUrl, options)).applied;
}

/** What processes of both versions do, in transactions that take a while. */
const WRITES = {
  posting: `SELECT ledger.post('release', $1, 'hash',
    '[{"account": "provider_clearing", "amount": 5}, {"account": "wallet:7", "amount": -5}]', '{}', now())`,
  history: `INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at)
    VALUES ('job', $1, NULL, '', 'a', 'b', NULL, 'system', now())`,
  audit: `INSERT INTO audit_log (act, subject, subject_id, at) VALUES ('viewed', 'user', $1, now())`,
};

/** What processes of the former version do until the last of them has ended. */
const FORMER_WRITES = {
  notification: `INSERT INTO notification (user_id, type, "values", path, dedupe_key, created_at)
    VALUES (1, 'quote_accepted', '{}', '/', $1, now()) ON CONFLICT (user_id, dedupe_key) DO NOTHING RETURNING dedupe_key`,
  webhook: `INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict)
    VALUES ('cashfree', $1, 'x', '{}', '', 'valid') ON CONFLICT (provider, dedupe_key) DO NOTHING RETURNING id`,
  expiry: `DELETE FROM provider_event WHERE ctid = ANY (ARRAY(SELECT ctid FROM provider_event
    WHERE received_at < now() - interval '30 days' AND verdict <> 'valid' AND $1 <> ''
    ORDER BY received_at LIMIT 10 FOR UPDATE SKIP LOCKED))`,
};

interface Written {
  written: number;
  slowestMs: number;
}

/** Repeats it until it is stopped; `work` runs what the product runs again after a deadlock. */
async function repeat(isStopped: () => boolean, work: (n: number) => Promise<unknown>): Promise<Written> {
  let written = 0;
  let slowestMs = 0;
  while (!isStopped()) {
    const startedAt = performance.now();
    await work(written);
    written += 1;
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  return { written, slowestMs };
}

async function write(statement: string, prefix: string, isStopped: () => boolean): Promise<Written> {
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
    return await repeat(isStopped, attempt);
  } finally {
    await client.end();
  }
}

const NOTICE: Omit<Notice, 'dedupeKey'> = { userId: 1, type: 'quote_accepted', values: {}, path: '/' };

/** Notifications and webhooks as this version writes them, each with a client of its own. */
function startNewWriters(isStopped: () => boolean): Promise<Written>[] {
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
  return [
    repeat(isStopped, (n) =>
      inTx(database.db, (tx) => insertNotifications(tx, [{ ...NOTICE, dedupeKey: `new-${n}` }], new Date())),
    ),
    repeat(isStopped, (n) => webhook.receive(database.db, {}, Buffer.from(`new-${n}`), new Date())),
  ];
}

const readNumber = async (query: string): Promise<number> =>
  (await owner.query<{ count: number }>(query)).rows[0]?.count ?? 0;
const COUNT_NEW = `SELECT (SELECT count(*) FROM notification WHERE dedupe_key = 'new-1')::int
  + (SELECT count(*) FROM provider_event WHERE dedupe_key = 'new-1')::int AS count`;
const waitForPostings = async () => {
  const COUNT = 'SELECT max(id)::int AS count FROM ledger.txn';
  const before = await readNumber(COUNT);
  await waitFor('postings', async () => (await readNumber(COUNT)) > before + 20);
};

test(
  'tables become partitioned while processes write to them, at first those of the former version too',
  { timeout: 120_000 },
  async () => {
    await prepareRoles(database.ownerUrl, database);
    await migrateJobs({ connectionString: database.ownerUrl, logger: new Logger(() => () => {}) });
    await migrateTo((name) => name < FIRST);
    await owner.query(`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
      VALUES ('Asha', 'Kale', 'asha@mail.example', '+919000000001', 'individual', '{projects}', 'Pune')`);
    await owner.query(`INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict, received_at)
      VALUES ('cashfree', 'old', 'x', '{}', '', 'valid', now() - interval '40 days'),
        ('cashfree', 'refused', 'x', '{}', '', 'forged', now() - interval '40 days')`);

    const writers = Object.entries(WRITES).flatMap(([name, statement]) =>
      [1, 2].map((n) => write(statement, `${name}${n}-`, () => isStopped)),
    );
    const formerWriters = Object.values(FORMER_WRITES).map((statement) =>
      write(statement, 'former-', () => isFormerStopped),
    );
    await waitForPostings();
    const applied = await migrateTo((name) => name >= FIRST, true);
    expect(applied).toContain('0155_entry_by_month');
    expect(applied.filter((name) => name.endsWith('.contract'))).toEqual([]);
    const newWriters = startNewWriters(() => isStopped);
    // Both versions insert what the other one inserted already.
    const notices = ['former-1', 'new-1'].map((dedupeKey) => ({ ...NOTICE, dedupeKey }));
    await waitFor('rows of this version', async () => (await readNumber(COUNT_NEW)) === 2);
    expect(await inTx(database.db, (tx) => insertNotifications(tx, notices, new Date()))).toEqual([]);
    expect((await owner.query(FORMER_WRITES.notification, ['new-1'])).rows).toEqual([]);
    expect((await owner.query(FORMER_WRITES.webhook, ['new-1'])).rows).toEqual([]);
    isFormerStopped = true;
    const formerResults = await Promise.all(formerWriters);

    expect(await migrateTo(() => true)).toEqual([
      '0157_notification_by_month.contract',
      '0158_provider_event_by_month.contract',
      '0178_drop_cancellation.contract',
      '0191_rests_of_former_version.contract',
    ]);
    // More months are opened while all of them write.
    await owner.query(`SELECT open_months('ledger.entry', 12), open_months('public.audit_log', 12)`);
    await waitForPostings();
    isStopped = true;
    const results = await Promise.all(writers);
    const newResults = await Promise.all(newWriters);
    const [posted1, posted2, history1, history2, audit1, audit2] = results.map(({ written }) => written);

    // Nobody waited for longer than the migration's locks, and what was committed is there, once.
    for (const { slowestMs } of [...results, ...formerResults, ...newResults])
      expect(slowestMs).toBeLessThan(5_000);
    const [formerNotices, formerWebhooks] = formerResults.map(({ written }) => written);
    const [newNotices, newWebhooks] = newResults.map(({ written }) => written);
    const { rows } = await owner.query(`SELECT
      (SELECT count(*)::int FROM ledger.txn) AS txns, (SELECT count(*)::int FROM ledger.entry) AS entries,
      (SELECT count(DISTINCT id)::int FROM state_change) AS history, (SELECT count(DISTINCT id)::int FROM audit_log) AS audit,
      (SELECT balance::int FROM ledger.account WHERE code = 'wallet:7') AS balance,
      (SELECT count(DISTINCT id)::int FROM notification) AS notices, (SELECT count(*)::int FROM notification_key) AS notice_keys,
      (SELECT count(DISTINCT id)::int FROM provider_event) AS webhooks,
      (SELECT count(*)::int FROM provider_event_key) AS webhook_keys`);
    const txns = posted1! + posted2!;
    expect(rows[0]).toEqual({
      txns,
      entries: 2 * txns,
      history: history1! + history2!,
      audit: audit1! + audit2!,
      balance: 5 * txns,
      notices: formerNotices! + newNotices!,
      notice_keys: formerNotices! + newNotices!,
      // And the one of before; the refused one was deleted by the former version, before there were keys.
      webhooks: formerWebhooks! + newWebhooks! + 1,
      webhook_keys: formerWebhooks! + newWebhooks! + 1,
    });
    const { rows: places } = await owner.query<{ place: string; entries: number }>(
      'SELECT tableoid::regclass::text AS place, count(*)::int AS entries FROM ledger.entry GROUP BY 1 ORDER BY 1 DESC',
    );
    expect(places.map(({ place }) => place)).toEqual([
      'ledger.entry_before',
      expect.stringMatching(/^ledger\.entry_\d{4}_\d\d$/),
    ]);
    // Guards of each partition, and the rights of the application.
    for (const table of ['ledger.entry', 'ledger.entry_before', 'audit_log', 'audit_log_before'])
      await expect(owner.query(`DELETE FROM ${table}`), table).rejects.toMatchObject({ code: 'FW001' });
  },
);
