import { EventEmitter } from 'node:events';
import { sql, type RawBuilder } from 'kysely';
import { addTrace } from '../queue/task-trace.ts';
import { afterCommit, beforeCommit, prepared, type Tx } from '../db/index.ts';

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

/** The rows of transactions that have not written them yet. */
const pendingRows = new WeakMap<Tx, OutboxRow[]>();

/**
 * Writes rows, all of a transaction in one statement before it commits. The relay hands them on, in this order, after it
 * has committed.
 */
export function writeOutbox(tx: Tx, untracedRows: readonly OutboxRow[]): void {
  const rows = addTrace(untracedRows);
  if (rows.length === 0) return;
  const pending = pendingRows.get(tx);
  if (pending) {
    pending.push(...rows);
    return;
  }
  pendingRows.set(tx, [...rows]);
  beforeCommit(tx, () => writePendingRows(tx));
  afterCommit(tx, announce);
}

/** The statement that writes the rows, for a command that sends it with its own last statement. Null if there are none. */
export function insertPendingRows(tx: Tx): RawBuilder<unknown> | null {
  const rows = pendingRows.get(tx) ?? [];
  if (rows.length === 0) return null;
  const json = JSON.stringify(rows);
  rows.length = 0;
  return sql`INSERT INTO outbox (task, payload, run_at, job_key, max_attempts)
    SELECT task, payload, "runAt", key, "maxAttempts"
    FROM json_to_recordset(${json}::json)
      AS rows (task text, payload json, "runAt" timestamptz, key text, "maxAttempts" smallint)`;
}

async function writePendingRows(tx: Tx): Promise<void> {
  const insert = insertPendingRows(tx);
  if (insert) await sql`${prepared} ${insert}`.execute(tx);
}

/** Writes a task for each row that `select` returns: its name, its payload as JSON, and its key. */
export async function writeSelectedTasks(tx: Tx, select: RawBuilder<unknown>): Promise<void> {
  await writePendingRows(tx); // they come first
  await sql`INSERT INTO outbox (task, payload, job_key) ${select}`.execute(tx);
  afterCommit(tx, announce);
}
