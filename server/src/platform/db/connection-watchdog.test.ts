import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startGate, type Gate } from '../../../test/network/gate.ts';
import { waitFor } from '../../../test/wait.ts';
import { silentLog } from '../log.ts';
import { createDb, createPool, type Db } from './index.ts';
import { watchConnection, type Line } from './connection-watchdog.ts';
import { isOutage } from './outage.ts';

/** More than a busy machine keeps a process from its work. */
const SILENT_AFTER_MS = 600;

let database: TestDatabase;
let gate: Gate;
let line: Line;
let db: Db;
/** How often the connection was found silent. */
let silences: number;
beforeAll(async () => {
  database = await createTestDatabase();
  gate = await startGate(database.appUrl);
});
afterAll(async () => {
  await gate.close();
  await database.close();
});
beforeEach(() => {
  silences = 0;
  line = watchConnection([gate.url], { ...silentLog, error: () => void (silences += 1) }, SILENT_AFTER_MS);
  db = createDb(createPool(gate.url, { line }));
  return async () => {
    await db.destroy();
    line.close();
  };
});

const countBackends = async (): Promise<number> => {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name = 'fws-line'`.execute(database.db);
  return rows[0]?.n ?? 0;
};

test('reports an outage when the network drops packets, and reconnects afterwards', async () => {
  await waitFor('the line to be watched', async () => (await countBackends()) === 1);
  const waiting = db.transaction().execute(async (tx) => {
    await sql`SELECT 1`.execute(tx);
    gate.stall();
    await sql`SELECT 2`.execute(tx);
  });
  const error: unknown = await waiting.catch((reason: unknown) => reason);
  expect(isOutage(error)).toBe(true);
  expect(silences).toBe(1);

  gate.open();
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
  await waitFor('the line to be watched again', async () => (await countBackends()) >= 1);
});

test('reports an outage on connections made before the watchdog’s own', async () => {
  await sql`SELECT 1`.execute(db);
  gate.stall();
  const error: unknown = await sql`SELECT 2`.execute(db).catch((reason: unknown) => reason);
  expect(isOutage(error)).toBe(true);
  gate.open();
});

test('does not treat a long statement as silence', async () => {
  await waitFor('the line to be watched', async () => (await countBackends()) === 1);
  const longMs = 4 * SILENT_AFTER_MS;
  await sql`SELECT pg_sleep(${longMs / 1000})`.execute(db);
  expect(silences).toBe(0);
});

test('does not treat refused connections as silence', async () => {
  await waitFor('the line to be watched', async () => (await countBackends()) === 1);
  gate.block();
  await waitFor('it to ask again', () => gate.rejectedCount >= 3);
  expect(silences).toBe(0);
  gate.open();
  await waitFor('the line to be watched again', async () => (await countBackends()) === 1);
});

test('detects a silent server behind a pooler that answers', async () => {
  const pooler = await startGate(database.appUrl);
  const behind = watchConnection(
    [pooler.url, gate.url],
    { ...silentLog, error: () => void (silences += 1) },
    SILENT_AFTER_MS,
  );
  const pooled = createDb(createPool(pooler.url, { line: behind }));
  onTestFinished(async () => {
    await pooled.destroy();
    behind.close();
    gate.open();
    await pooler.close();
  });
  await waitFor('the ends to be watched', async () => (await countBackends()) >= 3);
  gate.stall();
  const error: unknown = await sql`SELECT pg_sleep(60)`.execute(pooled).catch((reason: unknown) => reason);
  expect(isOutage(error)).toBe(true);
});

test('leaves nothing waiting when closed during silence', async () => {
  const socket = line.stream();
  const client = new pg.Client({ connectionString: gate.url, stream: () => socket });
  client.on('error', () => {});
  await client.connect();
  gate.stall();
  line.close();
  await client.end();
  expect(socket.destroyed).toBe(true);
  gate.open();
});
