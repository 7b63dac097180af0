import type pg from 'pg';
import { reachFaultPoint } from '../fault-point.ts';
import { parsePosition } from '../db/replicas/position.ts';
import type { TaskPriorities, TaskPriority } from '../queue/index.ts';
import { CHANNEL, toPayloads, type ChangeEvent } from '../realtime/payloads.ts';

/** Enough to empty the outbox quickly; a transaction with more keeps others from their turn for no gain. */
export const BATCH_MAX = 500;
const DEFAULT_MAX_ATTEMPTS = 25;

/** The queue takes the lowest number first, and 0 when it is told none. */
const QUEUE_PRIORITIES: Record<TaskPriority, number> = { first: -10, later: 10 };

interface ClaimedRow {
  id: string;
  task: string | null;
  payload: unknown;
  run_at: Date | null;
  job_key: string | null;
  max_attempts: number | null;
  /** Where the log was when the row could be seen: what committed it is before. */
  position: string;
}

/** Whose turn it is to hand rows on, and for how long after this batch. */
export interface Lease {
  holder: string;
  forMs: number;
  /** Where live events also go through Redis. */
  redis?: {
    /** Whether this turn counts as one whose events all went through Redis. */
    isSure: boolean;
    /** False when Redis has not taken all of them. */
    publish(payloads: readonly string[]): Promise<boolean>;
  };
}

/**
 * Begins the name of a holder whose events all went through Redis. Every process reads the name, so those that listen to
 * Redis know when they may have missed some. The relay of a process without Redis has a name without it.
 */
export const THROUGH_REDIS = 'redis:';

/**
 * Hands the oldest rows on: tasks to the queue, events to every process that listens. Both happen in the transaction
 * that deletes the rows, so a relay that dies loses nothing and does nothing twice. Returns the number of rows, or null
 * when another relay has the lease.
 *
 * The commit need not be flushed to disk: if a crash undoes it, the rows are in the outbox again and the tasks are not
 * in the queue. A task that has run has flushed this commit with its own.
 */
export async function relayBatch(
  client: pg.ClientBase,
  lease: Lease,
  priorities: TaskPriorities = {},
): Promise<number | null> {
  await client.query('BEGIN; SET LOCAL synchronous_commit = off');
  try {
    if (!(await takeLease(client, lease))) {
      await client.query('ROLLBACK');
      return null;
    }
    const rows = await claimRows(client);
    reachFaultPoint('outbox_claimed');
    await enqueueTasks(client, rows, priorities);
    const payloads = listPayloads(rows);
    await notifyProcesses(client, payloads);
    // Before the commit: a relay that dies after it would have told nobody.
    if (lease.redis && payloads.length > 0 && !(await lease.redis.publish(payloads)))
      await markUnsure(client, lease);
    reachFaultPoint('outbox_handed_on');
    await client.query('COMMIT');
    reachFaultPoint('outbox_committed');
    return rows.length;
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

/**
 * Nobody else has the turn. A lease that lies further ahead than any lasts was written by a former primary whose clock
 * was ahead. `$1` is how many milliseconds a lease lasts, `$2` the names of the holder.
 */
export const IS_OURS_OR_OVER = `(holder = ANY($2::text[]) OR expires_at < clock_timestamp()
  OR expires_at > clock_timestamp() + $1 * interval '1 millisecond')`;

/** The row stays locked until the batch has committed, so two relays never hand rows on at once, whatever their clocks say. */
async function takeLease(client: pg.ClientBase, { holder, forMs, redis }: Lease): Promise<boolean> {
  const { rowCount } = await client.query({
    name: 'outbox-lease',
    text: `UPDATE public.outbox_lease SET holder = $3, expires_at = clock_timestamp() + $1 * interval '1 millisecond'
      WHERE is_only = (SELECT is_only FROM public.outbox_lease
        WHERE ${IS_OURS_OR_OVER} FOR UPDATE SKIP LOCKED)`,
    values: [forMs, listNames(holder), redis?.isSure ? THROUGH_REDIS + holder : holder],
  });
  return rowCount === 1;
}

/** Both names that a holder can have in the lease. */
export const listNames = (holder: string): string[] => [holder, THROUGH_REDIS + holder];

const markUnsure = (client: pg.ClientBase, { holder }: Lease) =>
  client.query('UPDATE public.outbox_lease SET holder = $1', [holder]);

async function claimRows(client: pg.ClientBase): Promise<ClaimedRow[]> {
  const { rows } = await client.query<ClaimedRow>({
    name: 'outbox-claim',
    text: `WITH claimed AS (
        DELETE FROM public.outbox WHERE id IN (
          SELECT id FROM public.outbox ORDER BY id LIMIT ${BATCH_MAX} FOR UPDATE SKIP LOCKED)
        RETURNING *)
      SELECT id::text, task, payload, run_at, job_key, max_attempts, pg_current_wal_insert_lsn()::text AS position
      FROM claimed ORDER BY claimed.id`,
  });
  return rows;
}

/** The queue takes tasks by their time, and the tasks of one statement in any order. So each is due after the one before. */
async function enqueueTasks(
  client: pg.ClientBase,
  rows: readonly ClaimedRow[],
  priorities: TaskPriorities,
): Promise<void> {
  const tasks = keepLastPerKey(rows.filter(({ task }) => task !== null));
  if (tasks.length === 0) return;
  await client.query({
    name: 'outbox-enqueue',
    text: `SELECT graphile_worker.add_jobs(array_agg(ROW(
        task, payload, NULL, coalesce(run_at, now() - (${BATCH_MAX} - position) * interval '1 microsecond'),
        max_attempts, job_key, priority, NULL)::graphile_worker.job_spec))
      FROM ROWS FROM (json_to_recordset($1::json)
        AS (task text, payload json, run_at timestamptz, max_attempts smallint, job_key text, priority smallint)) WITH ORDINALITY
        AS tasks (task, payload, run_at, max_attempts, job_key, priority, position)`,
    values: [
      JSON.stringify(
        tasks.map((row) => ({
          ...row,
          max_attempts: row.max_attempts ?? DEFAULT_MAX_ATTEMPTS,
          priority: findPriority(priorities, row.task),
        })),
      ),
    ],
  });
}

function findPriority(priorities: TaskPriorities, task: string | null): number {
  const priority = (priorities as Record<string, TaskPriority | undefined>)[task ?? ''];
  return priority === undefined ? 0 : QUEUE_PRIORITIES[priority];
}

/** The queue takes a key once in a statement. A later task with the same key would replace the earlier one anyway. */
function keepLastPerKey(tasks: readonly ClaimedRow[]): ClaimedRow[] {
  const lastIndex = new Map(tasks.map(({ job_key: key }, index) => [key, index]));
  return tasks.filter(({ job_key: key }, index) => key === null || lastIndex.get(key) === index);
}

const listPayloads = (rows: readonly ClaimedRow[]): string[] =>
  rows
    .filter(({ task }) => task === null)
    .flatMap((row) =>
      toPayloads({
        ...(row.payload as ChangeEvent),
        position: parsePosition(row.position),
        eventId: row.id,
      }),
    );

/** Processes with Redis do not listen here. Where all have it, nobody does, and a notification costs next to nothing. */
async function notifyProcesses(client: pg.ClientBase, payloads: readonly string[]): Promise<void> {
  if (payloads.length === 0) return;
  await client.query({
    name: 'outbox-publish',
    text: 'SELECT pg_notify($1, payload) FROM unnest($2::text[]) AS payload',
    values: [CHANNEL, payloads],
  });
}
