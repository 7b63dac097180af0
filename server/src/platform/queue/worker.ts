import { EventEmitter } from 'node:events';
import { Logger, run, type Job, type JobHelpers, type WorkerPool } from 'graphile-worker';
import { reachFaultPoint } from '../fault-point.ts';
import { countQueueConnections } from '../db/connections.ts';
import { buildWatchedStream, type Line } from '../db/connection-watchdog.ts';
import type { Log } from '../log.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { createHeartbeat } from './heartbeat.ts';
import { trackHeldTasks } from './held-tasks.ts';
import type { Task, Tasks } from './index.ts';
import { keepRunning } from './keep-running.ts';
import { QueuePool } from './queue-pool.ts';
import { findTraceId, runInTask } from './task-trace.ts';

const CONCURRENCY = 4;
const ENDS_WITHIN_MS = 5_000;

export interface Worker {
  /** The other workers consider this one alive. */
  isAlive(): boolean;
  stop(): Promise<void>;
}

/** Runs the queue, also across outages of the database. */
export async function startWorker(options: {
  queueUrl: string;
  tasks: Tasks;
  crontab?: readonly string[];
  log: Log;
  concurrency?: number;
  heartbeatMs: number;
  line?: Line;
}): Promise<Worker> {
  const { tasks, log, concurrency = CONCURRENCY } = options;
  const events = new EventEmitter();
  const heldTasks = trackHeldTasks(events);
  const pool = new QueuePool(
    {
      connectionString: options.queueUrl,
      max: countQueueConnections(concurrency),
      application_name: 'fws-worker',
      connectionTimeoutMillis: 10_000,
      ...buildWatchedStream(options.line),
    },
    log,
    heldTasks.noteEnd,
  );
  const logLostConnection = (error: Error) =>
    log.warn('worker lost a database connection', { reason: error.message });
  pool.on('error', logLostConnection);
  // A connection that fails while a task uses it reports only here; unhandled, the error would end the process.
  pool.on('connect', (client) => client.on('error', logLostConnection));
  const heart = createHeartbeat(pool, log, options.heartbeatMs, heldTasks);

  // graphile-worker locks jobs under the id of the worker pool.
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => heart.addHolder(workerPool.id));
  events.on('pool:release', ({ workerPool }: { workerPool: WorkerPool }) =>
    heart.removeHolder(workerPool.id),
  );
  events.on('job:error', ({ job, error }: { job: Job; error: unknown }) =>
    log.error('task failed', error, {
      task: job.task_identifier,
      attempt: job.attempts,
      ...findTraceId(job.payload),
    }),
  );
  const start = () =>
    run({
      pgPool: pool,
      concurrency,
      pollInterval: 1_000,
      noHandleSignals: true,
      events,
      crontab: (options.crontab ?? []).join('\n'),
      logger: new Logger(() => () => {}),
      taskList: Object.fromEntries(
        Object.entries(tasks).map(([name, task]) => [
          name,
          (payload: unknown, helpers: JobHelpers) =>
            runInTask(helpers.job, () => runOrPostpone(task, payload, helpers)),
        ]),
      ),
    });
  const queue = await keepRunning(start, log);
  await heart.start();

  return {
    isAlive: heart.isFresh,
    async stop() {
      await queue.stop();
      await heart.stop();
      await pool.finish(ENDS_WITHIN_MS);
    },
  };
}

/** Spreads retries, so that tasks that waited for the same thing do not all return at once. */
const SPREAD = 0.2;

/**
 * When a provider limits calls or its circuit is open, the task did not fail: it is scheduled again for when the call
 * is allowed, without counting an attempt. For any other error the queue retries with growing delays.
 */
async function runOrPostpone(
  task: Task,
  payload: unknown,
  { job, addJob }: JobHelpers,
): Promise<'done' | 'postponed'> {
  try {
    reachFaultPoint('job_taken');
    await task(payload);
    reachFaultPoint('job_done');
    return 'done';
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryAfterMs === undefined) throw toStorableError(error);
    const waitMs = error.retryAfterMs * (1 + SPREAD * Math.random());
    await addJob(job.task_identifier, payload, {
      runAt: new Date(Date.now() + waitMs),
      maxAttempts: job.max_attempts,
      priority: job.priority,
      ...(job.key === null ? {} : { jobKey: job.key, jobKeyMode: 'preserve_run_at' as const }),
    });
    return 'postponed';
  }
}

/**
 * Makes an error message storable: the queue stores it, and PostgreSQL accepts no NUL and no unpaired surrogate in a
 * text.
 */
function toStorableError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error.message.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return message === error.message ? error : new Error(message, { cause: error });
}
