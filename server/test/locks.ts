import { sql } from 'kysely';
import type { Db } from '../src/platform/db/index.ts';
import { waitFor } from './wait.ts';

/** Resolves when one transaction of this database waits for a row that another has locked. */
export const waitForBlocked = (db: Db): Promise<void> =>
  waitFor('a transaction that waits for a lock', async () => {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
        AND query ILIKE '%FOR NO KEY UPDATE%'`.execute(db);
    return rows[0]?.count === 1;
  });
