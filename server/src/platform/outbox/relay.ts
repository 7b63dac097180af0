import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { buildWatchedStream, type Line } from '../db/connection-watchdog.ts';
import type { Log } from '../log.ts';
import { BATCH_MAX, IS_OURS_OR_OVER, relayBatch } from './batch.ts';
import { outboxCommits } from './index.ts';

/** How long after its last batch a relay keeps its turn. Another takes over within this time and one slow poll. */
const LEASE_MS = 1_500;
/**
 * While the turn is ours: rows of other processes are found by polling, and batches begin at least this far apart. A batch
 * costs the same few statements for one row and for many.
 */
const BUSY_POLL_MS = 20;
const IDLE_POLL_MS = 250;

export interface Relay {
  stop(): Promise<void>;
}

/**
 * Hands on what transactions have written to the outbox, as soon as one of this process commits. Every process runs a
 * relay, and a lease gives one of them the turn. Survives outages of the database.
 */
export function startRelay(options: { queueUrl: string; log: Log; line?: Line }): Relay {
  const { log } = options;
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
  const holder = randomUUID();
  const stopping = new AbortController();
  let isAwake = false;
  let busyUntil = 0;
  let nextBatchAt = 0;
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
        const count = await relayBatch(client, { holder, forMs: LEASE_MS });
        if (count === null) busyUntil = 0;
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

  /** One short statement, so that polling costs next to nothing. */
  async function hasWork(client: pg.ClientBase): Promise<boolean> {
    const { rowCount } = await client.query({
      name: 'outbox-poll',
      text: `SELECT FROM public.outbox_lease
        WHERE ${IS_OURS_OR_OVER} AND EXISTS (SELECT FROM public.outbox)`,
      values: [holder, LEASE_MS],
    });
    return rowCount === 1;
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
