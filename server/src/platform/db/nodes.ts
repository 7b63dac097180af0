import { sql } from 'kysely';
import { prepared } from './prepared.ts';
import type { Db, Tx } from './types.ts';

const distributed = new WeakMap<Db, Promise<boolean>>();
const distributedTransactions = new WeakSet<Tx>();

/**
 * Whether this is a database on a Citus coordinator (docs/citus.md). For the few statements that are one where all tables
 * are on one node, and have to be several where they are not. Asks the database once.
 */
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

/** At the end of a statement that locks rows of several nodes, and so runs only where there is one. Tests look for it. */
export const ON_ONE_NODE = sql`/* on one node */`;

/** Where `db` is distributed, so is each transaction of it. */
export const markDistributed = (tx: Tx): void => void distributedTransactions.add(tx);

/**
 * Makes Citus commit on all nodes or on none. By itself it does so only when it has seen changes on two nodes, and it sees
 * none of tables that it does not know: the ledger and the tables of months. Any change of a table that it knows on the
 * coordinator is enough, also of no row; settings of quiet hours have a foreign key to a reference table.
 */
export const commitInTwoPhases = (tx: Tx) =>
  sql`${prepared}DELETE FROM quiet_hours WHERE user_id = 0`.execute(tx);
