import { EventEmitter } from 'node:events';
import { sql, type RawBuilder } from 'kysely';
import { afterCommit, prepared, type Tx } from '../db/index.ts';

/** A task for the queue, or (without `task`) an event for live updates. */
export interface OutboxRow {
  task: string | null;
  payload: object;
  /** When the queue may run the task; omitted for as soon as possible. */
  runAt?: Date | null;
  /** Replaces an earlier task with the same key that has not started. */
  key?: string | null;
  maxAttempts?: number;
}

/** Says to the relay of this process that a transaction has committed rows. Relays of other processes poll. */
export const outboxCommits = new EventEmitter<{ commit: [] }>().setMaxListeners(0);

const announce = (): void => void outboxCommits.emit('commit');

/** Writes rows in one statement. The relay hands them on, in this order, after the transaction has committed. */
export async function writeOutbox(tx: Tx, rows: readonly OutboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await sql`${prepared} INSERT INTO outbox (task, payload, run_at, job_key, max_attempts)
    SELECT task, payload, "runAt", key, "maxAttempts"
    FROM json_to_recordset(${JSON.stringify(rows)}::json)
      AS rows (task text, payload json, "runAt" timestamptz, key text, "maxAttempts" smallint)`.execute(tx);
  afterCommit(tx, announce);
}

/** Writes a task for each row that `select` returns: its name, its payload as JSON, and its key. */
export async function writeSelectedTasks(tx: Tx, select: RawBuilder<unknown>): Promise<void> {
  await sql`INSERT INTO outbox (task, payload, job_key) ${select}`.execute(tx);
  afterCommit(tx, announce);
}
