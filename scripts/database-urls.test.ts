import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { findLoginFaults } from '../server/src/platform/db/logins.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import { DEFAULT_SESSION, prepareRoles } from '../server/src/platform/db/roles.ts';
import { findSessionFaults } from '../server/src/start/connections.ts';
import { findServerAppUrl, findServerUrls, type DatabaseUrls } from './database-urls.ts';
import { findRunningDatabase, startDatabase, type Database } from './embedded-postgres/index.ts';
import { ask, makeFolder, removeFolder } from './embedded-postgres/testing/world.ts';

// A separate server: roles belong to the whole server, and these tests break them.
let folder = '';
let database: Database;
const start = () => startDatabase({ dataDir: folder, port: 47_400, durable: false, log: () => {} });

beforeAll(async () => {
  folder = makeFolder();
  database = await start();
});
afterAll(async () => {
  await database.stop();
  await removeFolder(folder);
});

const buildUrls = (name: string): DatabaseUrls => {
  const urls = { ownerUrl: database.ownerUrl, appUrl: database.appUrl, queueUrl: database.queueUrl };
  for (const key of Object.keys(urls) as (keyof DatabaseUrls)[])
    urls[key] = Object.assign(new URL(urls[key]), { pathname: `/${name}` }).href;
  return urls;
};
const findSessionUser = async (url: string) => (await ask(url, 'SELECT session_user AS name'))['name'];

test('creates the two logins in a data folder of an earlier version at its next start', async () => {
  // In that version the application used a role that the owner switched to.
  await ask(database.ownerUrl, 'CREATE ROLE fws_app NOLOGIN');
  await database.stop();
  const file = join(folder, 'postgres.json');
  const { appPassword: _, queuePassword: __, ...former } = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(file, JSON.stringify(former));
  expect(await findRunningDatabase(folder)).toBeUndefined();

  database = await start();
  expect(await findRunningDatabase(folder)).toEqual({
    ownerUrl: database.ownerUrl,
    appUrl: database.appUrl,
    queueUrl: database.queueUrl,
  });
  await migrate(database.ownerUrl, () => {}, database);
  expect(await findSessionUser(database.appUrl)).toBe('fws_app');
  expect(await findSessionUser(database.queueUrl)).toBe('fws_queue');
  expect(await findLoginFaults(database.appUrl, 'app')).toEqual([]);
  expect(await findLoginFaults(database.queueUrl, 'queue')).toEqual([]);
}, 60_000);

test('migrates several databases of one server at once, each by two processes', async () => {
  await ask(database.ownerUrl, 'ALTER ROLE fws_app RESET ALL');
  await ask(database.ownerUrl, 'ALTER ROLE fws_queue RESET ALL');
  const names = ['first', 'second', 'third'];
  for (const name of names) await ask(database.ownerUrl, `CREATE DATABASE ${name}`);
  await Promise.all(
    [...names, ...names].map((name) => migrate(buildUrls(name).ownerUrl, () => {}, buildUrls(name))),
  );
  for (const name of names) {
    expect(await findLoginFaults(buildUrls(name).appUrl, 'app')).toEqual([]);
    expect(await findLoginFaults(buildUrls(name).queueUrl, 'queue')).toEqual([]);
  }
}, 120_000);

test('corrects roles with excess rights and restores lost settings', async () => {
  await ask(database.ownerUrl, 'ALTER ROLE fws_app CREATEDB CREATEROLE SUPERUSER INHERIT');
  await ask(database.ownerUrl, 'ALTER ROLE fws_queue RESET lock_timeout');
  await prepareRoles(database.ownerUrl, database);
  expect(await findLoginFaults(database.appUrl, 'app')).toEqual([]);
  expect(await ask(database.queueUrl, "SELECT current_setting('lock_timeout') AS lock")).toEqual({
    lock: '15s',
  });
});

test('applies timeouts from the settings to the sessions, and start checks expect them', async () => {
  const session = { statementTimeoutMs: 20_000, lockTimeoutMs: 1500 };
  await migrate(database.ownerUrl, () => {}, database, { session });
  for (const url of [database.appUrl, database.queueUrl]) {
    expect(
      await ask(
        url,
        "SELECT current_setting('statement_timeout') AS statement, current_setting('lock_timeout') AS lock",
      ),
    ).toEqual({ statement: '20s', lock: '1500ms' });
    expect(await findSessionFaults('DATABASE_URL', url, session)).toEqual([]);
  }
  await ask(database.ownerUrl, 'ALTER ROLE fws_app RESET lock_timeout');
  expect(await findSessionFaults('DATABASE_URL', database.appUrl, session)).toEqual([
    expect.stringContaining('begin with lock_timeout 0 instead of 1500:'),
  ]);
  await prepareRoles(database.ownerUrl, database);
  expect(await findSessionFaults('DATABASE_URL', database.appUrl, DEFAULT_SESSION)).toEqual([]);
});

