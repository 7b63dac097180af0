import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnmigratedDatabase, type TestDatabase } from '../../../../test/database.ts';
import { waitFor } from '../../../../test/wait.ts';
import { prepareRoles } from '../roles.ts';
import { runMigrations } from './run.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../../migrations', import.meta.url));
/** The first migration of partitions by month. */
const FIRST = '0150';

let database: TestDatabase;
let owner: pg.Client;
let folder: string;

beforeEach(async () => {
  database = await createUnmigratedDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'fws-months-'));
});
afterEach(async () => {
  await owner.end();
  await database.close();
  await rm(folder, { recursive: true });
});

const migrateTo = async (isWanted: (name: string) => boolean) => {
  for (const name of await readdir(MIGRATIONS))
    if (isWanted(name)) await cp(path.join(MIGRATIONS, name), path.join(folder, name));
  return runMigrations(database.ownerUrl, { folder, log: () => {}, lockTimeoutMs: 500 });
};

/** What processes of the former version do, in transactions that take a while. */
const WRITES = {
  posting: `SELECT ledger.post('release', $1, 'hash',
    '[{"account": "provider_clearing", "amount": 5}, {"account": "wallet:7", "amount": -5}]', '{}', now())`,
  history: `INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at)
    VALUES ('job', $1, NULL, '', 'a', 'b', NULL, 'system', now())`,
  audit: `INSERT INTO audit_log (act, subject, subject_id, at) VALUES ('viewed', 'user', $1, now())`,
};

async function write(statement: string, prefix: string, isStopped: () => boolean) {
  const client = new pg.Client({ connectionString: database.appUrl });
  await client.connect();
  let written = 0;
  let slowestMs = 0;
  let deadlocks = 0;
  while (!isStopped()) {
    const startedAt = performance.now();
    try {
      await client.query('BEGIN');
      await client.query({ name: 'write', text: statement, values: [`${prefix}${written}`] });
      await client.query('SELECT pg_sleep(0.005)');
      await client.query('COMMIT');
      written += 1;
    } catch (error) {
      await client.query('ROLLBACK');
      // The product runs such a transaction again.
      if ((error as { code?: string }).code !== '40P01') throw error;
      deadlocks += 1;
    }
    slowestMs = Math.max(slowestMs, performance.now() - startedAt);
  }
  await client.end();
  return { written, slowestMs, deadlocks };
}

test(
  'tables become partitioned while processes of the former version write to them',
  { timeout: 120_000 },
  async () => {
    await prepareRoles(database.ownerUrl, database);
    await migrateJobs({ connectionString: database.ownerUrl, logger: new Logger(() => () => {}) });
    await migrateTo((name) => name < FIRST);
    await owner.query(`INSERT INTO provider_event (provider, dedupe_key, type, headers, body, verdict)
      VALUES ('cashfree', 'old', 'x', '{}', '', 'valid')`);

    let isStopped = false;
    const writers = Object.entries(WRITES).flatMap(([name, statement]) =>
      [1, 2].map((n) => write(statement, `${name}${n}-`, () => isStopped)),
    );
    await waitFor('postings', async () => {
      const { rows } = await owner.query('SELECT count(*)::int AS count FROM ledger.txn');
      return rows[0]?.count > 20;
    });
    const applied = await migrateTo((name) => name >= FIRST);
    expect(applied).toContain('0155_entry_by_month');
    // More months are opened while all of them write.
    await owner.query(`SELECT open_months('ledger.entry', 12), open_months('public.audit_log', 12)`);
    const { rows: at } = await owner.query('SELECT max(id)::int AS id FROM ledger.txn');
    await waitFor('postings after the migration', async () => {
      const { rows } = await owner.query('SELECT max(id)::int AS id FROM ledger.txn');
      return rows[0]?.id > at[0]?.id + 20;
    });
    isStopped = true;
    const results = await Promise.all(writers);
    const [posted1, posted2, history1, history2, audit1, audit2] = results.map(({ written }) => written);

    // Nobody waited for longer than the migration's locks, and what was committed is there, once.
    for (const { slowestMs } of results) expect(slowestMs).toBeLessThan(5_000);
    const { rows } = await owner.query(`SELECT
      (SELECT count(*)::int FROM ledger.txn) AS txns, (SELECT count(*)::int FROM ledger.entry) AS entries,
      (SELECT count(DISTINCT id)::int FROM state_change) AS history, (SELECT count(DISTINCT id)::int FROM audit_log) AS audit,
      (SELECT balance::int FROM ledger.account WHERE code = 'wallet:7') AS balance`);
    const txns = posted1! + posted2!;
    expect(rows[0]).toEqual({
      txns,
      entries: 2 * txns,
      history: history1! + history2!,
      audit: audit1! + audit2!,
      balance: 5 * txns,
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
    const { rows: keys } = await owner.query('SELECT provider, dedupe_key FROM provider_event_key');
    expect(keys).toEqual([{ provider: 'cashfree', dedupe_key: 'old' }]);
  },
);
