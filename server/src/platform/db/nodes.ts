import { sql, type RawBuilder, type SelectQueryBuilder, type Simplify } from 'kysely';
import { prepared } from './prepared.ts';
import type { Db, Tx } from './types.ts';

const distributed = new WeakMap<Db, Promise<boolean>>();
const distributedTransactions = new WeakSet<Tx>();

// The product does not know Citus (docs/citus.md). This module alone asks whether tables are on several nodes; stores say
// what they want of a statement, and it translates.

/** Whether this is a database on a Citus coordinator. Asks the database once. */
export async function isDistributed(db: Db | Tx): Promise<boolean> {
  if (db.isTransaction) return distributedTransactions.has(db as Tx);
  const known = distributed.get(db) ?? askIfDistributed(db);
  distributed.set(db, known);
  // What an outage hid is asked again.
  known.catch(() => distributed.delete(db));
  return known;
}

async function askIfDistributed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ has_citus: boolean }>`
    SELECT to_regclass('pg_catalog.pg_dist_partition') IS NOT NULL AS has_citus`.execute(db);
  return rows[0]?.has_citus === true;
}

/** For what one statement does where all tables are on one node, and another one, or several, where they are not. */
export async function onNodes<One, Several>(
  db: Db | Tx,
  ways: { one: () => One; several: () => Several },
): Promise<Awaited<One> | Awaited<Several>> {
  return (await isDistributed(db)) ? await ways.several() : await ways.one();
}

/** At the end of a statement that locks rows of several nodes, and so runs only where there is one. Tests look for it. */
const ON_ONE_NODE = sql`/* on one node */`;

type LockStrength = 'update' | 'no key update';

const lock = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  strength: LockStrength,
): SelectQueryBuilder<DB, TB, Row> => (strength === 'update' ? query.forUpdate() : query.forNoKeyUpdate());

/** Locks rows of any nodes, for `one` of `onNodes()`: several nodes take this for the rows of one job only. */
export const lockOnOneNode = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  strength: LockStrength,
): SelectQueryBuilder<DB, TB, Row> => lock(query, strength).modifyEnd(ON_ONE_NODE);

/** The same, without the rows that another transaction has locked. */
export const skipLockedOnOneNode = <DB, TB extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, TB, Row>,
  strength: LockStrength,
): SelectQueryBuilder<DB, TB, Row> => lock(query, strength).skipLocked().modifyEnd(ON_ONE_NODE);

/**
 * The rows for an update that follows. On one node they are locked, without those that another transaction has locked. On
 * several nodes nothing is locked, so the update waits for them, and must check again what it updates.
 */
export const waitOrSkip = <DB, TB extends keyof DB, Row>(
  tx: Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  strength: LockStrength,
): Promise<Simplify<Row>[]> =>
  onNodes(tx, {
    one: () => skipLockedOnOneNode(query, strength).execute(),
    several: () => query.execute(),
  });

/** The same for a query in plain SQL: its locking clause, which is empty on several nodes. */
export const waitOrSkipClause = (tx: Tx, clause: RawBuilder<unknown>): Promise<RawBuilder<unknown>> =>
  onNodes(tx, { one: () => sql`${clause} ${ON_ONE_NODE}`, several: () => sql`` });

/**
 * The rows of a query. `whereJob` leads it to the node of its jobs, and applies on several nodes only: on one, rows of
 * former versions have no job.
 */
export const byJob = <DB, TB extends keyof DB, Row>(
  db: Db | Tx,
  query: SelectQueryBuilder<DB, TB, Row>,
  whereJob: (query: SelectQueryBuilder<DB, TB, Row>) => SelectQueryBuilder<DB, TB, Row>,
): Promise<Simplify<Row>[]> =>
  onNodes(db, { one: () => query.execute(), several: () => whereJob(query).execute() });

/** Where `db` is distributed, so is each transaction of it. */
export const markDistributed = (tx: Tx): void => void distributedTransactions.add(tx);

/**
 * Makes Citus commit on all nodes or on none. By itself it does so only when it has seen changes on two nodes, and it sees
 * none of tables that it does not know: the ledger and the tables of months. Any change of a table that it knows on the
 * coordinator is enough, also of no row; settings of quiet hours have a foreign key to a reference table.
 */
export const commitInTwoPhases = (tx: Tx) =>
  sql`${prepared}DELETE FROM quiet_hours WHERE user_id = 0`.execute(tx);
