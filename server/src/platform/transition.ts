import { sql, type RawBuilder, type Updateable } from 'kysely';
import { decideTransition, type Actor, type Lifecycle } from '@fws/contract/platform/lifecycle';
import { prepared, type Database, type Tx } from './db/index.ts';

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
  /** The column that takes the time of every change of the state, if the table has one. */
  timeColumn?: keyof Database[Table] & string;
  toSubject: (row: Row) => HistorySubject;
}

/**
 * The only way to change that column. The returned function asks the lifecycle, writes the new state and the history, and
 * returns the rows as they are afterwards. Rows in which the event took place already stay as they are. It throws where
 * the lifecycle refuses the event, because rules decide that before, and where a row is no longer in the state that it was
 * read in, because the caller must have locked it.
 */
export function createTransition<
  Table extends keyof Database,
  Row extends object,
  State extends string,
  Event extends string,
>(entity: Entity<Table, Row, State, Event>) {
  const { lifecycle, column, timeColumn } = entity;
  const getState = (row: Row) => row[column] as State;
  return async function transition<R extends Row>(
    tx: Tx,
    rows: readonly R[],
    event: Event,
    { by, at, change }: Cause & { /** Other columns. */ change?: Updateable<Database[Table]> },
  ): Promise<R[]> {
    const values = { ...(timeColumn ? { [timeColumn]: at } : {}), ...change };
    const targets = new Map<State, State>();
    for (const row of rows) {
      const decision = decideTransition(lifecycle, event, getState(row), by.role);
      if (decision.kind === 'no')
        throw new Error(
          `${lifecycle.name} ${entity.toSubject(row).subjectId}: "${event}" by ${by.role} is refused in state "${getState(row)}"`,
        );
      if (decision.kind === 'go') targets.set(getState(row), decision.to);
    }
    for (const [from, to] of targets) {
      const changedRows = rows.filter((row) => getState(row) === from);
      const changes = changedRows.map((row) => ({ ...entity.toSubject(row), track: column, from, to }));
      const changedCount = await writeState(tx, entity, changedRows, {
        from,
        values: { ...values, [column]: to },
        history: to === from ? null : insertStateChanges(changes, { by, at }),
      });
      if (changedCount !== changedRows.length)
        throw new Error(`${lifecycle.name}: no longer "${from}": lock it before "${event}"`);
    }
    return rows.map((row) => {
      const to = targets.get(getState(row));
      return to === undefined ? row : { ...row, ...values, [column]: to };
    });
  };
}

/** Writes the state and its history in one statement. Returns how many rows were still in the state that they were read in. */
async function writeState(
  tx: Tx,
  { table, key, column }: { table: string; key: readonly string[]; column: string },
  rows: readonly object[],
  { from, values, history }: { from: string; values: object; history: RawBuilder<unknown> | null },
): Promise<number> {
  const assignments = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  const update = sql`
    UPDATE ${sql.table(table)} SET ${sql.join(assignments)}
    WHERE ${matchRows(rows, key)} AND ${sql.ref(column)} = ${from}`;
  if (!history) return Number((await update.execute(tx)).numAffectedRows);
  const { rows: counts } = await sql<{ changed: number }>`${rows.length === 1 ? prepared : sql``}
    WITH changed AS (${update} RETURNING 1), recorded AS (${history})
    SELECT count(*)::int AS changed FROM changed`.execute(tx);
  return counts[0]?.changed ?? 0;
}

/** Many rows are matched by one array, so that the statement has few parameters. */
function matchRows(rows: readonly object[], key: readonly string[]) {
  const columns = key.map((name) => ({ name, values: rows.map((row): unknown => Reflect.get(row, name)) }));
  const conditions = columns.map(({ name, values: [value] }) => sql`${sql.ref(name)} = ${value}`);
  if (rows.length === 1) return sql.join(conditions, sql` AND `);
  const [column, ...others] = columns;
  if (!column || others.length > 0) throw new Error('rows with a key of several columns change one by one');
  const { name, values } = column;
  return typeof values[0] === 'number'
    ? sql`${sql.ref(name)} = ANY(${values}::bigint[])`
    : sql`${sql.ref(name)} = ANY(${values}::text[])`;
}