test('changes a password only when the given one does not log in', async () => {
  const readVerifier = () =>
    ask(database.ownerUrl, "SELECT rolpassword AS kept FROM pg_authid WHERE rolname = 'fws_app'");
  const before = await readVerifier();
  expect(before['kept']).toMatch(/^SCRAM-SHA-256\$4096:/);
  await prepareRoles(database.ownerUrl, database);
  expect(await readVerifier()).toEqual(before);

  const changed = Object.assign(new URL(database.appUrl), { password: encodeURIComponent('p@ss/wörd %') });
  await prepareRoles(database.ownerUrl, { ...database, appUrl: changed.href });
  expect(await findSessionUser(changed.href)).toBe('fws_app');
  await expect(ask(database.appUrl, 'SELECT 1')).rejects.toThrow('password authentication failed');
  await prepareRoles(database.ownerUrl, database);
  expect(await findSessionUser(database.appUrl)).toBe('fws_app');
});

test('names the statement that an owner without the right to change roles needs', async () => {
  await ask(database.ownerUrl, "CREATE ROLE keeper LOGIN PASSWORD 'keeper'");
  await ask(database.ownerUrl, 'GRANT fws_app TO keeper');
  const keeper = Object.assign(new URL(database.ownerUrl), { username: 'keeper', password: 'keeper' });
  await prepareRoles(keeper.href, database); // nothing is left to do
  await ask(database.ownerUrl, 'ALTER ROLE fws_queue RESET lock_timeout');
  await expect(prepareRoles(keeper.href, database)).rejects.toThrow(
    "ALTER ROLE fws_queue SET lock_timeout = '15s'",
  );
});

const OWNER = 'postgres://owner:secret@db.example:5433/fws?sslmode=require';
const unsetUrls = {
  databaseUrl: undefined as string | undefined,
  queueUrl: undefined as string | undefined,
  migrationUrl: undefined as string | undefined,
};
function createEmptyFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'fws-logins-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  return dataDir;
}

test('creates two logins for an owner’s DATABASE_URL alone and stores their passwords in the data folder', async () => {
  const dataDir = createEmptyFolder();
  const config = { ...unsetUrls, databaseUrl: OWNER, dataDir };
  await expect(findServerAppUrl(config)).rejects.toThrow('run npm start first');
  const [urls, again] = await Promise.all([findServerUrls(config), findServerUrls(config)]);
  expect(urls).toMatchObject({ ownerUrl: OWNER });
  expect(urls?.appUrl).toMatch(/^postgres:\/\/fws_app:[\w-]{32}@db\.example:5433\/fws\?sslmode=require$/);
  expect(urls?.queueUrl).toMatch(/^postgres:\/\/fws_queue:[\w-]{32}@db\.example:5433/);
  expect(again).toEqual(urls);
  expect(await findServerUrls(config)).toEqual(urls);
  expect(await findServerAppUrl(config)).toBe(urls?.appUrl);
  expect(statSync(join(dataDir, 'logins.json')).mode & 0o777).toBe(0o600);
});

test('uses three given logins unchanged', async () => {
  const dataDir = createEmptyFolder();
  const three = { databaseUrl: 'postgres://a@db/x', queueUrl: 'postgres://q@db/x', migrationUrl: OWNER };
  expect(await findServerUrls({ ...three, dataDir })).toEqual({
    ownerUrl: OWNER,
    appUrl: 'postgres://a@db/x',
    queueUrl: 'postgres://q@db/x',
  });
  expect(await findServerAppUrl({ ...three, dataDir })).toBe('postgres://a@db/x');
  expect(await findServerAppUrl({ ...unsetUrls, databaseUrl: 'postgres://fws_app@db/x', dataDir })).toBe(
    'postgres://fws_app@db/x',
  );
  expect(await findServerUrls({ ...unsetUrls, dataDir })).toBeUndefined();
  expect(await findServerAppUrl({ ...unsetUrls, dataDir })).toBeUndefined();
});

test.each([
  { queueUrl: OWNER },
  { migrationUrl: OWNER },
  { databaseUrl: OWNER, queueUrl: OWNER },
  { databaseUrl: OWNER, migrationUrl: OWNER },
])('refuses two of three logins: %j', async (urls) => {
  await expect(findServerUrls({ ...unsetUrls, ...urls, dataDir: createEmptyFolder() })).rejects.toThrow(
    'go together',
  );
});

test('refuses the application’s login alone, because it cannot migrate', async () => {
  const config = {
    ...unsetUrls,
    databaseUrl: 'postgres://fws_app:secret@db/x',
    dataDir: createEmptyFolder(),
  };
  await expect(findServerUrls(config)).rejects.toThrow('set MIGRATION_URL and QUEUE_URL too');
  await expect(findServerUrls(config)).rejects.not.toThrow('secret');
});
