import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createUnmigratedDatabase, type TestDatabase } from '../../../../test/database.ts';
import { waitFor } from '../../../../test/wait.ts';
import { migrate } from '../migrate.ts';
import { listNeeded } from './files.ts';
import { runMigrations, type RunOptions } from './run.ts';

let database: TestDatabase;
let owner: pg.Client;
let folder: string;
let lines: string[];

beforeEach(async () => {
  database = await createUnmigratedDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  folder = await mkdtemp(path.join(tmpdir(), 'fws-migrations-'));
  lines = [];
});
afterEach(async () => {
  await owner.end();
  await database.close();
  await rm(folder, { recursive: true });
});

const writeMigration = (name: string, text: string) => writeFile(path.join(folder, `${name}.sql`), text);
const runAll = (options: Partial<RunOptions> = {}) =>
  runMigrations(database.ownerUrl, {
    folder,
    log: (line) => void lines.push(line),
    lockTimeoutMs: 5_000,
    ...options,
  });
const run = async (options: Partial<RunOptions> = {}) => (await runAll(options)).applied;

async function ask<Row extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<Row[]> {
  return (await owner.query<Row>(text, values)).rows;
}
const listAppliedNames = async () =>
  (await ask<{ name: string }>('SELECT name FROM kysely_migration ORDER BY name')).map(({ name }) => name);
const isValid = async (index: string) =>
  (
    await ask<{ valid: boolean }>(
      'SELECT indisvalid AS valid FROM pg_index WHERE indexrelid = to_regclass($1)',
      [index],
    )
  )[0]?.valid;

/** Opens another session whose transaction has taken a snapshot and stays open. */
async function openTransaction(statement: string): Promise<{ end(): Promise<void> }> {
  const client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query(statement);
  return { end: () => client.end() };
}

const TABLE = 'CREATE TABLE thing (id integer NOT NULL, kind text)';
const INDEX = 'CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS thing_id ON thing (id);';

test('applies both kinds of migrations in the order of their numbers, once', async () => {
  await writeMigration('0001_table', TABLE);
  await writeMigration('0002_index.concurrent', `-- By id.\n${INDEX}`);
  await writeMigration('0003_column', 'ALTER TABLE thing ADD COLUMN name text');
  expect(await run()).toEqual(['0001_table', '0002_index.concurrent', '0003_column']);
  expect(await isValid('thing_id')).toBe(true);
  expect(await run()).toEqual([]);
  expect(await listAppliedNames()).toEqual(['0001_table', '0002_index.concurrent', '0003_column']);
  expect(lines).toEqual(['migrated 0001_table', 'migrated 0002_index.concurrent', 'migrated 0003_column']);
});

test('applies a lower number that lands after a higher one', async () => {
  await writeMigration('0002_table', TABLE);
  await run();
  await writeMigration('0001_other', 'CREATE TABLE other (id integer)');
  expect(await run()).toEqual(['0001_other']);
});

test('leaves contract migrations until after the deployment, also when later ones are applied', async () => {
  await writeMigration('0001_table', TABLE);
  await writeMigration('0101_kind.contract', 'ALTER TABLE thing DROP COLUMN kind');
  await writeMigration('0102_column', 'ALTER TABLE thing ADD COLUMN name text');
  const before = { beforeDeployment: true };
  const waiting = ['0101_kind.contract'];
  expect(await runAll(before)).toEqual({ applied: ['0001_table', '0102_column'], waiting });
  expect(await runAll(before)).toEqual({ applied: [], waiting });
  expect(await runAll()).toEqual({ applied: waiting, waiting: [] });
  expect(await runAll(before)).toEqual({ applied: [], waiting: [] });
});

