import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTestDatabase, createTestPool, type TestDatabase } from '../../../test/database.ts';
import { startGate } from '../../../test/network/gate.ts';
import { countOutbox } from '../../../test/outbox.ts';
import { waitFor } from '../../../test/wait.ts';
import { inTx } from '../db/index.ts';
import { parsePosition } from '../db/replicas/position.ts';
import { setFaultPointHandler, type FaultPoint } from '../fault-point.ts';
import { silentLog } from '../log.ts';
import { processMetrics } from '../metrics.ts';
import { publish, startRealtime } from '../realtime/index.ts';
import { BATCH_MAX, relayBatch } from './batch.ts';
import { writeOutbox, type OutboxRow } from './index.ts';
import { reportOutbox } from './metrics.ts';
import { startRelay } from './relay.ts';

let database: TestDatabase;
let queue: pg.Client;
beforeEach(async () => {
  database = await createTestDatabase();
  queue = await connect(database.queueUrl);
});
/** What a test has started. It ends before its database is dropped. */
let started: (() => Promise<void>)[] = [];
const endLater = (end: () => Promise<void>): void => void started.push(end);
afterEach(async () => {
  setFaultPointHandler(() => {});
  for (const end of started.toReversed()) await end();
  started = [];
  await queue.end();
  await database.close();
});

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {}); // The database is dropped while it may still be open.
  await client.connect();
  return client;
}

const write = (...rows: OutboxRow[]) => inTx(database.db, async (tx) => writeOutbox(tx, rows));
const createTask = (n: number, rest: Partial<OutboxRow> = {}): OutboxRow => ({
  task: 'note',
  payload: { n },
  ...rest,
});
const listPayloads = async (): Promise<unknown[]> => {
  const { rows } = await queue.query<{ payload: unknown }>(
    'SELECT payload FROM graphile_worker._private_jobs ORDER BY run_at',
  );
  return rows.map(({ payload }) => payload);
};
const count = () => countOutbox(database.ownerUrl);
function startTestRelay(queueUrl = database.queueUrl): void {
  const relay = startRelay({ queueUrl, log: silentLog });
  endLater(() => relay.stop());
}
const OURS = { holder: 'ours', forMs: 60_000 };

test('enqueues the tasks of a committed transaction in their order, and none of one that was rolled back', async () => {
  startTestRelay();
  await expect(
    inTx(database.db, async (tx) => {
      writeOutbox(tx, [createTask(0)]);
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await write(createTask(1), createTask(2), createTask(3));
  await write(createTask(4));
  await waitFor('the outbox to be empty', async () => (await count()) === 0);
  expect(await listPayloads()).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }]);
});

test('keeps the time, the key and the number of attempts of a task', async () => {
  const runAt = new Date('2031-04-05T06:07:08.000Z');
  await write(createTask(1, { runAt, key: 'once', maxAttempts: 3 }), createTask(2));
  expect(await relayBatch(queue, OURS)).toBe(2);
  const { rows } = await queue.query(
    'SELECT key, run_at, max_attempts FROM graphile_worker._private_jobs ORDER BY run_at DESC',
  );
  expect(rows).toEqual([
    { key: 'once', run_at: runAt, max_attempts: 3 },
    { key: null, run_at: expect.any(Date), max_attempts: 25 },
  ]);
});

test('lets money overtake tasks that were due before it, and mass messages wait for both', async () => {
  const tasks = ['deliver_bundle', 'note', 'deliver_bundle', 'advance_withdrawal'];
  await write(...tasks.map((task, n) => createTask(n, { task })));
  await relayBatch(queue, OURS, { advance_withdrawal: 'first', deliver_bundle: 'later' });
  const { rows } = await queue.query<{ task_identifier: string }>(
    'SELECT task_identifier FROM graphile_worker.jobs ORDER BY priority, run_at',
  );
  expect(rows.map((row) => row.task_identifier)).toEqual([
    'advance_withdrawal',
    'note',
    'deliver_bundle',
    'deliver_bundle',
  ]);
});

