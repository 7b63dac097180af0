import { hostname } from 'node:os';
import type pg from 'pg';
import type { Log } from '../log.ts';
import type { HeldTasks, LockedTask } from './held-tasks.ts';
import { deleteSuperseded } from './superseded.ts';

/** A worker without a heartbeat for this many intervals counts as dead. */
const DEAD_AFTER_BEATS = 3.5;
/**
 * A worker that was away longer than this cannot tell who else is alive: the others' heartbeats may be one interval
 * older than its own.
 */
const KNOWS_FOR_BEATS = 2.5;

/** Milliseconds since, by the database's clock; negative when that clock was put back, or is another server's. */
const SINCE_FORMER_BEAT = `(SELECT extract(epoch FROM now() - min(seen_at))::float * 1000
  FROM public.worker_heartbeat WHERE worker_id = ANY($1::text[]))`;

/**
 * Every worker that may hold tasks writes a heartbeat every ten seconds. The tasks of one without a heartbeat for
 * thirty-five seconds are unlocked, so that a task of a killed process runs again within a minute. With each heartbeat a
 * worker also unlocks the tasks that are locked in its own name and that it does not run.
 */
export function createHeartbeat(pool: pg.Pool, log: Log, everyMs: number, heldTasks: HeldTasks) {
  const deadAfterMs = everyMs * DEAD_AFTER_BEATS;
  const holders = new Set<string>();
  /** Ids that may have rows in the table: a row outlives its holder until it is removed. */
  const written = new Set<string>();
  let beating: Promise<void> | undefined;
  let beatenAt = Number.NEGATIVE_INFINITY;
  let judgesFrom = 0;

  async function beat(): Promise<void> {
    for (const id of holders) written.add(id);
    const { rows } = await pool.query<{ sinceMs: number | null }>(
      `WITH beaten AS (
         INSERT INTO public.worker_heartbeat (worker_id, seen_at) SELECT unnest($1::text[]), now()
         ON CONFLICT (worker_id) DO UPDATE SET seen_at = excluded.seen_at)
       SELECT ${SINCE_FORMER_BEAT} AS "sinceMs"`,
      [[...holders]],
    );
    const now = performance.now();
    // After an outage every heartbeat is old; the other workers need time to write a new one. The same holds when another
    // server has become the primary, whose clock may differ from that of the former.
    const knowsForMs = everyMs * KNOWS_FOR_BEATS;
    const isKnown = now - beatenAt < knowsForMs && Math.abs(rows[0]?.sinceMs ?? Infinity) < knowsForMs;
    if (!isKnown && beatenAt > 0) judgesFrom = now + deadAfterMs;
    const canJudgeOthers = isKnown && now >= judgesFrom;
    beatenAt = now;
    await remove([...written].filter((id) => !holders.has(id)));
    await unlockOrphans();
    if (canJudgeOthers) await unlockDeadWorkers();
  }

  async function unlockOrphans(): Promise<void> {
    const locked = await pool.query<LockedTask>(
      `SELECT id::text, locked_at::text AS "lockedAt" FROM graphile_worker._private_jobs
       WHERE locked_by = ANY($1::text[])`,
      [[...holders]],
    );
    const orphans = heldTasks.findOrphans(locked.rows);
    if (orphans.length === 0) return;
    await deleteSuperseded(pool, { ids: orphans.map(({ id }) => id) });
    // None of them has run, so no attempt is counted.
    await pool.query(
      `UPDATE graphile_worker._private_jobs AS job
       SET locked_by = NULL, locked_at = NULL, attempts = greatest(attempts - 1, 0)
       FROM unnest($1::bigint[], $2::text[]) AS orphan (id, locked_at)
       WHERE job.id = orphan.id AND job.locked_at = orphan.locked_at::timestamptz AND job.locked_by = ANY($3::text[])`,
      [orphans.map(({ id }) => id), orphans.map(({ lockedAt }) => lockedAt), [...holders]],
    );
    log.warn('unlocked tasks that no worker knew of', { tasks: orphans.length, by: hostname() });
  }

  async function remove(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return;
    await pool.query('DELETE FROM public.worker_heartbeat WHERE worker_id = ANY($1::text[])', [ids]);
    for (const id of ids) written.delete(id);
  }

  async function unlockDeadWorkers(): Promise<void> {
    // Selected by the locks they hold, not by their heartbeats: a worker may have died before its first. What is from the
    // future was written by a former primary whose clock was ahead. Our own heartbeat is a moment old, unless the clock has
    // changed since.
    const dead = await pool.query<{ locked_by: string }>(
      `SELECT DISTINCT job.locked_by FROM graphile_worker.jobs AS job
       WHERE abs(extract(epoch FROM now() - job.locked_at)) * 1000 > $1::float AND NOT EXISTS (
         SELECT FROM public.worker_heartbeat AS beat
         WHERE beat.worker_id = job.locked_by AND abs(extract(epoch FROM now() - beat.seen_at)) * 1000 <= $1::float)
       AND EXISTS (SELECT FROM public.worker_heartbeat AS own
         WHERE own.worker_id = ANY($2::text[]) AND abs(extract(epoch FROM now() - own.seen_at)) * 1000 <= $1::float)`,
      [deadAfterMs, [...holders]],
    );
    if (dead.rows.length === 0) return;
    const deadIds = dead.rows.map((row) => row.locked_by);
    await deleteSuperseded(pool, { lockedBy: deadIds });
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
