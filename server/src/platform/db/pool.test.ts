import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDatabase, type TestDatabase } from '../../../test/database.ts';
import { waitFor } from '../../../test/wait.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase();
});
afterAll(() => database.close());

/** Waits until the database has ended that session, as it does with all when it goes down. */
async function cut(pid: number): Promise<void> {
  const owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
  await owner.query('SELECT pg_terminate_backend($1)', [pid]);
  await waitFor('the session to end', async () => {
    const { rowCount } = await owner.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
    return rowCount === 0;
  });
  await owner.end();
}

test('a connection cut in the middle of a transaction ends that transaction, not the process', async () => {
  const { db } = database;
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    await cut(rows[0]?.pid ?? 0);
    await sql`SELECT 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/terminat|Connection/i);
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
});
