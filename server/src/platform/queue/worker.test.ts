import { afterEach, beforeEach, expect, test } from 'vitest';
import * as z from 'zod/mini';
import pg from 'pg';
import { ProviderError } from '../../ports/provider-error.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { startGate } from '../../../test/network/gate.ts';
import { enqueueAnyTask } from '../../../test/queued-task.ts';
import { killNow } from '../../../test/processes/server-process.ts';
import { forkStuckWorker } from '../../../test/processes/stuck-worker.ts';
import { waitFor } from '../../../test/wait.ts';
import { inTx } from '../db/index.ts';
import { silentLog } from '../log.ts';
import { defineTasks, type Tasks } from './index.ts';
import { taskOutcomes } from './task-metrics.ts';
import { startWorker } from './worker.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await createTestDatabase();
});
afterEach(() => database.close());

const HEARTBEAT_MS = 150;
const startTestWorker = (tasks: Tasks, queueUrl = database.queueUrl, heartbeatMs = HEARTBEAT_MS) =>
  startWorker({ queueUrl, tasks, log: silentLog, heartbeatMs });

const enqueueTask = (task: string, payload?: object) => enqueueAnyTask(database.db, task, payload);
const numbered = z.object({ n: z.int() });

interface QueuedTask {
  attempts: number;
  last_error: string | null;
  /** Time since it was locked. */
  ms: number | null;
}
async function queryAsOwner<Row extends pg.QueryResultRow>(statement: string): Promise<Row[]> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  try {
    return (await owner.query<Row>(statement)).rows;
  } finally {
    await owner.end();
  }
}
const listQueuedTasks = () =>
  queryAsOwner<QueuedTask>(
    `SELECT attempts, last_error, extract(epoch FROM now() - locked_at)::float * 1000 AS ms
     FROM graphile_worker.jobs ORDER BY id`,
  );

/** How often a task of this name ended in which way, as `/metrics` reports it. */
async function listOutcomes(task: string): Promise<Record<string, number>> {
  const { values } = await taskOutcomes.get();
  const samples = values.filter(({ labels }) => labels.task === task);
  return Object.fromEntries(samples.map(({ labels, value }) => [labels.outcome, value]));
}

/** A promise that a task waits for and that the test resolves. */
function createGate() {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  return { released, release };
}

/** A task that runs until the test releases it. */
function createWaitingTask() {
  const { released, release } = createGate();
  let runs = 0;
  const task = async () => {
    runs++;
    await released;
  };
  return { task, release, countRuns: () => runs };
}

test('runs a task enqueued in a transaction after its commit, and not after a rollback', async () => {
  const ran: unknown[] = [];
  const worker = await startTestWorker(
    defineTasks({ note: numbered }, { note: async ({ n }) => void ran.push(n) }),
  );
  await expect(
    inTx(database.db, async (tx) => {
      await enqueueAnyTask(tx, 'note', { n: 1 });
      throw new Error('undone');
    }),
  ).rejects.toThrow('undone');
  await inTx(database.db, (tx) => enqueueAnyTask(tx, 'note', { n: 2 }));
  await waitFor('the job to run', () => ran.length > 0);
  expect(ran).toEqual([2]);
  await worker.stop();
});

test('runs a failed task again', async () => {
  let tries = 0;
  const worker = await startTestWorker({
    shaky: async () => {
      tries++;
      if (tries === 1) throw new Error('not yet');
    },
  });
  await enqueueTask('shaky');
  await waitFor('the second try', () => tries > 1);
  expect(tries).toBe(2);
  await worker.stop();
  expect(await listOutcomes('shaky')).toEqual({ failed: 1, done: 1 });
});

test('lets another worker take over a killed worker’s task', async () => {
  await enqueueTask('stuck', { n: 7 });
  const killed = await forkStuckWorker(database.queueUrl, 'stuck');
  await killNow(killed);
  const ran: unknown[] = [];
  const worker = await startTestWorker(
    defineTasks({ stuck: numbered }, { stuck: async ({ n }) => void ran.push(n) }),
  );
  await waitFor('the job to be taken over', () => ran.length > 0);
  expect(ran).toEqual([7]);
  await worker.stop();
});

