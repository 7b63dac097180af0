import { afterEach, beforeEach, expect, test } from 'vitest';
import pg from 'pg';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { startGate } from '../../../test/gate.ts';
import { killNow } from '../../../test/server-process.ts';
import { forkStuckWorker } from '../../../test/stuck-worker.ts';
import { waitFor } from '../../../test/wait.ts';
import { inTx } from '../db/index.ts';
import { silentLog } from '../log.ts';
import { enqueue, type JobPayload, type Tasks } from './index.ts';
import { startWorker } from './worker.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await testDatabase();
});
afterEach(() => database.close());

const HEARTBEAT_MS = 150;
const work = (tasks: Tasks, queueUrl = database.queueUrl) =>
  startWorker({ queueUrl, tasks, log: silentLog, heartbeatMs: HEARTBEAT_MS });

const add = (task: string, payload: JobPayload = {}) => inTx(database.db, (tx) => enqueue(tx, task, payload));

interface QueuedJob {
  attempts: number;
  last_error: string | null;
  /** Time since it was locked. */
  ms: number | null;
}
async function asOwner<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    return (await owner.query<Row>(statement)).rows;
  } finally {
    await owner.end();
  }
}
const queued = () =>
  asOwner<QueuedJob>(
    `SELECT attempts, last_error, extract(epoch FROM now() - locked_at)::float * 1000 AS ms
     FROM graphile_worker.jobs ORDER BY id`,
  );

/** A promise that a task waits for and that the test resolves. */
function held() {
  let letGo = () => {};
  const happened = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  return { happened, letGo };
}

test('runs a task enqueued in a transaction after its commit, and not after a rollback', async () => {
  const ran: unknown[] = [];
  const worker = await work({ note: async ({ n }) => void ran.push(n) });
  await expect(
    inTx(database.db, async (tx) => {
      await enqueue(tx, 'note', { n: 1 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await inTx(database.db, (tx) => enqueue(tx, 'note', { n: 2 }));
  await waitFor('the job to run', () => ran.length > 0);
  expect(ran).toEqual([2]);
  await worker.stop();
});

test('runs a failed task again', async () => {
  let tries = 0;
  const worker = await work({
    shaky: async () => {
      tries++;
      if (tries === 1) throw new Error('not yet');
    },
  });
  await inTx(database.db, (tx) => enqueue(tx, 'shaky', {}));
  await waitFor('the second try', () => tries > 1);
  expect(tries).toBe(2);
  await worker.stop();
});

test('lets another worker take over a killed worker’s task', async () => {
  await inTx(database.db, (tx) => enqueue(tx, 'stuck', { n: 7 }));
  const killed = await forkStuckWorker(database.queueUrl, 'stuck');
  await killNow(killed);
  const ran: unknown[] = [];
  const worker = await work({ stuck: async ({ n }) => void ran.push(n) });
  await waitFor('the job to be taken over', () => ran.length > 0);
  expect(ran).toEqual([7]);
  await worker.stop();
});

test('leaves a task that outlasts many heartbeats with its worker', async () => {
  const { happened, letGo } = held();
  let runs = 0;
  const tasks: Tasks = {
    long: async () => {
      runs++;
      await happened;
    },
  };
  const workers = [await work(tasks), await work(tasks)];
  await add('long');
  await waitFor('the job to be older than a dead worker', async () => {
    const [job] = await queued();
    return runs > 1 || (job?.ms ?? 0) > 8 * HEARTBEAT_MS;
  });
  letGo();
  await waitFor('the job to end', async () => (await queued()).length === 0);
  expect(runs).toBe(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('records the end of tasks, done or failed, after an outage of the database, and continues', async () => {
  const gate = await startGate(database.queueUrl);
  const { happened, letGo } = held();
  const ran: string[] = [];
  const worker = await work(
    {
      well: async () => {
        ran.push('well');
        await happened;
      },
      badly: async () => {
        ran.push('badly');
        await happened;
        if (ran.filter((name) => name === 'badly').length === 1) throw new Error('no \0 luck \ud83d');
      },
      next: async () => void ran.push('next'),
    },
    gate.url,
  );
  await add('well');
  await add('badly');
  await waitFor('both jobs to begin', () => ran.length === 2);
  gate.bar();
  letGo();
  await add('next');
  gate.open();
  await waitFor('the queue to be empty', async () => (await queued()).length === 0);
  expect(ran.toSorted()).toEqual(['badly', 'badly', 'next', 'well']);
  await worker.stop();
  await gate.close();
});

test('stops a worker while the database is unreachable', async () => {
  const gate = await startGate(database.queueUrl);
  const { happened, letGo } = held();
  let runs = 0;
  const tasks: Tasks = {
    last: async () => {
      runs++;
      await happened;
    },
  };
  const worker = await work(tasks, gate.url);
  await add('last');
  await waitFor('the job to begin', () => runs === 1);
  gate.bar();
  letGo();
  await worker.stop();
  // Its end could not be recorded, so the task runs again on the next worker.
  const other = await work(tasks);
  await waitFor('the queue to be empty', async () => (await queued()).length === 0);
  expect(runs).toBe(2);
  await other.stop();
  await gate.close();
});

const heartbeats = () => asOwner<{ worker_id: string }>('SELECT worker_id FROM worker_heartbeat');

test('leaves no heartbeat after a worker has stopped', async () => {
  const { happened, letGo } = held();
  let runs = 0;
  const tasks: Tasks = {
    last: async () => {
      runs++;
      await happened;
    },
  };
  const [stopping, other] = [await work(tasks), await work(tasks)];
  await add('last');
  await waitFor('the job to begin and both to say that they live', async () => {
    return runs === 1 && (await heartbeats()).length === 2;
  });
  const stopped = Promise.all([stopping.stop(), other.stop()]);
  await waitFor('the one without a job to be gone', async () => (await heartbeats()).length === 1);
  letGo();
  await stopped;
  expect(await heartbeats()).toEqual([]);
});

test('restarts a queue that stops by itself, under one heartbeat', async () => {
  const ran: unknown[] = [];
  const worker = await work({ note: async ({ n }) => void ran.push(n) });
  const [former] = await heartbeats();
  // Triggers graphile-worker's own reason to stop: a breaking migration by another process.
  await asOwner(`SELECT pg_notify('worker:migrate', '{"migrationNumber": 999, "breaking": true}')`);
  await waitFor('it to stop', () => process.exitCode === 57);
  process.exitCode = undefined;
  await add('note', { n: 1 });
  await waitFor('the job to run', () => ran.length > 0);
  expect(ran).toEqual([1]);
  await waitFor('the new one to be the only one', async () => {
    const [latter, ...others] = await heartbeats();
    return latter?.worker_id !== former?.worker_id && others.length === 0;
  });
  await worker.stop();
  expect(await heartbeats()).toEqual([]);
});