test('replaces a task that waits under the same key, in the same batch and in a later one', async () => {
  await write(createTask(1, { key: 'k' }), createTask(2), createTask(3, { key: 'k' }));
  await relayBatch(queue, OURS);
  expect(await listPayloads()).toEqual([{ n: 2 }, { n: 3 }]);
  await write(createTask(4, { key: 'k' }));
  await relayBatch(queue, OURS);
  expect(await listPayloads()).toEqual([{ n: 2 }, { n: 4 }]);
});

test('empties an outbox that is larger than a batch', async () => {
  await write(...Array.from({ length: BATCH_MAX + 1 }, (_, n) => createTask(n)));
  startTestRelay();
  await waitFor('the outbox to be empty', async () => (await count()) === 0);
  expect(await listPayloads()).toHaveLength(BATCH_MAX + 1);
});

test('hands transactions that follow each other on together', async () => {
  let batches = 0;
  setFaultPointHandler((reached) => {
    if (reached === 'outbox_committed') batches += 1;
  });
  startTestRelay();
  await write(createTask(0));
  await waitFor('the first task', async () => (await count()) === 0);
  batches = 0;
  const startedAt = performance.now();
  for (let n = 1; n <= 40; n++) await write(createTask(n));
  await waitFor('the outbox to be empty', async () => (await count()) === 0);
  // Batches begin at least 20 ms apart.
  expect(batches).toBeLessThanOrEqual(2 + (performance.now() - startedAt) / 20);
  expect(await listPayloads()).toEqual(Array.from({ length: 41 }, (_, n) => ({ n })));
});

const POINTS: FaultPoint[] = ['outbox_claimed', 'outbox_handed_on', 'outbox_committed'];
test.each(POINTS)('hands every row on once when it dies at %s', async (point) => {
  await write(createTask(1), createTask(2));
  setFaultPointHandler((reached) => {
    if (reached === point) throw new Error('killed');
  });
  await expect(relayBatch(queue, OURS)).rejects.toThrow('killed');
  setFaultPointHandler(() => {});
  await relayBatch(queue, OURS);
  expect(await listPayloads()).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await count()).toBe(0);
});

test('does nothing while another relay has the lease, and takes over when it has expired', async () => {
  await write(createTask(1));
  expect(await relayBatch(queue, { holder: 'other', forMs: 60_000 })).toBe(1);
  await write(createTask(2));
  expect(await relayBatch(queue, OURS)).toBeNull();
  expect(await listPayloads()).toEqual([{ n: 1 }]);
  await inTxAsOwner(`UPDATE outbox_lease SET expires_at = clock_timestamp() - interval '1 second'`);
  expect(await relayBatch(queue, OURS)).toBe(1);
  expect(await listPayloads()).toEqual([{ n: 1 }, { n: 2 }]);
});

test('takes the turn from a relay whose lease was written by a database whose clock was ahead', async () => {
  await write(createTask(1));
  await inTxAsOwner(
    `UPDATE outbox_lease SET holder = 'gone', expires_at = clock_timestamp() + interval '1 hour'`,
  );
  startTestRelay();
  await waitFor('the row to be handed on', async () => (await count()) === 0);
  expect(await listPayloads()).toEqual([{ n: 1 }]);
});

test('does not wait for a relay that is in the middle of a batch, nor overtake it', async () => {
  await write(createTask(1));
  const other = await connect(database.queueUrl);
  await other.query('BEGIN');
  await other.query('SELECT FROM outbox_lease FOR UPDATE');
  expect(await relayBatch(queue, OURS)).toBeNull();
  await other.query('ROLLBACK');
  await other.end();
  expect(await relayBatch(queue, OURS)).toBe(1);
});

