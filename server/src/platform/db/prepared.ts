import { sql, type Compilable, type RawBuilder } from 'kysely';
import type { Db, Tx } from './types.ts';

export const PREPARED = '-- prepared\n';
const statementNames = new Map<string, string>();

export function findStatementName(text: string): string {
  const name = statementNames.get(text) ?? `prepared_${statementNames.size + 1}`;
  statementNames.set(text, name);
  return name;
}

/**
 * Begins a statement that runs constantly inside transactions: each connection prepares it once, where named statements
 * are enabled. Its text must not depend on the number of values, and it must name its columns: a prepared `SELECT *`
 * fails as soon as a migration adds a column.
 */
export const prepared = sql.raw(PREPARED);

/** The same for a statement of the query builder. Returns its rows. */
export async function runPrepared<Row>(db: Db | Tx, statement: Compilable<Row>): Promise<Row[]> {
  const compiled = statement.compile();
  const { rows } = await db.executeQuery<Row>({ ...compiled, sql: PREPARED + compiled.sql });
  return rows;
}

/**
 * A parameter whose value the planner does not see. Without it, a prepared statement with a list looks cheaper when it
 * is planned for the few values of one execution, so PostgreSQL would plan it anew each time, which takes longer than
 * running it.
 */
export const hideFromPlanner = (parameter: string, type: string): string =>
  `(SELECT ${parameter}::${type})::${type}`;

/** The same for the query builder. */
export const hidden = <Value>(value: Value, type: string): RawBuilder<Value> =>
  sql`(SELECT ${value}::${sql.raw(type)})::${sql.raw(type)}`;

/** One of some ids: `.where('id', '=', anyId(ids))`. */
export const anyId = (ids: readonly number[]): RawBuilder<number> =>
  sql`ANY(${hidden([...ids], 'bigint[]')})`;
