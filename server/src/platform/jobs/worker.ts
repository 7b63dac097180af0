import { EventEmitter } from 'node:events';
import { Logger, run, type Job, type JobHelpers, type WorkerPool } from 'graphile-worker';
import { faultPoint } from '../fault-point.ts';
import { queueConnections } from '../db/connections.ts';
import { overLine, type Line } from '../db/line.ts';
import type { Log } from '../log.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import { heartbeat } from './heartbeat.ts';
import type { JobPayload, Task, Tasks } from './index.ts';
import { keepRunning } from './keep-running.ts';
import { QueuePool } from './queue-pool.ts';

const CONCURRENCY = 4;
const ENDS_WITHIN_MS = 5_000;

export interface Worker {
  /** Others take it for alive. */
  isHeard(): boolean;
  stop(): Promise<void>;
}

/** Runs the queue, through outages of the database too. */
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
  const pool = new QueuePool(
    {
      connectionString: options.queueUrl,
      max: queueConnections(concurrency),
      application_name: 'fws-worker',
      connectionTimeoutMillis: 10_000,
      ...overLine(options.line),
    },
    log,
  );
  const lost = (error: Error) => log.warn('worker lost a database connection', { reason: error.message });
  pool.on('error', lost);
  // One that is cut while a job uses it tells nobody else, and would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  const heart = heartbeat(pool, log, options.heartbeatMs);

  const events = new EventEmitter();
  // Jobs are locked in the name of the pool that its workers belong to.
  events.on('pool:create', ({ workerPool }: { workerPool: WorkerPool }) => heart.holder(workerPool.id));
  events.on('pool:release', ({ workerPool }: { workerPool: WorkerPool }) => heart.gone(workerPool.id));
  events.on('job:error', ({ job, error }: { job: Job; error: unknown }) =>
    log.error('job failed', error, { task: job.task_identifier, attempt: job.attempts }),
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
          (payload: unknown, helpers: JobHelpers) => runOrPostpone(task, payload as JobPayload, helpers),
        ]),
      ),
    });
  const queue = await keepRunning(start, log);
  await heart.start();

  return {
    isHeard: heart.isFresh,
    async stop() {
      await queue.stop();
      await heart.stop();
      await pool.finish(ENDS_WITHIN_MS);
    },
  };
}

/** So that jobs which had to wait for the same thing do not all come back in the same instant. */
const SPREAD = 0.2;

/**
 * A provider that asks to be left alone, or has been found silent, is no failure of the job: it comes back when it may,
 * as often as that takes. Everything else that is thrown is tried again by the queue, later each time.
 */
async function runOrPostpone(task: Task, payload: JobPayload, { job, addJob }: JobHelpers): Promise<void> {
  try {
    faultPoint('job_taken');
    await task(payload);
    faultPoint('job_done');
  } catch (error) {
    if (!(error instanceof ProviderError) || error.retryAfterMs === undefined) throw storable(error);
    const waitMs = error.retryAfterMs * (1 + SPREAD * Math.random());
    await addJob(job.task_identifier, payload, {
      runAt: new Date(Date.now() + waitMs),
      maxAttempts: job.max_attempts,
      ...(job.key === null ? {} : { jobKey: job.key, jobKeyMode: 'preserve_run_at' as const }),
    });
  }
}

/** The queue keeps the message of what failed, and PostgreSQL takes no NUL and no half of a surrogate pair in a text. */
function storable(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const message = error.message.replaceAll('\0', '').replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return message === error.message ? error : new Error(message, { cause: error });
}
