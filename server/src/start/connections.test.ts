import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../test/database.ts';
import { ConfigError } from '../config/error.ts';
import { countConnections } from '../platform/db/connections.ts';
import { DEFAULT_SESSION } from '../platform/db/roles.ts';
import { checkStart } from './check.ts';
import {
  findNamedStatementFaults,
  findQueuePoolerFaults,
  findRoomFaults,
  findSessionFaults,
} from './connections.ts';

let database: TestDatabase;
let urls: { databaseUrl: string; queueUrl: string };
beforeAll(async () => {
  database = await createTestDatabase();
  urls = { databaseUrl: database.appUrl, queueUrl: database.queueUrl };
});
afterAll(() => database.close());

async function queryAsOwner(statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query(statement);
  } finally {
    await owner.end();
  }
}

/** Creates a login for this test alone: all tests share the product's own. */
async function createLogin(options: string): Promise<string> {
  const name = `fws_test_${database.ownerUrl.slice(-8)}`;
  await queryAsOwner(`CREATE ROLE ${name} LOGIN PASSWORD 'test' ${options}`);
  onTestFinished(() => queryAsOwner(`DROP ROLE ${name}`));
  return Object.assign(new URL(database.ownerUrl), { username: name, password: 'test' }).href;
}

async function findStartFaults(settings: Record<string, string>): Promise<readonly string[]> {
  const env = { DATABASE_URL: database.appUrl, QUEUE_URL: database.queueUrl, ...settings };
  try {
    await checkStart(env);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.faults;
    throw error;
  }
}

test('accepts the product’s own logins on a direct connection', async () => {
  expect(await findSessionFaults('DATABASE_URL', database.appUrl, DEFAULT_SESSION)).toEqual([]);
  expect(await findSessionFaults('QUEUE_URL', database.queueUrl, DEFAULT_SESSION)).toEqual([]);
  expect(await findQueuePoolerFaults(database.queueUrl)).toEqual([]);
  expect(await findNamedStatementFaults(database.appUrl)).toEqual([]);
});

test('names the settings that a login’s sessions lack', async () => {
  const url = await createLogin('');
  expect(await findSessionFaults('DATABASE_URL', url, DEFAULT_SESSION)).toEqual([
    expect.stringMatching(
      /^Sessions of DATABASE_URL begin with .*statement_timeout 0 instead of 60000, lock_timeout 0 instead of 15000, idle_in_transaction_session_timeout 0 instead of 60000: run npm run migrate with the settings of this process$/,
    ),
  ]);
});

test('refuses timeouts that migrations did not set, for each login', async () => {
  expect(await findStartFaults({ DATABASE_LOCK_TIMEOUT_MS: '2500' })).toEqual(
    ['DATABASE_URL', 'QUEUE_URL'].map(
      (setting) =>
        `Sessions of ${setting} begin with lock_timeout 15000 instead of 2500: run npm run migrate with the settings of this process`,
    ),
  );
});

test('counts the connections that each process may open with each login', () => {
  const config = { ...urls, databasePoolSize: 16, queueConcurrency: 4, replicaUrls: [] };
  const pooled = { ...config, databaseUrl: 'postgres://fws_app@pooler.example:6432/fws' };
  const web = { web: true, worker: false };
  const line = { 'connection watchdog': 1 };
  expect(countConnections(web, config)).toEqual({
    app: { pool: 16, ...line },
    queue: { outbox: 1, 'live events': 1 },
  });
  expect(countConnections({ web: false, worker: true }, pooled)).toEqual({
    app: { pool: 16, ...line },
    queue: { outbox: 1, queue: 6, ...line },
  });
  expect(countConnections(web, { ...config, replicaUrls: ['postgres://replica.example/fws'] }).app).toEqual({
    pool: 16,
    ...line,
    'position for replicas': 1,
  });
});

test('refuses more connections than the server has, and names the sum', async () => {
  expect(await findStartFaults({ DATABASE_POOL_SIZE: '900', QUEUE_CONCURRENCY: '20' })).toEqual([
    expect.stringMatching(
      /^This process opens up to 924 connections \(pool 900, connection watchdog 1, outbox 1, queue 22\), and the server allows \d+ \(max_connections minus reserved connections\): lower DATABASE_POOL_SIZE or QUEUE_CONCURRENCY, or raise the limit$/,
    ),
  ]);
});

test('refuses more connections than the database allows', async () => {
  const name = new URL(database.ownerUrl).pathname.slice(1);
  await queryAsOwner(`ALTER DATABASE ${name} CONNECTION LIMIT 23`);
  onTestFinished(() => queryAsOwner(`ALTER DATABASE ${name} CONNECTION LIMIT -1`));
  expect(await findStartFaults({})).toEqual([
    expect.stringContaining(
      'up to 24 connections (pool 16, connection watchdog 1, outbox 1, queue 6), and the database allows 23',
    ),
  ]);
  expect(await findStartFaults({ DATABASE_POOL_SIZE: '15' })).toEqual([]);
});

test('compares a login’s own connections with its limit', async () => {
  const url = await createLogin('CONNECTION LIMIT 5');
  const need = { app: { pool: 5, 'connection watchdog': 1 }, queue: { queue: 4 } };
  expect(await findRoomFaults({ ...urls, databaseUrl: url }, need)).toEqual([
    expect.stringContaining(
      'up to 6 connections (pool 5, connection watchdog 1), and the login of DATABASE_URL may open 5',
    ),
  ]);
  expect(await findRoomFaults({ ...urls, databaseUrl: url }, { ...need, app: { pool: 5 } })).toEqual([]);
});