test('hands on in the end what several relays and many writers share, each row once and in the order of its writer', async () => {
  const relays = [1, 2, 3].map(() => startRelay({ queueUrl: database.queueUrl, log: silentLog }));
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let n = 0; n < 25; n++) await write({ task: 'note', payload: { writer, n } });
  });
  await Promise.all(writers);
  await waitFor('the outbox to be empty', async () => (await count()) === 0);
  await Promise.all(relays.map((relay) => relay.stop()));
  const payloads = (await listPayloads()) as { writer: number; n: number }[];
  for (let writer = 0; writer < 8; writer++) {
    expect(payloads.filter((payload) => payload.writer === writer).map(({ n }) => n)).toEqual(
      Array.from({ length: 25 }, (_, n) => n),
    );
  }
});

test('publishes to every process that listens, after the commit', async () => {
  startTestRelay();
  const received: { name: string; position?: string; eventId?: string }[] = [];
  for (const name of ['first', 'second']) {
    const realtime = await startRealtime(database.queueUrl, silentLog);
    endLater(() => realtime.close());
    realtime.subscribe(7, {
      onChange: (event) => void received.push({ name, ...event }),
      onMissed: () => void received.push({ name: 'missed' }),
    });
  }
  const { rows } = await queue.query<{ lsn: string }>('SELECT pg_current_wal_insert_lsn()::text AS lsn');
  await inTx(database.db, (tx) => publish(tx, { users: [7, 8], topic: 'wallet', id: 5 }));
  await waitFor('both to hear it', () => received.length === 2);
  const [{ position = '', eventId } = {}] = received;
  expect(eventId).toMatch(/^\d+$/);
  expect(received).toEqual(
    expect.arrayContaining(
      ['first', 'second'].map((name) => ({ name, topic: 'wallet', id: 5, position, eventId })),
    ),
  );
  // What the event is about was committed before.
  expect(position > parsePosition(rows[0]?.lsn ?? '')).toBe(true);
});

test('reports how many rows wait, and for how long the oldest has been seen', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  endLater(async () => void vi.useRealTimers());
  const pool = createTestPool(database.queueUrl);
  endLater(() => pool.end());
  const stop = reportOutbox(pool);
  const scrape = async () => {
    const text = await processMetrics.metrics();
    return /^fws_outbox_rows (\d+)[\s\S]*^fws_outbox_oldest_seconds (\d+)$/m.exec(text)?.slice(1);
  };
  await write(createTask(1), createTask(2));
  expect(await scrape()).toEqual(['2', '0']);
  vi.advanceTimersByTime(7_000);
  expect(await scrape()).toEqual(['2', '7']);
  await relayBatch(queue, OURS);
  vi.advanceTimersByTime(7_000);
  expect(await scrape()).toEqual(['0', '0']);
  stop();
  expect(await scrape()).toBeUndefined();
});

test('goes on after an outage of the database', async () => {
  const gate = await startGate(database.queueUrl);
  endLater(() => gate.close());
  startTestRelay(gate.url);
  await write(createTask(1));
  await waitFor('the first row', async () => (await count()) === 0);
  gate.block();
  await write(createTask(2));
  await waitFor('it to try again', () => gate.rejectedCount >= 2);
  gate.open();
  await waitFor('the second row', async () => (await count()) === 0);
  expect(await listPayloads()).toEqual([{ n: 1 }, { n: 2 }]);
});

test('lets the application write the outbox and neither read nor empty it', async () => {
  const app = await connect(database.appUrl);
  endLater(() => app.end());
  for (const statement of ['SELECT FROM outbox', 'DELETE FROM outbox', 'SELECT FROM outbox_lease'])
    await expect(app.query(statement)).rejects.toThrow('permission denied');
});

test('only the relay notifies and adds tasks to the queue', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.endsWith('.test.ts'),
  );
  const notifying = sources.filter((file) =>
    /pg_notify|\bNOTIFY\b|graphile_worker\.add_job/.test(readFileSync(join(root, file), 'utf8')),
  );
  expect(notifying).toEqual([join('platform', 'outbox', 'batch.ts')]);
});

async function inTxAsOwner(statement: string): Promise<void> {
  const owner = await connect(database.ownerUrl);
  await owner.query(statement);
  await owner.end();
}
