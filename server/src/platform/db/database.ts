import type pg from 'pg';
import { Kysely, PostgresDialect } from 'kysely';
import { locateCommits, nameStatements } from './checked-client.ts';
import type { Database } from './tables.ts';
import type { Db } from './types.ts';

type Query = (...statement: unknown[]) => Promise<pg.QueryResult>;

const registry = new WeakMap<Db, { query: Query; namedStatements: boolean }>();

export function createDb(pool: pg.Pool, { namedStatements = false, locatesCommits = false } = {}): Db {
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  registry.set(db, { query: pool.query.bind(pool) as Query, namedStatements });
  if (namedStatements) nameStatements(pool);
  if (locatesCommits) locateCommits(pool);
  return db;
}

/** Runs a statement as node-postgres takes it. */
export const runStatement = (db: Db, statement: readonly unknown[]): Promise<pg.QueryResult> =>
  getRegistered(db).query(...statement);

function getRegistered(db: Db) {
  const registered = registry.get(db);
  if (!registered) throw new Error('this needs the database itself, not a transaction');
  return registered;
}

/** A database whose single statements `query` runs, wherever it likes. It has no transactions. */
export function createReadDb(query: Query, namedStatements: boolean): Db {
  const client = { query, release() {} } as unknown as pg.PoolClient;
  const pool = { connect: () => Promise.resolve(client), end: () => Promise.resolve() };
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
  registry.set(db, { query, namedStatements });
  return db;
}

/**
 * Runs a read in plain SQL. A named statement is prepared once per connection, for the few that run constantly. Behind
 * a pooler, which may give the next statement another connection, names may have to be disabled.
 */
export async function read<Row extends object>(
  db: Db,
  statement: { name?: string; text: string; values: unknown[] },
): Promise<Row[]> {
  const { query, namedStatements } = getRegistered(db);
  const { name, ...unnamed } = statement;
  return (await query(namedStatements && name !== undefined ? { name, ...unnamed } : unnamed)).rows as Row[];
}
