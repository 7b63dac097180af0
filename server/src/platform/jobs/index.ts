import { sql } from 'kysely';
import type { Tx } from '../db/index.ts';

/** Payloads are ids and small facts; whatever may have changed is read again when the job runs. */
export type JobPayload = Record<
  string,
  string | number | boolean | null | string[] | Record<string, string | number>
>;

/** Every task may run more than once for the same payload. Throwing means "try again later". */
export type Task = (payload: JobPayload) => Promise<void>;
export type Tasks = Record<string, Task>;

export function textIn(payload: JobPayload, name: string): string {
  const value = payload[name];
  if (typeof value !== 'string') throw new TypeError(`a job came without its ${name}`);
  return value;
}

export function numberIn(payload: JobPayload, name: string): number {
  const value = payload[name];
  if (typeof value !== 'number') throw new TypeError(`a job came without its ${name}`);
  return value;
}

export interface EnqueueOptions {
  runAt?: Date;
  /** A job with the same key that has not started is replaced by this one. */
  key?: string;
  maxAttempts?: number;
}

export async function enqueue(
  tx: Tx,
  task: string,
  payload: JobPayload,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`SELECT enqueue_job(${task}, ${JSON.stringify(payload)}::json, ${options.runAt ?? null}::timestamptz,
    ${options.key ?? null}::text, ${options.maxAttempts ?? 25}::integer)`.execute(tx);
}

/** Several jobs in one statement, without options. */
export async function enqueueAll(
  tx: Tx,
  jobs: readonly { task: string; payload: JobPayload }[],
): Promise<void> {
  if (jobs.length > 0) await sql`SELECT enqueue_jobs(${JSON.stringify(jobs)}::json)`.execute(tx);
}

/** Tells people, whoever they are and wherever they look: the notifications domain owns the task. */
export interface Notice {
  userId: number;
  type: string;
  values: Record<string, string | number>;
  path: string | null;
  /** The event that caused it, so that it is told once. */
  dedupeKey: string;
}

export async function tell(tx: Tx, notice: Notice): Promise<void> {
  await enqueue(tx, 'notify', { ...notice });
}

/** The same for many at once, in one statement. */
export function tellAll(tx: Tx, notices: readonly Notice[]): Promise<void> {
  return enqueueAll(
    tx,
    notices.map((notice) => ({ task: 'notify', payload: { ...notice } })),
  );
}