test('leaves a task that outlasts many heartbeats with its worker', async () => {
  const { task, release, countRuns } = createWaitingTask();
  const tasks: Tasks = { long: task };
  const workers = [await startTestWorker(tasks), await startTestWorker(tasks)];
  await enqueueTask('long');
  await waitFor('the job to be older than a dead worker', async () => {
    const [job] = await listQueuedTasks();
    return countRuns() > 1 || (job?.ms ?? 0) > 8 * HEARTBEAT_MS;
  });
  release();
  await waitFor('the job to end', async () => (await listQueuedTasks()).length === 0);
  expect(countRuns()).toBe(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('records the end of tasks, done or failed, after an outage of the database, and continues', async () => {
  const gate = await startGate(database.queueUrl);
  const { released, release } = createGate();
  const ran: string[] = [];
  const worker = await startTestWorker(
    {
      well: async () => {
        ran.push('well');
        await released;
      },
      badly: async () => {
        ran.push('badly');
        await released;
        if (ran.filter((name) => name === 'badly').length === 1) throw new Error('no \0 luck \ud83d');
      },
      next: async () => void ran.push('next'),
    },
    gate.url,
  );
  await enqueueTask('well');
  await enqueueTask('badly');
  await waitFor('both jobs to begin', () => ran.length === 2);
  gate.block();
  release();
  await enqueueTask('next');
  gate.open();
  await waitFor('the queue to be empty', async () => (await listQueuedTasks()).length === 0);
  expect(ran.toSorted()).toEqual(['badly', 'badly', 'next', 'well']);
  await worker.stop();
  await gate.close();
});

test('stops a worker while the database is unreachable', async () => {
  const gate = await startGate(database.queueUrl);
  const { task, release, countRuns } = createWaitingTask();
  const tasks: Tasks = { last: task };
  const worker = await startTestWorker(tasks, gate.url);
  await enqueueTask('last');
  await waitFor('the job to begin', () => countRuns() === 1);
  gate.block();
  release();
  await worker.stop();
  // Its end could not be recorded, so the task runs again on the next worker.
  const other = await startTestWorker(tasks);
  await waitFor('the queue to be empty', async () => (await listQueuedTasks()).length === 0);
  expect(countRuns()).toBe(2);
  await other.stop();
  await gate.close();
});

test('runs a task that the queue locked for a worker whose connection broke before it learnt of it', async () => {
  // Another session holds the statement that locks the task, so that the connection can break while it executes.
  await queryAsOwner(`
    CREATE FUNCTION wait_for_test() RETURNS trigger LANGUAGE plpgsql AS
      'BEGIN PERFORM pg_advisory_xact_lock(4711); RETURN NEW; END';
    CREATE TRIGGER wait_for_test BEFORE UPDATE ON graphile_worker._private_jobs
      FOR EACH ROW WHEN (NEW.locked_by IS NOT NULL AND NEW.attempts = 1) EXECUTE FUNCTION wait_for_test()`);
  const holder = new pg.Client({ connectionString: database.ownerUrl });
  await holder.connect();
  await holder.query('SELECT pg_advisory_lock(4711)');
  const gate = await startGate(database.queueUrl);
  let runs = 0;
  const worker = await startTestWorker({ orphan: async () => void runs++ }, gate.url);
  await enqueueTask('orphan');
  await waitFor('the task to be locked', async () => {
    const waiting = await queryAsOwner(
      "SELECT FROM pg_stat_activity WHERE wait_event = 'advisory' AND application_name = 'fws-worker'",
    );
    return waiting.length === 1;
  });
  gate.block();
  gate.open();
  await holder.end();
  await waitFor('the task to run', () => runs > 0);
  await waitFor('its end to be recorded', async () => (await listQueuedTasks()).length === 0);
  expect(runs).toBe(1);
  await worker.stop();
  await gate.close();
});

test('leaves a task to its worker when the database goes on with another clock', async () => {
  const { task, release, countRuns } = createWaitingTask();
  const tasks: Tasks = { long: task };
  // Slow enough that a busy machine makes none of them late: then it would be dead by right.
  const start = () => startTestWorker(tasks, database.queueUrl, 600);
  const workers = [await start(), await start()];
  await enqueueTask('long');
  await waitFor('the task to begin', () => countRuns() === 1);
  for (let times = 0; times < 5; times++) {
    // As on a new primary that is an hour ahead of the former. No heartbeat goes on from one to the other.
    await queryAsOwner(`
      LOCK TABLE worker_heartbeat IN EXCLUSIVE MODE;
      UPDATE worker_heartbeat SET seen_at = seen_at - interval '1 hour';
      UPDATE graphile_worker._private_jobs SET locked_at = locked_at - interval '1 hour'`);
    await waitFor('both to beat again', async () => {
      const late = await queryAsOwner(
        "SELECT FROM worker_heartbeat WHERE seen_at < now() - interval '1 minute'",
      );
      return late.length === 0;
    });
  }
  release();
  await waitFor('the task to end', async () => (await listQueuedTasks()).length === 0);
  expect(countRuns()).toBe(1);
  await Promise.all(workers.map((worker) => worker.stop()));
});

test('takes over the task of a killed worker whose clock was ahead', async () => {
  await enqueueTask('stuck', { n: 7 });
  await killNow(await forkStuckWorker(database.queueUrl, 'stuck'));
  await queryAsOwner(`
    UPDATE worker_heartbeat SET seen_at = seen_at + interval '1 hour';
    UPDATE graphile_worker._private_jobs SET locked_at = locked_at + interval '1 hour'`);
  const ran: unknown[] = [];
  const worker = await startTestWorker(
    defineTasks({ stuck: numbered }, { stuck: async ({ n }) => void ran.push(n) }),
  );
  await waitFor('the job to be taken over', () => ran.length > 0);
  expect(ran).toEqual([7]);
  await worker.stop();
});

const listHeartbeats = () => queryAsOwner<{ worker_id: string }>('SELECT worker_id FROM worker_heartbeat');

test('leaves no heartbeat after a worker has stopped', async () => {
  const { task, release, countRuns } = createWaitingTask();
  const tasks: Tasks = { last: task };
  const [stopping, other] = [await startTestWorker(tasks), await startTestWorker(tasks)];
  await enqueueTask('last');
  await waitFor('the job to begin and both to say that they live', async () => {
    return countRuns() === 1 && (await listHeartbeats()).length === 2;
  });
  const stopped = Promise.all([stopping.stop(), other.stop()]);
  await waitFor('the one without a job to be gone', async () => (await listHeartbeats()).length === 1);
  release();
  await stopped;
  expect(await listHeartbeats()).toEqual([]);
});

test('restarts a queue that stops by itself, under one heartbeat', async () => {
  const ran: unknown[] = [];
  const worker = await startTestWorker(
    defineTasks({ note: numbered }, { note: async ({ n }) => void ran.push(n) }),
  );
  const [former] = await listHeartbeats();
  // Triggers graphile-worker's own reason to stop: a breaking migration by another process.
  await queryAsOwner(`SELECT pg_notify('worker:migrate', '{"migrationNumber": 999, "breaking": true}')`);
  await waitFor('it to stop', () => process.exitCode === 57);
  process.exitCode = undefined;
  await enqueueTask('note', { n: 1 });
  await waitFor('the job to run', () => ran.length > 0);
  expect(ran).toEqual([1]);
  await waitFor('the new one to be the only one', async () => {
    const [latter, ...others] = await listHeartbeats();
    return latter?.worker_id !== former?.worker_id && others.length === 0;
  });
  await worker.stop();
  expect(await listHeartbeats()).toEqual([]);
});

const addKeyedTask = (n: number) =>
  queryAsOwner(`SELECT graphile_worker.add_job('keyed', json_build_object('n', ${n}), job_key := 'only')`);
const listFailedTasks = () => queryAsOwner('SELECT task FROM failed_job');

test('a task that fails while another with its key waits is not left as one that failed for good', async () => {
  const gate = createGate();
  const ran: number[] = [];
  const run = async ({ n }: { n: number }) => {
    ran.push(n);
    if (n > 1) return;
    await gate.released;
    throw new Error('the database went away');
  };
  const worker = await startTestWorker(defineTasks({ keyed: numbered }, { keyed: run }));
  await addKeyedTask(1);
  await waitFor('the task to run', () => ran.length === 1);
  await addKeyedTask(2);
  await waitFor('the other to run', () => ran.length === 2);
  gate.release();
  await waitFor('both to end', async () => (await listQueuedTasks()).every(({ ms }) => ms === null));
  expect(await listFailedTasks()).toEqual([]);
  expect(await listQueuedTasks()).toEqual([]);
  await worker.stop();
});

test('what a killed worker ran is not left as failed when another with its key ran', async () => {
  await addKeyedTask(1);
  const killed = await forkStuckWorker(database.queueUrl, 'keyed');
  await addKeyedTask(2);
  await killNow(killed);
  const ran: number[] = [];
  const worker = await startTestWorker(
    defineTasks({ keyed: numbered }, { keyed: async ({ n }) => void ran.push(n) }),
  );
  await waitFor('the queue to be empty', async () => {
    const tasks = await listQueuedTasks();
    return tasks.every(({ ms }) => ms === null) && ran.length > 0;
  });
  expect(await listFailedTasks()).toEqual([]);
  expect(ran).toEqual([2]);
  await worker.stop();
});

test('a task that its provider postpones keeps its priority', async () => {
  let runs = 0;
  const worker = await startTestWorker({
    pay: async () => {
      runs++;
      throw new ProviderError('limited', 'rate_limited', 'too many calls', 60_000);
    },
  });
  await queryAsOwner(`SELECT graphile_worker.add_job('pay', priority := -10)`);
  await waitFor('it to be postponed', async () => {
    const [job] = await queryAsOwner<{ is_later: boolean }>(
      'SELECT run_at > now() AS is_later FROM graphile_worker.jobs',
    );
    return runs === 1 && job?.is_later === true;
  });
  expect(await queryAsOwner('SELECT priority FROM graphile_worker.jobs WHERE run_at > now()')).toEqual([
    { priority: -10 },
  ]);
  await worker.stop();
  expect(await listOutcomes('pay')).toEqual({ postponed: 1 });
});
