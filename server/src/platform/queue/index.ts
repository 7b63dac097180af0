import * as z from 'zod/mini';
import type { Tx } from '../db/index.ts';
import { writeOutbox } from '../outbox/index.ts';

/** Payloads contain ids and unchanging facts; anything that may have changed is read again when the task runs. */
export type TaskPayload = Record<
  string,
  string | number | boolean | null | string[] | Record<string, string | number> | readonly TaskRecord[]
>;
type TaskRecord = Record<string, string | number | null | Record<string, string | number>>;

/**
 * Every task with its payload. A domain adds its own beside their handlers, so that the platform knows no domain, and
 * so that a domain may enqueue a task of one that depends on it:
 *
 * ```ts
 * declare module '../../platform/queue/index.ts' {
 *   interface TaskMap extends Payloads<typeof payloads> {}
 * }
 * ```
 */
// oxlint-disable-next-line typescript/no-empty-object-type -- the domains add its members
export interface TaskMap {}
export type TaskName = keyof TaskMap;

type NoPayload = Record<string, never>;
/** A crontab line. The task takes no payload, because a line has none. */
export type CronLine =
  `${string} ${{ [Name in TaskName]: TaskMap[Name] extends NoPayload ? Name : never }[TaskName]}`;

/** Runs a queued task. It may run more than once for the same payload. Throwing an error schedules a retry. */
export type Task = (payload: unknown) => Promise<void>;
export type Tasks = Record<string, Task>;

export type Payloads<Schemas extends Record<string, z.ZodMiniType<TaskPayload>>> = {
  [Name in keyof Schemas]: z.output<Schemas[Name]>;
};

/** The payload of a task that needs none. The queue's own entries for crontab tasks are ignored. */
export const noPayload = z.transform((): NoPayload => ({}));

/** Every handler receives its task's payload as its schema parsed it. */
export function defineTasks<Map extends Record<string, TaskPayload>>(
  schemas: { [Name in keyof Map]: z.ZodMiniType<Map[Name]> },
  handlers: { [Name in keyof Map]: (payload: Map[Name]) => Promise<void> },
): Tasks {
  const defineTask =
    (name: keyof Map): Task =>
    async (payload) =>
      handlers[name](parsePayload(schemas[name], payload));
  return Object.fromEntries(Object.keys(schemas).map((name) => [name, defineTask(name)]));
}

/** The error names the wrong entries and none of their values: it is stored and shown to operators. */
function parsePayload<Payload>(schema: z.ZodMiniType<Payload>, payload: unknown): Payload {
  const parsed = z.safeParse(schema, payload);
  if (parsed.success) return parsed.data;
  const entries = new Set(parsed.error.issues.map(({ path }) => path.join('.')));
  throw new TypeError(`a task came without its ${[...entries].join(', ')}`);
}

/**
 * Which due tasks run before others, whatever was due earlier. `first`: money, and codes that somebody waits for. `later`:
 * what may come minutes late and can be due in great numbers. Tasks without a priority run between them.
 */
export type TaskPriority = 'first' | 'later';
export type TaskPriorities = { readonly [Name in TaskName]?: TaskPriority };

export interface EnqueueOptions {
  runAt?: Date;
  /** Replaces an earlier task with the same key that has not started. */
  key?: string;
  maxAttempts?: number;
}

/** Lets the queue run a task after the transaction has committed. */
export async function enqueue<Name extends TaskName>(
  tx: Tx,
  task: Name,
  payload: TaskMap[Name],
  options: EnqueueOptions = {},
): Promise<void> {
  writeOutbox(tx, [{ task, payload, ...options }]);
}

export type QueuedTask = { [Name in TaskName]: { task: Name; payload: TaskMap[Name] } }[TaskName];

/** Enqueues several tasks, without options. */
export async function enqueueAll(tx: Tx, tasks: readonly QueuedTask[]): Promise<void> {
  writeOutbox(tx, tasks);
}

/**
 * A notification for one user, delivered once for its `dedupeKey`, the id of the event that caused it. The
 * notifications domain owns the task that delivers it.
 */
export type Notice = TaskMap['notify'];

export async function notify(tx: Tx, notice: Notice): Promise<void> {
  await enqueue(tx, 'notify', notice);
}

/** So that a retry repeats little. */
const NOTICES_PER_TASK = 20;

/** Enqueues many notifications, few tasks for all of them. */
export function notifyMany(tx: Tx, notices: readonly Notice[]): Promise<void> {
  const tasks: QueuedTask[] = [];
  for (let start = 0; start < notices.length; start += NOTICES_PER_TASK)
    tasks.push({ task: 'notify_many', payload: { notices: notices.slice(start, start + NOTICES_PER_TASK) } });
  return enqueueAll(tx, tasks);
}
