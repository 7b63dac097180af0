import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { silentLog } from '../../../server/src/platform/log.ts';
import { inTx, type Db } from '../../../server/src/platform/db/index.ts';
import { BATCH_MAX, relayBatch } from '../../../server/src/platform/outbox/batch.ts';
import { enqueueAll, type Notice } from '../../../server/src/platform/queue/index.ts';
import type { SmsSender } from '../../../server/src/ports/messaging.ts';
import { startWorkerProcess } from '../../../server/src/worker.ts';
import { createTestDatabase, type TestDatabase } from '../../../server/test/database.ts';
import { watchDatabaseCpu } from '../jobs-list/database-cpu.ts';
import { calculateMedian } from '../median.ts';
import type { Burst, Calibration, ServiceTimes, TaskTimes } from './service-times.ts';

// Measures what the simulation needs to know of the product, with the real relay and worker on a database that commits to
// disk: how long a batch of the relay takes, and how long a task keeps the worker's thread, PostgreSQL and its place in the
// queue. Messages go to a vendor that answers at once, so that only our own work is measured.

const PEOPLE = 500;
const BATCHES = 12;
const BATCH_SIZES = [1, BATCH_MAX] as const;
/** Rows of one transaction, so that no statement is larger than those of the product. */
const ROWS_AT_ONCE = 500;
/** Often enough to end in time, and rare enough not to count as work of the worker. */
const POLL_MS = 50;

const vendor: SmsSender = {
  provider: 'msg91',
  send: () => Promise.resolve({ providerId: 'id' }),
  findMessage: () => Promise.resolve(null),
  readWebhook: () => ({ verdict: 'forged', reason: 'none' }),
};

/** `tasks` is the size of the burst; half of it are messages. */
export async function calibrate(tasks: number): Promise<Calibration> {
  const database = await createTestDatabase();
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    await owner.query(
      `INSERT INTO user_account (first_name, last_name, email, email_verified_at, mobile, mobile_verified_at, register_for,
         looking_for, location)
       SELECT 'Person', g::text, 'scale' || g || '@mail.example', now(), '+91' || (7000000000 + g), now(), 'individual',
         '{services}', 'Pune' FROM generate_series(1, $1::int) g`,
      [PEOPLE],
    );
    const relay = await measureRelay(database, owner);
    const setting = { database, owner, readDatabaseCpuMs: await watchDatabaseCpu(database.ownerUrl) };
    const notices = Math.max(1, Math.floor(tasks / 2));
    const [notify, deliver] = await measureTasks(setting, Math.max(1, Math.floor(notices / 4)));
    const burst = await measureBurst(setting, notices);
    return { times: { relay, notify, deliver }, burst };
  } finally {
    await owner.end();
    await database.close();
  }
}

interface Setting {
  database: TestDatabase;
  owner: pg.Client;
  readDatabaseCpuMs: () => number;
}

/** A batch takes a fixed time and a time for each row: the line through the medians of small and full batches. */
async function measureRelay(
  { db, queueUrl }: TestDatabase,
  owner: pg.Client,
): Promise<ServiceTimes['relay']> {
  const client = new pg.Client({ connectionString: queueUrl });
  await client.connect();
  const medians: { rows: number; ms: number }[] = [];
  for (const rows of BATCH_SIZES) {
    const times: number[] = [];
    for (let batch = 0; batch < BATCHES; batch++) {
      await enqueueNotices(db, rows, 'share_liked', `relay ${rows} ${batch}`);
      const startedAt = performance.now();
      const count = await relayBatch(client, { holder: 'calibration', forMs: 60_000 });
      times.push(performance.now() - startedAt);
      if (count !== rows) throw new Error(`a batch handed on ${count} of ${rows} rows`);
    }
    await owner.query('TRUNCATE graphile_worker._private_jobs');
    medians.push({ rows, ms: calculateMedian(times) });
  }
  await owner.query(`UPDATE outbox_lease SET expires_at = now()`);
  await client.end();
  const [small, full] = medians;
  if (!small || !full) throw new Error('no batches were measured');
  const rowMs = Math.max(0, (full.ms - small.ms) / (full.rows - small.rows));
  return { fixedMs: small.ms, rowMs };
}

