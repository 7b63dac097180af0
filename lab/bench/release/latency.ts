import { Client } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { LiveEvent } from '../client.ts';

/** Without it, a lost event would be waited for forever. */
const DEADLINE_MS = 60_000;

/** PostgreSQL remembers when each transaction committed. Takes effect when the server starts again. */
export async function enableCommitTimes(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('ALTER SYSTEM SET track_commit_timestamp = on');
  await client.end();
}

/** Empties the queue, as a worker would have done: the relay's statements take longer beside many tasks. */
export async function deleteTasks(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  await client.query('TRUNCATE graphile_worker._private_jobs');
  await client.end();
}

/**
 * Measures how long after the commit of a release its event arrives at the poster's browser. Both times are of this
 * machine's clock: PostgreSQL takes its own before the commit is flushed to disk.
 */
export async function watchReleaseEvents(ownerUrl: string) {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  const arrivals = new Map<number, number[]>();
  let firstChange = 0;
  return {
    onEvent: ({ topic, id }: LiveEvent): void => {
      if (topic !== 'contract') return;
      const jobId = Number(id);
      const atMs = Date.now() + 1; // rounded up
      arrivals.set(jobId, [...(arrivals.get(jobId) ?? []), atMs]);
    },
    /** Forgets earlier releases. */
    async start(): Promise<void> {
      const { rows } = await client.query<{ last: string | null }>(
        'SELECT max(id) AS last FROM state_change',
      );
      firstChange = Number(rows[0]?.last ?? 0) + 1;
      arrivals.clear();
    },
    /**
     * Waits for the event of each release since the start. Returns the times in milliseconds, shortest first. Equal events
     * that are published together arrive once.
     */
    async finish(): Promise<number[]> {
      const { rows } = await client.query<{ job_id: string; committed_ms: number }>(
        `SELECT job_id, extract(epoch FROM pg_xact_commit_timestamp(xmin))::float8 * 1000 AS committed_ms
        FROM state_change WHERE id >= $1 AND subject = 'milestone' AND to_state = 'released'`,
        [firstChange],
      );
      const deadline = Date.now() + DEADLINE_MS;
      for (;;) {
        const times = rows.flatMap(({ job_id: jobId, committed_ms: committedMs }) => {
          const arrivedMs = arrivals.get(Number(jobId))?.find((atMs) => atMs >= committedMs);
          return arrivedMs === undefined ? [] : arrivedMs - committedMs;
        });
        if (times.length === rows.length) return times.toSorted((a, b) => a - b);
        if (Date.now() > deadline) throw new Error(`${rows.length - times.length} events did not arrive`);
        await sleep(5);
      }
    },
    /** Waits until everything that releases caused has been handed on and done. */
    async waitForTasks(): Promise<void> {
      const remaining = `SELECT EXISTS (SELECT FROM outbox) OR EXISTS (SELECT FROM graphile_worker._private_jobs
        WHERE run_at <= now()) AS remaining`;
      while ((await client.query<{ remaining: boolean }>(remaining)).rows[0]?.remaining) await sleep(20);
    },
    close: () => client.end(),
  };
}

/** The value below which the given part of sorted values lies. */
export const calculatePercentile = (sorted: readonly number[], part: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(part * sorted.length))] ?? Number.NaN;
