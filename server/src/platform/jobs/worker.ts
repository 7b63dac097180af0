import { hostname } from 'node:os';
import { randomUUID } from 'node:crypto';
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { Logger, run, type Job, type JobHelpers } from 'graphile-worker';
import { faultPoint } from '../fault-point.ts';
import type { Log } from '../log.ts';
import { ProviderError } from '../../ports/provider-error.ts';
import type { JobPayload, Task, Tasks } from './index.ts';

/** Silent for so many heartbeats: dead. */
const DEAD_AFTER_BEATS = 3.5;

/**
 * Runs the queue. Each worker says at every heartbeat (ten seconds) that it lives; the jobs of one that has been
 * silent for thirty-five are unlocked, so that a job of a killed process runs again within a minute.
 */
export async function startWorker(options: {
  ownerUrl: string;
  tasks: Tasks;
  crontab?: readonly string[];
  log: Log;
  concurrency?: number;
  heartbeatMs: number;
}): Promise<{ stop(): Promise<void> }> {
  const { tasks, log, heartbeatMs } = options;
  const deadAfterMs = heartbeatMs * DEAD_AFTER_BEATS;
  const pool = new pg.Pool({
    connectionString: options.ownerUrl,
    max: (options.concurrency ?? 4) + 2,
    application_name: 'fws-worker',
  });
  const lost = (error: Error) => log.warn('worker lost a database connection', { reason: error.message });
  pool.on('error', lost);
  // One that is cut while a job uses it tells nobody else, and would end the process.
  pool.on('connect', (client) => client.on('error', lost));
  const prefix = `${hostname()}-${process.pid}-${randomUUID().slice(0, 8)}`;
  const workerIds = new Set<string>();

  const beat = async () => {
    const ids = [...workerIds];
    if (ids.length > 0) {
      await pool.query(
        `INSERT INTO public.worker_heartbeat (worker_id, seen_at) SELECT unnest($1::text[]), now()
         ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`,
        [ids],
      );
    }
    // By the jobs they hold, not by their heartbeats: one may have died before its first.
    const dead = await pool.query<{ locked_by: string }>(
      `SELECT DISTINCT job.locked_by FROM graphile_worker.jobs AS job
       WHERE job.locked_at < now() - $1 * interval '1 millisecond' AND NOT EXISTS (
         SELECT FROM public.worker_heartbeat AS beat
         WHERE beat.worker_id = job.locked_by AND beat.seen_at >= now() - $1 * interval '1 millisecond')`,
      [deadAfterMs],
    );
    if (dead.rows.length === 0) return;
    const deadIds = dead.rows.map((row) => row.locked_by);
    await pool.query('SELECT graphile_worker.force_unlock_workers($1::text[])', [deadIds]);
    await pool.query('DELETE FROM public.worker_heartbeat WHERE worker_id = ANY($1::text[])', [deadIds]);
    log.warn('unlocked the jobs of dead workers', { workers: deadIds.length, by: prefix });
  };
  const safeBeat = () => beat().catch((error: unknown) => log.error('worker heartbeat failed', error));

  const events = new EventEmitter();
  events.on('worker:create', ({ worker }: { worker: { workerId: string } }) =>
    workerIds.add(worker.workerId),
  );
  events.on('job:error', ({ job, error }: { job: Job; error: unknown }) =>
    log.error('job failed', error, { task: job.task_identifier, attempt: job.attempts }),
  );
  const runner = await run({
    pgPool: pool,
    concurrency: options.concurrency ?? 4,
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
  await safeBeat();
  const timer = setInterval(() => void safeBeat(), heartbeatMs);

  return {
    async stop() {
      clearInterval(timer);
      await runner.stop();
      await pool
        .query('DELETE FROM public.worker_heartbeat WHERE worker_id = ANY($1::text[])', [[...workerIds]])
        .catch(() => undefined);
      await pool.end();
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
    if (!(error instanceof ProviderError) || error.retryAfterMs === undefined) throw error;
    const waitMs = error.retryAfterMs * (1 + SPREAD * Math.random());
    await addJob(job.task_identifier, payload, {
      runAt: new Date(Date.now() + waitMs),
      maxAttempts: job.max_attempts,
      ...(job.key === null ? {} : { jobKey: job.key, jobKeyMode: 'preserve_run_at' as const }),
    });
  }
}
