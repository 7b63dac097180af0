import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/** Payloads contain ids and unchanging facts; anything that may have changed is read again when the task runs. */
export type TaskPayload = Record<
  string,
  string | number | boolean | null | string[] | Record<string, string | number>
>;

/** Every task may run more than once for the same payload. Throwing an error schedules a retry. */
export type Task = (payload: TaskPayload) => Promise<void>;
export type Tasks = Record<string, Task>;

export function getPayloadText(payload: TaskPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new TypeError(`a job came without its ${name}`);
  return value;
}

export function getPayloadNumber(payload: TaskPayload, name: string): number {
  const value = payload[name];
  if (typeof value !== 'number') throw new TypeError(`a job came without its ${name}`);
  return value;
}

export interface EnqueueOptions {
  runAt?: Date;
  /** Replaces an earlier task with the same key that has not started. */
  key?: string;
  maxAttempts?: number;
}

export async function enqueue(
  tx: Tx,
  task: string,
  payload: TaskPayload,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${options.runAt ?? null}::timestamptz,
    ${options.key ?? null}::text, ${options.maxAttempts ?? 25}::integer)`.execute(tx);
}

/** Enqueues several tasks in one statement, without options. */
export async function enqueueAll(
  tx: Tx,
  jobs: readonly { task: string; payload: TaskPayload }[],
): Promise<void> {
  if (jobs.length > 0) await sql`SELECT enqueue_jobs(${JSON.stringify(jobs)}::json)`.execute(tx);
}

/** A notification for one user; the notifications domain owns the task that delivers it. */
export interface Notice {
  userId: number;
  type: string;
  values: Record<string, string | number>;
  path: string | null;
  /** The id of the event that caused it, so that it is delivered once. */
  dedupeKey: string;
}

export async function notify(tx: Tx, notice: Notice): Promise<void> {
  await enqueue(tx, 'notify', { ...notice });
}

/** Enqueues many notifications in one statement. */
export function notifyMany(tx: Tx, notices: readonly Notice[]): Promise<void> {
  return enqueueAll(
    tx,
    notices.map((notice) => ({ task: 'notify', payload: { ...notice } })),
  );
}
