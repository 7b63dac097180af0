import type pg from 'pg';

/**
 * When a task with the key of a running one is added, graphile-worker runs it besides, takes the key from the running one
 * and leaves it no further attempt (`add_jobs`). If that one then fails, or its worker dies, nothing is lost, and it must
 * not be shown as a task that failed for good. `updated_at` is written when it loses its key, and not when it is locked.
 */
const IS_SUPERSEDED =
  'locked_at IS NOT NULL AND key IS NULL AND attempts >= max_attempts AND updated_at >= locked_at';

type Tasks = { ids: readonly string[] } | { lockedBy: readonly string[] };

/** Deletes those of the locked tasks in whose place another runs. */
export async function deleteSuperseded(pool: pg.Pool, tasks: Tasks): Promise<void> {
  const [condition, values] =
    'ids' in tasks ? ['id = ANY($1::bigint[])', tasks.ids] : ['locked_by = ANY($1::text[])', tasks.lockedBy];
  await pool.query(`DELETE FROM graphile_worker._private_jobs WHERE ${condition} AND ${IS_SUPERSEDED}`, [
    values,
  ]);
}
