import { hostname } from 'node:os';
import type pg from 'pg';
import type { Log } from '../log.ts';

/** A worker without a heartbeat for this many intervals counts as dead. */
const DEAD_AFTER_BEATS = 3.5;
/**
 * A worker that was away longer than this cannot tell who else is alive: the others' heartbeats may be one interval
 * older than its own.
 */
const KNOWS_FOR_BEATS = 2.5;

/**
 * Every worker that may hold tasks writes a heartbeat every ten seconds. The tasks of one without a heartbeat for
 * thirty-five seconds are unlocked, so that a task of a killed process runs again within a minute.
 */
export function createHeartbeat(pool: pg.Pool, log: Log, everyMs: number) {
  const deadAfterMs = everyMs * DEAD_AFTER_BEATS;
  const holders = new Set<string>();
  /** Ids that may have rows in the table: a row outlives its holder until it is removed. */
  const written = new Set<string>();
  let beating: Promise<void> | undefined;
  let beatenAt = Number.NEGATIVE_INFINITY;

  async function beat(): Promise<void> {
    for (const id of holders) written.add(id);
    await pool.query(
      `INSERT INTO public.worker_heartbeat (worker_id, seen_at) SELECT unnest($1::text[]), now()
       ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at`,
      [[...holders]],
    );
    const now = performance.now();
    // After an outage every heartbeat is old; the other workers need time to write a new one.
    const canJudgeOthers = now - beatenAt < everyMs * KNOWS_FOR_BEATS;
    beatenAt = now;
    await remove([...written].filter((id) => !holders.has(id)));
    if (canJudgeOthers) await unlockDeadWorkers();
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await pool.query('DELETE FROM public.worker_heartbeat WHERE worker_id = ANY($1::text[])', [ids]);
    for (const id of ids) written.delete(id);
  }

  async function unlockDeadWorkers(): Promise<void> {
    // Selected by the locks they hold, not by their heartbeats: a worker may have died before its first.
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
    log.warn('unlocked the tasks of dead workers', { workers: deadIds.length, by: hostname() });
  }

  /** One at a time: a late heartbeat would write its row again after stop() has removed it. */
  const beatSafely = () =>
    (beating ??= beat()
      .catch((error: unknown) => log.error('worker heartbeat failed', error))
      .finally(() => (beating = undefined)));
  let timer: NodeJS.Timeout | undefined;
  return {
    start() {
      timer = setInterval(() => void beatSafely(), everyMs);
      return beatSafely();
    },
    addHolder: (id: string) => void holders.add(id),
    removeHolder: (id: string) => void holders.delete(id),
    /** The other workers consider this one alive. */
    isFresh: () => performance.now() - beatenAt < deadAfterMs,
    async stop() {
      clearInterval(timer);
      await beating;
      await remove([...written]).catch(() => undefined);
    },
  };
}
