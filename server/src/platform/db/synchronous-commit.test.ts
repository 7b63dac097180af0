import { mkdtemp, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { done } from '@fws/contract/platform/refusal';
import { startDatabase, type Database } from '../../../../scripts/embedded-postgres/index.ts';
import { waitFor } from '../../../test/wait.ts';
import { runMoneyCommand } from '../idempotency.ts';
import { createDb, createPool, inTx, type Db } from './index.ts';
import { UnknownOutcome } from './outage.ts';
import { PRIMARY_ONLY } from './replicas/position.ts';
import { trackWrites, type Written } from './replicas/written.ts';

// A server of its own, whose synchronous standby does not exist.

const STATEMENT_TIMEOUT_MS = 200;

let folder = '';
let server: Database;
let owner: pg.Client;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fws-standby-'));
  chmodSync(folder, 0o711);
  server = await startDatabase({ dataDir: folder, durable: true, log: () => {} });
  owner = new pg.Client({ connectionString: server.ownerUrl });
  await owner.connect();
  await owner.query(`
    CREATE TABLE effect (n int);
    CREATE TABLE idempotency_key (user_id bigint, key text, request_hash text, answer jsonb, PRIMARY KEY (user_id, key))`);
});
afterAll(async () => {
  await owner.end();
  await server.stop();
  await rm(folder, { recursive: true });
});

const setStandby = async (name: string) => {
  await owner.query(`ALTER SYSTEM SET synchronous_standby_names = '${name}'`);
  await owner.query('SELECT pg_reload_conf()');
};
beforeEach(async () => {
  await setStandby('nobody');
  await waitFor('commits to wait', waitsForStandby);
});
afterEach(async () => {
  await setStandby('');
  await waitFor('the commits that wait to end', async () => (await countWaiting()) === 0);
});

/** A pool with a short timeout for statements. */
function openDb({
  commitWaitsMs,
  locatesCommits = false,
}: { commitWaitsMs?: number | undefined; locatesCommits?: boolean } = {}): Db {
  const url = new URL(server.ownerUrl);
  url.searchParams.set('options', `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`);
  const db = createDb(createPool(url.href, commitWaitsMs === undefined ? {} : { commitWaitsMs }), {
    locatesCommits,
  });
  onTestFinished(() => db.destroy());
  return db;
}

const insertEffect = (db: Db, n: number) =>
  inTx(db, async (tx) => void (await sql`INSERT INTO effect VALUES (${n})`.execute(tx)));
const countWaiting = async () => {
  const { rows } = await owner.query(`SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);
  return rows.length;
};
const waitUntilWaiting = () =>
  waitFor('a commit to wait for its standby', async () => (await countWaiting()) === 1);
const cancelWait = () =>
  owner.query(`SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE wait_event = 'SyncRep'`);

/** Whether the server has read its settings again, which it does after the reload has been answered. */
async function waitsForStandby(): Promise<boolean> {
  const probe = new pg.Client({ connectionString: server.ownerUrl });
  await probe.connect();
  let isCommitted = false;
  const committed = probe.query('INSERT INTO effect VALUES (0)').then(() => (isCommitted = true));
  await waitFor('the commit to end or to wait', async () => isCommitted || (await countWaiting()) === 1);
  const waits = !isCommitted;
  if (waits) await cancelWait();
  await committed;
  await probe.end();
  return waits;
}

test('a commit outlasts the timeout of statements while it waits for its standby, and is acknowledged then', async () => {
  const committed = insertEffect(openDb(), 1);
  await waitUntilWaiting();
  await sleep(3 * STATEMENT_TIMEOUT_MS);
  expect(await countWaiting()).toBe(1);
  await setStandby('');
  await committed;
});

test('a commit that no standby has confirmed is not acknowledged when its wait is cancelled', async () => {
  const committed = insertEffect(openDb(), 2).catch((error: unknown) => error);
  await waitUntilWaiting();
  await cancelWait();
  expect(await committed).toBeInstanceOf(UnknownOutcome);
});

test('tells the caller in time, and leaves the server waiting', async () => {
  const error = await insertEffect(openDb({ commitWaitsMs: 300 }), 3).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(UnknownOutcome);
  expect(await countWaiting()).toBe(1);
});

test.each([
  ['is cancelled', undefined, cancelWait],
  ['takes too long', 300, () => Promise.resolve()],
])(
  'what a request has written is read at the primary only, when the wait of its commit %s',
  async (_, commitWaitsMs, end) => {
    const written: Written = { position: null };
    const db = openDb({ commitWaitsMs, locatesCommits: true });
    const committed = trackWrites(written, () => insertEffect(db, 4)).catch((error: unknown) => error);
    await waitUntilWaiting();
    await end();
    expect(await committed).toBeInstanceOf(UnknownOutcome);
    expect(written.position).toBe(PRIMARY_ONLY);
  },
);

test('a commit that certainly failed has written nothing', async () => {
  const written: Written = { position: null };
  const db = openDb({ locatesCommits: true });
  const failed = trackWrites(written, () =>
    inTx(db, async (tx) => void (await sql`SELECT 1 / 0`.execute(tx).catch(() => null))),
  );
  await expect(failed).rejects.toThrow('a commit was answered with ROLLBACK');
  expect(written.position).toBeNull();
});

test('a repeat is not answered before the standby has what its first try did', async () => {
  const db = openDb();
  const claim = { userId: 7, key: 'k', requestHash: 'h' };
  const command = (n: number) => () => Promise.resolve(done(n));
  const first = runMoneyCommand(db, claim, command(1)).catch((error: unknown) => error);
  await waitUntilWaiting();
  await cancelWait();
  expect(await first).toBeInstanceOf(UnknownOutcome);
  let isAnswered = false;
  const repeat = runMoneyCommand(db, claim, command(2)).finally(() => (isAnswered = true));
  await waitUntilWaiting();
  expect(isAnswered).toBe(false);
  await setStandby('');
  expect(await repeat).toEqual(done(1));
});
