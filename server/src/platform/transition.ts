import { sql, type RawBuilder, type Updateable } from 'kysely';
import { decideTransition, type Actor, type Lifecycle } from '@fws/contract/platform/lifecycle';
import { prepared, type Database, type Tx } from './db/index.ts';
import { noteEvent, requireEvents } from './event-postings.ts';
import { toCurrentName } from './queue/renamed-tasks.ts';
import { getWorkContext } from './work-context.ts';

/** Who caused a change, as the history names them. */
export type ChangedBy =
  | { role: Exclude<Actor, 'provider' | 'system'>; userId: number }
  | { role: 'provider' | 'system' };

/** A webhook, or an answer of the provider. */
export const BY_PROVIDER: ChangedBy = { role: 'provider' };
/** A timer, or what follows from another change. */
export const BY_SYSTEM: ChangedBy = { role: 'system' };

/** Who caused a change, and when. */
export interface Cause {
  by: ChangedBy;
  at: Date;
}

/** What the history files a change under. */
export interface HistorySubject {
  subject: string;
  subjectId: string | number;
  /** The job that it is part of. */
  jobId: number | null;
}

export interface StateChange extends HistorySubject {
  /** The column. */
  track: string;
  from: string;
  to: string;
}

/** Writes the history of changes that one event made. Transition functions call it; so does what has no lifecycle. */
export async function recordStateChanges(
  tx: Tx,
  changes: readonly StateChange[],
  cause: Cause,
): Promise<void> {
  if (changes.length > 0) await insertStateChanges(changes, cause).execute(tx);
}

function insertStateChanges(changes: readonly StateChange[], { by, at }: Cause) {
  const list = (field: keyof StateChange) => changes.map((change) => change[field]);
  return sql`
    INSERT INTO state_change (subject, subject_id, job_id, track, from_state, to_state, by_user, by_role, at)
    SELECT change.*, ${'userId' in by ? by.userId : null}::bigint, ${by.role}, ${at}::timestamptz
    FROM unnest(${list('subject')}::text[], ${list('subjectId').map(String)}::text[], ${list('jobId')}::bigint[],
      ${list('track')}::text[], ${list('from')}::text[], ${list('to')}::text[]) change`;
}

/** A column that holds the state of a lifecycle. `Row`: what a transition needs to know of a row. */
export interface Entity<
  Table extends keyof Database,
  Row extends object,
  State extends string,
  Event extends string,
> {
  lifecycle: Lifecycle<State, Event>;
  table: Table;
  key: readonly (keyof Row & keyof Database[Table] & string)[];
  column: keyof Row & keyof Database[Table] & string;
  /** The column that decides about the node of the row, if it is not in the key (docs/citus.md). */
  shardColumn?: keyof Row & keyof Database[Table] & string;
  /** The column that takes the time of every change of the state, if the table has one. */
  timeColumn?: keyof Database[Table] & string;
  toSubject: (row: Row) => HistorySubject;
}

/**
 * The only way to change that column. The returned function asks the lifecycle, writes the new state and the history, and
 * returns the rows as they are afterwards. Rows in which the event took place already stay as they are. It throws where
 * the lifecycle refuses the event, because rules decide that before, and where a row is no longer in the state that it was
 * read in, because the caller must have locked it. It also throws where another task than the lifecycle names causes the
 * event, and the transaction does where it lacks the event's posting (`event-postings.ts`).
 */
export function createTransition<
  Table extends keyof Database,
  Row extends object,
  State extends string,
  Event extends string,