test('refuses the next deployment while contract migrations of the one before are missing', async () => {
  await writeMigration('0001_table', TABLE);
  await writeMigration('0101_kind.contract', 'ALTER TABLE thing DROP COLUMN kind');
  await runAll({ beforeDeployment: true });
  await writeMigration('0201_column', 'ALTER TABLE thing ADD COLUMN name text');
  const next = { beforeDeployment: true };
  await expect(run(next)).rejects.toThrow(
    /^An earlier update is not complete: the database lacks 0101_kind\.contract, .* Run npm run migrate of the release that runs now/,
  );
  expect(await listAppliedNames()).toEqual(['0001_table']);
  await rm(path.join(folder, '0201_column.sql'));
  await run();
  await writeMigration('0201_column', 'ALTER TABLE thing ADD COLUMN name text');
  expect(await run(next)).toEqual(['0201_column']);
});

test('processes need all migrations but the contract migrations of the newest release', () => {
  const list = (...names: string[]) => listNeeded(names.map((name) => ({ name }))).map(({ name }) => name);
  const first = ['0001_table', '0101_column', '0102_kind.contract', '0103_index.contract.concurrent'];
  expect(list(...first)).toEqual(['0001_table', '0101_column']);
  expect(list(...first, '0201_next', '0202_next.contract')).toEqual([...first, '0201_next']);
});

test('refuses a database from before the baseline, and changes neither it nor the logins', async () => {
  await writeMigration('0001_roles', TABLE);
  await writeMigration('0002_ledger', 'CREATE TABLE other (id integer)');
  await run();
  await rm(path.join(folder, '0001_roles.sql'));
  await writeMigration('0001_logins', 'DROP TABLE thing');
  const withOtherPassword = (url: string) => url.replace(/:[^:@/]+@/, ':another@');
  const logins = {
    appUrl: withOtherPassword(database.appUrl),
    queueUrl: withOtherPassword(database.queueUrl),
  };
  const listPasswords = () =>
    ask(`SELECT rolname, rolpassword FROM pg_authid WHERE rolname IN ('fws_app', 'fws_queue') ORDER BY 1`);
  const passwords = await listPasswords();
  await expect(migrate(database.ownerUrl, () => {}, logins, { folder })).rejects.toThrow(
    /^The database comes from a development version before the first release and cannot be updated: delete the data folder/,
  );
  expect(await listAppliedNames()).toEqual(['0001_roles', '0002_ledger']);
  expect(await ask('SELECT FROM thing')).toEqual([]);
  expect(await listPasswords()).toEqual(passwords);
});

test('refuses a database of a newer version', async () => {
  await writeMigration('0001_table', TABLE);
  await run();
  await rm(path.join(folder, '0001_table.sql'));
  await expect(run()).rejects.toThrow('does not know (0001_table)');
});

test('rolls back and names the failed migration and keeps the earlier ones', async () => {
  await writeMigration('0001_table', TABLE);
  await writeMigration('0002_wrong', 'CREATE TABLE other (id integer); SELECT 1 / 0');
  await expect(run()).rejects.toThrow('Migration 0002_wrong failed: division by zero');
  expect(await listAppliedNames()).toEqual(['0001_table']);
  expect(await ask("SELECT to_regclass('other') AS found")).toEqual([{ found: null }]);
});

test('sets the lock timeout for the transaction only', async () => {
  await writeMigration(
    '0001_seen',
    "CREATE TABLE seen AS SELECT current_setting('lock_timeout') AS lock_timeout",
  );
  await run({ lockTimeoutMs: 1_234 });
  expect(await ask('SELECT * FROM seen')).toEqual([{ lock_timeout: '1234ms' }]);
});

test('retries with longer pauses when it does not get its locks', async () => {
  await writeMigration('0001_table', TABLE);
  await run();
  await writeMigration('0002_column', 'ALTER TABLE thing ADD COLUMN name text');
  const reader = await openTransaction('SELECT FROM thing');
  const pauses: number[] = [];
  const pause = async (ms: number) => {
    pauses.push(ms);
    if (pauses.length === 2) await reader.end();
  };
  expect(await run({ lockTimeoutMs: 50, pause })).toEqual(['0002_column']);
  expect(pauses).toEqual([1_000, 2_000]);
  expect(lines).toContain(
    '0002_column did not get its locks (canceling statement due to lock timeout): trying again',
  );
});