/** Each task alone, so that it waits for no other: a notification in the app, and one with a text message. */
async function measureTasks(setting: Setting, notices: number): Promise<[TaskTimes, TaskTimes]> {
  const worker = await startWorker(setting.database, 1);
  await runNotices(setting, Math.ceil(notices / 4), 'payment_released', 'warm up');
  const inApp = await runNotices(setting, notices, 'share_liked', 'in app');
  const withMessage = await runNotices(setting, notices, 'payment_released', 'with message');
  await worker.close();
  const subtract = (name: keyof TaskTimes) => Math.max(0, withMessage[name] - inApp[name]);
  return [
    inApp,
    {
      nodeMs: subtract('nodeMs'),
      databaseMs: subtract('databaseMs'),
      waitMs: subtract('waitMs'),
      walBytes: subtract('walBytes'),
    },
  ];
}

async function measureBurst(setting: Setting, notices: number): Promise<Burst> {
  const concurrency = 4;
  const worker = await startWorker(setting.database, concurrency);
  await runNotices(setting, Math.ceil(notices / 10), 'payment_released', 'second warm up');
  const startedAt = performance.now();
  await runNotices(setting, notices, 'payment_released', 'burst');
  const seconds = (performance.now() - startedAt) / 1000;
  await worker.close();
  return { tasks: 2 * notices, concurrency, seconds };
}

const startWorker = ({ appUrl: databaseUrl, queueUrl }: TestDatabase, concurrency: number) =>
  startWorkerProcess({
    databaseUrl,
    queueUrl,
    port: 0,
    dataDir: join(tmpdir(), `fws-scale-${process.pid}`),
    publicUrl: 'http://localhost',
    sandbox: { url: 'http://127.0.0.1:1', smtpPort: 1 },
    env: { NODE_ENV: 'test', NOTIFICATION_CHANNELS: 'sms', QUEUE_CONCURRENCY: String(concurrency) },
    ports: { sms: vendor },
    log: silentLog,
  });

/** Returns the times of one notice, with all tasks that it causes. */
async function runNotices(
  { database, owner, readDatabaseCpuMs }: Setting,
  notices: number,
  type: Notice['type'],
  event: string,
): Promise<TaskTimes> {
  const nodeBefore = readOwnCpuMs();
  const databaseBefore = readDatabaseCpuMs();
  const walBefore = await readWalBytes(owner);
  const startedAt = performance.now();
  await enqueueNotices(database.db, notices, type, event);
  await waitForTasks(owner);
  const elapsedMs = (performance.now() - startedAt) / notices;
  const nodeMs = (readOwnCpuMs() - nodeBefore) / notices;
  const databaseMs = (readDatabaseCpuMs() - databaseBefore) / notices;
  const walBytes = ((await readWalBytes(owner)) - walBefore) / notices;
  return { nodeMs, databaseMs, waitMs: Math.max(0, elapsedMs - nodeMs - databaseMs), walBytes };
}

async function readWalBytes(owner: pg.Client): Promise<number> {
  const { rows } = await owner.query<{ bytes: string }>(
    `SELECT pg_current_wal_insert_lsn() - '0/0'::pg_lsn AS bytes`,
  );
  return Number(rows[0]?.bytes);
}

const readOwnCpuMs = (): number => (process.cpuUsage().user + process.cpuUsage().system) / 1000;

/** One notice a task, for a person after the other. */
async function enqueueNotices(db: Db, count: number, type: Notice['type'], event: string): Promise<void> {
  const people = await db.selectFrom('user_account').select('id').limit(PEOPLE).execute();
  const tasks = Array.from({ length: count }, (_, index) => ({
    task: 'notify_many' as const,
    payload: {
      notices: [
        {
          userId: people[index % people.length]?.id ?? 0,
          type,
          values: { amount: '₹900', milestone: 'Paint', name: 'Asha' },
          path: '/requestlist/7',
          dedupeKey: `${event}:${index}`,
        },
      ],
    },
  }));
  for (let start = 0; start < count; start += ROWS_AT_ONCE)
    await inTx(db, (tx) => enqueueAll(tx, tasks.slice(start, start + ROWS_AT_ONCE)));
}

async function waitForTasks(owner: pg.Client): Promise<void> {
  const remaining = `SELECT EXISTS (SELECT FROM outbox) OR EXISTS (
      SELECT FROM graphile_worker._private_jobs WHERE run_at <= now()) AS remaining`;
  while ((await owner.query<{ remaining: boolean }>(remaining)).rows[0]?.remaining) await sleep(POLL_MS);
  const { rows } = await owner.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM graphile_worker._private_jobs WHERE attempts > 0`,
  );
  if (rows[0]?.count) throw new Error(`${rows[0].count} tasks failed`);
}
