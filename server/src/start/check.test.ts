import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startSandbox } from '@fws/sandbox/main';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadDemo } from '../../../scripts/demo/load.ts';
import { demoPeople } from '../../../scripts/demo/people.ts';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { trialSettings } from '../../test/config/production.ts';
import { ConfigError } from '../config/error.ts';
import { findServerFault } from './database.ts';
import { checkStart, type StartOptions } from './check.ts';

let database: TestDatabase;
let env: Record<string, string>;
beforeAll(async () => {
  database = await createTestDatabase();
  env = { ...trialSettings, DATABASE_URL: database.appUrl, QUEUE_URL: database.queueUrl };
});
afterAll(() => database.close());

async function findFaults(
  settings: Record<string, string>,
  options?: StartOptions,
): Promise<readonly string[]> {
  try {
    await checkStart(settings, options);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('returns the input of the start when nothing is wrong', async () => {
  expect(await checkStart(env)).toMatchObject({
    databaseUrl: database.appUrl,
    queueUrl: database.queueUrl,
    port: 3000,
    publicUrl: 'http://localhost:3000',
  });
});

test('refuses a replica that rejects the login or gives too many rights, and starts without one that is down', async () => {
  const wrongLogin = Object.assign(new URL(database.appUrl), { password: 'wrong' });
  const { host } = wrongLogin;
  const down = Object.assign(new URL(database.appUrl), { port: '1' });
  expect(await findFaults({ ...env, REPLICA_URL: `${database.appUrl},${down.href}` })).toEqual([]);
  expect(await findFaults({ ...env, REPLICA_URL: wrongLogin.href })).toEqual([
    `REPLICA_URL names ${host}, which refuses the login: password authentication failed for user "fws_app"`,
  ]);
  expect(await findFaults({ ...env, REPLICA_URL: database.ownerUrl })).toEqual([
    expect.stringMatching(/^REPLICA_URL logs in as postgres, who has SUPERUSER: /),
  ]);
});

test('reports the faults of settings and database together', async () => {
  const demo = await createTestDatabase();
  await loadDemo({ databaseUrl: demo.appUrl, dataDir: tmpdir(), log: () => {} });
  const webDist = '/nowhere/dist';
  const emails = demoPeople.map(({ email }) => email).join(', ');
  const settings = {
    ...env,
    DATABASE_URL: demo.ownerUrl,
    PORT: 'x',
    PUBLIC_URL: '',
    SUPPORT_EMAIL: 'a@b.example',
  };
  expect(await findFaults(settings, { webDist })).toEqual([
    'PORT is wrong: it must be a port number from 1 to 65535',
    'PUBLIC_URL is not set: the https:// address that users type',
    'SUPPORT_EMAIL is a placeholder: the e-mail address for help',
    'There is no web app in /nowhere/dist: run npm run build first',
    `The database has demo users, whose password is public (${emails}): use another database`,
    'DATABASE_URL logs in as postgres, who has SUPERUSER: production requires the login that migrations create for it',
    expect.stringMatching(/^Sessions of DATABASE_URL begin with .*statement_timeout 0 instead of 60000/),
  ]);
  await demo.close();
});

test('refuses logins that have more rights than their part needs', async () => {
  const faults = await findFaults({ ...env, DATABASE_URL: database.queueUrl, QUEUE_URL: database.appUrl });
  expect(faults.filter((fault) => fault.includes(' logs in as '))).toEqual([
    expect.stringMatching(/^DATABASE_URL logs in as fws_queue, who may write graphile_worker\./),
    expect.stringMatching(/^QUEUE_URL logs in as fws_app, who may write /),
    expect.stringMatching(/^QUEUE_URL logs in as fws_app, who may read /),
    expect.stringMatching(/^QUEUE_URL logs in as fws_app, who may execute /),
  ]);
});

test('requires the logins of production', async () => {
  const { DATABASE_URL: _, QUEUE_URL: __, ...settings } = env;
  expect(await findFaults(settings)).toEqual([
    'DATABASE_URL is not set: the application’s login to PostgreSQL',
    'QUEUE_URL is not set: the queue’s login to PostgreSQL',
  ]);
});

test('names a database that does not answer, without its password', async () => {
  const url = 'postgres://fws:hidden@127.0.0.1:1/fws';
  const faults = await findFaults({ ...env, DATABASE_URL: url });
  expect(faults).toEqual([
    expect.stringMatching(/^The server of DATABASE_URL does not answer: connect ECONNREFUSED/),
  ]);
  expect(faults[0]).not.toContain('hidden');
});

test('refuses a database in which pg_trgm ignores Indian scripts, whatever its provider of locales', async () => {
  const other = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  const name = new URL(other.ownerUrl).pathname.slice(1);
  await owner.query(`UPDATE pg_database SET datctype = 'C' WHERE datname = $1`, [name]);
  await owner.end();
  const fault = `The database of DATABASE_URL has LC_CTYPE "C", with which pg_trgm ignores Indian scripts: create a database with LC_CTYPE 'C.UTF-8' or another UTF-8 locale, and move the data there`;
  expect(await findFaults({ ...env, DATABASE_URL: other.appUrl })).toEqual([fault]);
  expect(await findServerFault('MIGRATION_URL', other.ownerUrl)).toBe(
    fault.replace('DATABASE_URL', 'MIGRATION_URL'),
  );
  await other.close();
});

test('refuses a bucket that refuses us, and not one that does not answer', async () => {
  const sandbox = await startSandbox({ port: 0, fwsUrl: 'http://localhost:1' });
  const bucket = {
    FILES: 'bucket',
    S3_BUCKET: 'fws-files',
    S3_REGION: 'ap-south-1',
    S3_ENDPOINT: `${sandbox.url}/s3`,
    S3_PATH_STYLE: '1',
    S3_ACCESS_KEY_ID: 'sandbox',
    S3_SECRET_ACCESS_KEY: 'wrong',
  };
  expect(await findFaults({ ...env, ...bucket })).toEqual([
    expect.stringMatching(
      /^The bucket fws-files at http:.*\/s3 cannot be used: the file store refused: SignatureDoesNotMatch, /,
    ),
  ]);
  await sandbox.close();
  expect(await findFaults({ ...env, ...bucket })).toEqual([]);
});

test('names missing migrations', async () => {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('DELETE FROM kysely_migration');
  await owner.end();
  expect(await findFaults(env)).toEqual([
    expect.stringMatching(
      /^The database lacks migrations \(0001_\w+, 0002_\w+, 0003_\w+ and \d+ more\): run npm run migrate first$/,
    ),
  ]);
});

test('names a database from before the baseline as one that cannot be updated', async () => {
  const other = await createTestDatabase();
  onTestFinished(() => other.close());
  const owner = new pg.Client({ connectionString: other.ownerUrl });
  await owner.connect();
  await owner.query("UPDATE kysely_migration SET name = '0001_roles' WHERE name = '0001_logins'");
  await owner.end();
  expect(await findFaults({ ...env, DATABASE_URL: other.appUrl, QUEUE_URL: other.queueUrl })).toEqual([
    'The database comes from a development version before the first release and cannot be updated: delete the data folder (DATA_DIR, or .data), or name an empty database',
  ]);
});

test('development requires only a database with its migrations', async () => {
  const other = await createTestDatabase();
  const folder = mkdtempSync(path.join(tmpdir(), 'fws-dist-'));
  writeFileSync(path.join(folder, 'index.html'), '');
  const { appUrl: DATABASE_URL, queueUrl: QUEUE_URL } = other;
  expect(await findFaults({ DATABASE_URL, QUEUE_URL }, { webDist: folder })).toEqual([]);
  expect(await findFaults({})).toEqual([
    'DATABASE_URL is not set: the application’s login to PostgreSQL',
    'QUEUE_URL is not set: the queue’s login to PostgreSQL',
  ]);
  rmSync(folder, { recursive: true });
  await other.close();
});