test('names the migration and the remedy after five tries and applies nothing', async () => {
  await writeMigration('0001_table', TABLE);
  await run();
  await writeMigration(
    '0002_column',
    'CREATE TABLE other (id integer); ALTER TABLE thing ADD COLUMN name text',
  );
  const reader = await openTransaction('SELECT FROM thing');
  const pauses: number[] = [];
  const pause = async (ms: number) => void pauses.push(ms);
  await expect(run({ lockTimeoutMs: 50, pause })).rejects.toThrow(
    /^Migration 0002_column did not get its locks in 5 tries of 50 ms .* It was not applied.* npm run migrate again$/,
  );
  await reader.end();
  expect(pauses).toEqual([1_000, 2_000, 4_000, 8_000]);
  expect(await listAppliedNames()).toEqual(['0001_table']);
  expect(await ask("SELECT to_regclass('other') AS found")).toEqual([{ found: null }]);
});

test('drops and rebuilds an invalid index that an earlier run left', async () => {
  await writeMigration('0001_table', `${TABLE}; INSERT INTO thing VALUES (1), (1)`);
  await writeMigration('0002_index.concurrent', INDEX);
  await expect(run()).rejects.toThrow(
    'Migration 0002_index.concurrent failed: could not create unique index',
  );
  expect(await isValid('thing_id')).toBe(false);
  expect(await listAppliedNames()).toEqual(['0001_table']);

  await ask('DELETE FROM thing');
  expect(await run()).toEqual(['0002_index.concurrent']);
  expect(await isValid('thing_id')).toBe(true);
});

test('keeps an index that was built but not recorded', async () => {
  await writeMigration('0001_table', TABLE);
  await run();
  await ask(INDEX);
  const [before] = await ask("SELECT to_regclass('thing_id')::oid AS oid");
  await writeMigration('0002_index.concurrent', INDEX);
  expect(await run()).toEqual(['0002_index.concurrent']);
  expect(await ask("SELECT to_regclass('thing_id')::oid AS oid")).toEqual([before]);
});

test('drops an index concurrently, and again without effect', async () => {
  await writeMigration('0001_table', `${TABLE}; CREATE INDEX thing_kind ON thing (kind)`);
  await writeMigration('0002_drop.concurrent', 'DROP INDEX CONCURRENTLY IF EXISTS thing_kind');
  await run();
  expect(await isValid('thing_kind')).toBeUndefined();
  await ask("DELETE FROM kysely_migration WHERE name = '0002_drop.concurrent'");
  expect(await run()).toEqual(['0002_drop.concurrent']);
});

test('refuses a .concurrent.sql file with two statements before running any', async () => {
  await writeMigration('0001_table', TABLE);
  await writeMigration('0002_two.concurrent', `${INDEX} DROP TABLE thing`);
  await expect(run()).rejects.toThrow('Migration 0002_two.concurrent failed: a .concurrent.sql file has one');
  expect(await ask("SELECT to_regclass('thing')::text AS found")).toEqual([{ found: 'thing' }]);
});

// The writer delays the index build at its start. A second process that waited inside a statement would hold a snapshot
// older than the index's last one, and PostgreSQL would detect a deadlock.
test('a second process waits while the first builds an index, and finds nothing left to do', async () => {
  await writeMigration('0001_table', TABLE);
  await run();
  await writeMigration('0002_index.concurrent', INDEX);
  const writer = await openTransaction("INSERT INTO thing VALUES (1, 'one')");
  const first = run();
  await waitFor('the first to wait for the writer', async () => {
    const rows = await ask(
      "SELECT FROM pg_stat_activity WHERE query LIKE 'CREATE UNIQUE%' AND wait_event_type = 'Lock' AND datname = current_database()",
    );
    return rows.length === 1;
  });
  const second = run();
  await waitFor('the second to wait for the first', () =>
    lines.includes('another process is migrating: waiting for it'),
  );
  await writer.end();
  expect(await Promise.all([first, second])).toEqual([['0002_index.concurrent'], []]);
  expect(await isValid('thing_id')).toBe(true);
});
