import { sql } from 'kysely';
import type { Db, Tx } from '../src/platform/db/index.ts';

/**
 * Enqueues any task with any payload, as a former or a wrong version of the product may have done: directly, past the
 * outbox.
 */
export async function enqueueAnyTask(
  db: Db | Tx,
  task: string,
  payload: object = {},
  { maxAttempts = 25 } = {},
): Promise<void> {
  await sql`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, NULL, NULL, ${maxAttempts}::integer)`.execute(
    db,
  );
}
