import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildWatchedStream, type Line } from '../db/connection-watchdog.ts';
import type { Log } from '../log.ts';
import type { TaskPriorities } from '../queue/index.ts';
import type { RedisEvents } from '../realtime/redis.ts';
import { BATCH_MAX, IS_OURS_OR_OVER, listNames, relayBatch, THROUGH_REDIS, type Lease } from './batch.ts';
import { outboxCommits } from './index.ts';
import { reportOutbox } from './metrics.ts';

/** How long after its last batch a relay keeps its turn. Another takes over within this time and one slow poll. */
const LEASE_MS = 1_500;
/**
 * While the turn is ours: rows of other processes are found by polling, and batches begin at least this far apart. A batch
 * costs the same few statements for one row and for many.
 */
const BUSY_POLL_MS = 20;
const IDLE_POLL_MS = 250;
/** In the lease of a new database. */
const NOBODY = '';
/** In place of the lease's state, which changes with every batch. */
const OWN_BATCH = 'own';
/** So long that every process reads it: each does so at least once while a turn lasts. */
const UNSURE_MS = 2 * LEASE_MS;

export interface Relay {
  stop(): Promise<void>;
}

/**
 * Hands on what transactions have written to the outbox, as soon as one of this process commits. Every process runs a
 * relay, and a lease gives one of them the turn. Survives outages of the database.
 */
export function startRelay(options: {
  queueUrl: string;
  log: Log;
  line?: Line | undefined;
  priorities?: TaskPriorities;
  redis?: RedisEvents | undefined;
}): Relay {
  const { log, redis } = options;
  const pool = new pg.Pool({
    connectionString: options.queueUrl,
    max: 1,
    application_name: 'fws-relay',
    connectionTimeoutMillis: 10_000,
    ...buildWatchedStream(options.line),
  });
  pool.on('error', () => {});
  // A connection that fails between two statements of a batch reports only here; unhandled, the error would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const stopReporting = reportOutbox(pool);
  const holder = randomUUID();
  const stopping = new AbortController();
  let isAwake = false;
  let busyUntil = 0;
  let nextBatchAt = 0;
  let unsureUntil = 0;
  let seen: { batchId: string; at: number } | undefined;
  let wakeUp = (): void => {};
  const onCommit = (): void => {
    isAwake = true;
    wakeUp();
  };
  outboxCommits.on('commit', onCommit);

  /** Resolves after the time, or as soon as a transaction of this process has committed rows. */
  const waitForWork = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      if (isAwake || stopping.signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      wakeUp = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  async function relayAll(): Promise<void> {
    // Where another relay may have the turn, a poll costs less than a batch in vain.
    let mustHaveWork = isAwake && performance.now() < busyUntil;
    isAwake = false;
    const client = await pool.connect();
    let failed = true;
    try {
      while (mustHaveWork || (await hasWork(client))) {
        const startedAt = performance.now();
        const count = await relayBatch(client, createLease(), options.priorities);
        if (count === null) busyUntil = 0;
        else watchTurns(OWN_BATCH, true);
        if (!count) break;
        busyUntil = performance.now() + LEASE_MS;
        nextBatchAt = startedAt + BUSY_POLL_MS;
        if (count < BATCH_MAX) break;
        mustHaveWork = false;
      }
      failed = false;
    } finally {
      client.release(failed);
    }
  }

  const createLease = (): Lease => ({
    holder,
    forMs: LEASE_MS,
    ...(redis && { redis: { isSure: redis.isUp() && performance.now() > unsureUntil, publish } }),
  });

  async function publish(payloads: readonly string[]): Promise<boolean> {
    if (await redis?.publish(payloads)) return true;
    unsureUntil = performance.now() + UNSURE_MS;
    redis?.noteUnpublished();
    return false;
  }

  /** One short statement, so that polling costs next to nothing. */
  async function hasWork(client: pg.ClientBase): Promise<boolean> {
    const { rows } = await client.query<{ holder: string; batch_id: string; has_work: boolean }>({
      name: 'outbox-poll',
      text: `SELECT holder, expires_at::text AS batch_id,
          ${IS_OURS_OR_OVER} AND EXISTS (SELECT FROM public.outbox) AS has_work
        FROM public.outbox_lease`,
      values: [LEASE_MS, listNames(holder)],
    });
    const [lease] = rows;
    if (!lease) return false;
    const isSure = lease.holder === NOBODY || lease.holder.startsWith(THROUGH_REDIS);
    watchTurns(lease.batch_id, isSure);
    return lease.has_work;
  }

  /**
   * Whoever had the turn since the last time may have handed events on past Redis. Each holder is read at least once
   * while its turn lasts, unless this process was late.
   */
  function watchTurns(batchId: string, isSure: boolean): void {
    const now = performance.now();
    const isLate = seen !== undefined && now > seen.at + LEASE_MS - IDLE_POLL_MS;
    if (batchId !== seen?.batchId && (isLate || !isSure)) redis?.noteUnpublished();
    seen = { batchId, at: now };
  }

  async function run(): Promise<void> {
    let isFailing = false;
    while (!stopping.signal.aborted) {
      try {
        await relayAll();
        isFailing = false;
      } catch (error) {
        if (!isFailing) log.error('the outbox waits for the database', error);
        isFailing = true;
        isAwake = false;
      }
      await waitForWork(!isFailing && performance.now() < busyUntil ? BUSY_POLL_MS : IDLE_POLL_MS);
      const pauseMs = nextBatchAt - performance.now();
      if (pauseMs > 0) await sleep(pauseMs, undefined, { signal: stopping.signal }).catch(() => {});
    }
  }

  const running = run();
  return {
    async stop() {
      stopReporting();
      outboxCommits.off('commit', onCommit);
      stopping.abort();
      wakeUp();
      await running;
      // What this process committed last need not wait for the relay of another.
      await relayAll().catch(() => {});
      await pool.end();
    },
  };
}
