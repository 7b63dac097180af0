import { sql } from 'kysely';
import { prepared, type Tx } from './db/index.ts';
import type { QueuedTask } from './queue/index.ts';
import { CHANNEL, toPayloads, type ChangeEvent } from './realtime/index.ts';

/** Enqueues tasks and publishes changes in one statement, for commands that run often. */
export async function announce(
  tx: Tx,
  { tasks, changes }: { tasks: readonly QueuedTask[]; changes: readonly ChangeEvent[] },
): Promise<void> {
  const payloads = changes.flatMap((change) => toPayloads(change));
  await sql`${prepared}
    SELECT enqueue_jobs(${JSON.stringify(tasks)}::json),
      (SELECT count(pg_notify(${CHANNEL}, payload)) FROM unnest(${payloads}::text[]) payload)`.execute(tx);
}
