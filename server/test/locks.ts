import { sql } from 'kysely';
import { createTestPool, openOwnerDb } from './database.ts';
import type { Db } from '../src/platform/db/index.ts';
import { isDistributed } from '../src/platform/db/nodes.ts';
import { waitFor } from './wait.ts';

/** The transactions of this database that wait for a row that another has locked. */
async function listBlocked(db: Db): Promise<number[]> {
  if (await isDistributed(db)) {
    const { rows } = await sql<{ pid: number }>`
      SELECT waiting_gpid AS pid FROM citus_lock_waits WHERE blocked_statement ~* '\\mUPDATE\\M'`.execute(db);
    return rows.map(({ pid }) => pid);
  }
  const { rows } = await sql<{ pid: number }>`
    SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
      AND query ~* '\\mUPDATE\\M'`.execute(db);
  return rows.map(({ pid }) => pid);
}

/** Resolves when one transaction of this database waits for a row that another has locked. */
export const waitForBlocked = (db: Db): Promise<void> =>
  waitFor('a transaction that waits for a lock', async () => (await listBlocked(db)).length === 1);

/** Waits for such a transaction, and cancels its statement as the owner of the database. */
export async function cancelBlocked(ownerUrl: string): Promise<void> {
  const owner = openOwnerDb(ownerUrl);
  await waitForBlocked(owner);
  for (const pid of await listBlocked(owner))
    await sql`SELECT pg_cancel_backend(${pid}${(await isDistributed(owner)) ? sql`::bigint` : sql`::integer`})`.execute(
      owner,
    );
  await owner.destroy();
}

/** Locks a table while `work` runs, so that nobody else reads it. `unlock` ends that before. */
export async function lockTable(
  ownerUrl: string,
  table: string,
  work: (unlock: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  const pool = createTestPool(ownerUrl);
  const owner = await pool.connect();
  try {
    await owner.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
    await work(() => owner.query('COMMIT'));
  } finally {
    owner.release();
    await pool.end();
  }
}