>(entity: Entity<Table, Row, State, Event>) {
  const { lifecycle, column, timeColumn } = entity;
  const getState = (row: Row) => row[column] as State;
  requireEvents(lifecycle);

  /** The new state, or null if the event took place already. */
  function decideTarget(row: Row, event: Event, by: ChangedBy): State | null {
    const decision = decideTransition(lifecycle, event, getState(row), by.role);
    if (decision.kind === 'no')
      throw new Error(
        `${lifecycle.name} ${entity.toSubject(row).subjectId}: "${event}" by ${by.role} is refused in state "${getState(row)}"`,
      );
    if (decision.kind !== 'go') return null;
    if (by.role === 'system') requireTimer(lifecycle, event);
    return decision.to;
  }

  type Change = Cause & { /** Other columns. */ change?: Updateable<Database[Table]> };
  const buildValues = (to: State, { at, change }: Change) => ({
    ...(timeColumn ? { [timeColumn]: at } : {}),
    ...change,
    [column]: to,
  });

  /** Changes rows of one state. */
  async function write<Read extends object>(
    tx: Tx,
    rows: readonly Row[],
    {
      from,
      to,
      event,
      cause,
      query,
    }: { from: State; to: State; event: Event; cause: Change; query?: RawBuilder<Read> },
  ): Promise<Read | null> {
    const changes = rows.map((row) => ({ ...entity.toSubject(row), track: column, from, to }));
    const { changed, read } = await writeState(tx, entity, rows, {
      from,
      values: buildValues(to, cause),
      history: to === from ? null : insertStateChanges(changes, cause),
      query,
    });
    if (changed !== rows.length)
      throw new Error(`${lifecycle.name}: no longer "${from}": lock it before "${event}"`);
    return read;
  }

  async function transition<R extends Row>(
    tx: Tx,
    rows: readonly R[],
    event: Event,
    cause: Change,
  ): Promise<R[]> {
    const targets = new Map<State, State>();
    for (const row of rows) {
      const to = decideTarget(row, event, cause.by);
      if (to !== null) targets.set(getState(row), to);
    }
    for (const [from, to] of targets) {
      const changedRows = rows.filter((row) => getState(row) === from);
      await write(tx, changedRows, { from, to, event, cause });
    }
    const changed = rows.filter((row) => targets.has(getState(row))).length;
    noteEvent(tx, lifecycle, event, { changed, repeated: rows.length - changed });
    return rows.map((row) => {
      const to = targets.get(getState(row));
      return to === undefined ? row : { ...row, ...buildValues(to, cause) };
    });
  }

  /**
   * Changes one row, and answers a query of one row by the same statement. The query sees the row before the change. Only
   * where all tables are on one node (`onNodes()`): of several, one would run the query.
   */
  async function transitionAndRead<Read extends object>(
    tx: Tx,
    row: Row,
    event: Event,
    cause: Change,
    query: RawBuilder<Read>,
  ): Promise<Read> {
    const from = getState(row);
    const to = decideTarget(row, event, cause.by);
    const read =
      to === null
        ? (await query.execute(tx)).rows[0]
        : await write(tx, [row], { from, to, event, cause, query });
    noteEvent(tx, lifecycle, event, to === null ? { changed: 0, repeated: 1 } : { changed: 1, repeated: 0 });
    if (!read) throw new Error(`${lifecycle.name}: the query beside "${event}" found no row`);
    return read;
  }

  return Object.assign(transition, { andRead: transitionAndRead });
}

/** Throws where other work than the lifecycle's timer names causes an event for which nobody acts. */
function requireTimer<State extends string, Event extends string>(
  { name, events }: Lifecycle<State, Event>,
  event: Event,
): void {
  const { timer } = events[event];
  // Programs and tests cause it outside of tasks and requests.
  const work = timer && getWorkContext();
  if (!work || (work.task === null && work.requestId === null)) return;
  const isNamed =
    work.task === null ? timer.requests === true : timer.tasks.includes(toCurrentName(work.task));
  if (isNamed) return;
  const found = work.task === null ? 'a request' : `the task "${work.task}"`;
  throw new Error(`${name}: "${event}" by system in ${found}, which its timer does not name`);
}

/** Writes the state and its history in one statement. `changed`: how many rows were still in the state that they were read in. */
async function writeState<Read extends object>(
  tx: Tx,
  {
    table,
    key,
    column,
    shardColumn,
  }: { table: string; key: readonly string[]; column: string; shardColumn?: string },
  rows: readonly object[],
  {
    from,
    values,
    history,
    query,
  }: {
    from: string;
    values: object;
    history: RawBuilder<unknown> | null;
    query?: RawBuilder<Read> | undefined;
  },
): Promise<{ changed: number; read: Read | null }> {
  const assignments = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const update = sql`
    UPDATE ${sql.table(table)} SET ${sql.join(assignments)}
    WHERE ${matchRows(rows, key, shardColumn)} AND ${sql.ref(column)} = ${from}`;
  const recorded = history ? sql`, recorded AS (${history})` : sql``;
  const answer = query
    ? sql`(SELECT count(*)::int FROM changed) AS changed, read.* FROM (${query}) read`
    : sql`count(*)::int AS changed FROM changed`;
  const { rows: answers } = await sql<{ changed: number } & Read>`${rows.length === 1 ? prepared : sql``}
    WITH changed AS (${update} RETURNING 1)${recorded} SELECT ${answer}`.execute(tx);
  const [found] = answers;
  if (!found) return { changed: 0, read: null };
  const { changed, ...read } = found;
  return { changed, read: read as unknown as Read };
}

/**
 * Many rows are matched by one array, so that the statement has few parameters. The shard column only tells Citus where
 * they are.
 */
function matchRows(rows: readonly object[], key: readonly string[], shardColumn: string | undefined) {
  const names = shardColumn === undefined ? key : [shardColumn, ...key];
  const columns = names.map((name) => ({ name, values: rows.map((row): unknown => Reflect.get(row, name)) }));
  if (rows.length > 1 && key.length > 1)
    throw new Error('rows with a key of several columns change one by one');
  const conditions = columns.map(({ name, values }) => {
    if (rows.length === 1) return sql`${sql.ref(name)} = ${values[0]}`;
    return typeof values[0] === 'number'
      ? sql`${sql.ref(name)} = ANY(${values}::bigint[])`
      : sql`${sql.ref(name)} = ANY(${values}::text[])`;
  });
  return sql.join(conditions, sql` AND `);
}
