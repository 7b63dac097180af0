import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { waitFor } from '../../../test/wait.ts';
import { createDb, createPool, inLongTx, inTx, prepared, read, type Db, type Tx } from './index.ts';
import { isOutage } from './outage.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

/** Waits until the database has ended that session, as it does with all sessions at a shutdown. */
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

test('a connection that closes during a transaction fails that transaction, not the process', async () => {
  const { db } = database;
  const broken = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(tx);
    await cut(rows[0]?.pid ?? 0);
    await sql`SELECT 1`.execute(tx);
  });
  await expect(broken).rejects.toThrow(/terminat|Connection/i);
  expect((await sql`SELECT 1 AS one`.execute(db)).rows).toEqual([{ one: 1 }]);
});

test('ends a statement at its timeout as an outage, and allows longer ones in a long transaction', async () => {
  const db = createDb(createPool(database.appUrl, { max: 1 }));
  onTestFinished(() => db.destroy());
  const readTimeout = async (from: Db | Tx) =>
    (await sql<{ ms: string }>`SELECT current_setting('statement_timeout') AS ms`.execute(from)).rows[0]?.ms;
  expect(await readTimeout(db)).toBe('1min');
  expect(await inLongTx(db, readTimeout)).toBe('10min');
  expect(await inLongTx(db, readTimeout, 0)).toBe('0');
  expect(await readTimeout(db)).toBe('1min');
  const ended: unknown = await inLongTx(db, (tx) => sql`SELECT pg_sleep(60)`.execute(tx), 50).catch(
    (error: unknown) => error,
  );
  expect(isOutage(ended)).toBe(true);
});

test.each([true, false])(
  'with named statements %s a read is prepared by its name or not at all',
  async (namedStatements) => {
    const db = createDb(createPool(database.appUrl, { max: 1 }), { namedStatements });
    onTestFinished(() => db.destroy());
    expect(await read(db, { name: 'frequent', text: 'SELECT $1::int AS n', values: [7] })).toEqual([
      { n: 7 },
    ]);
    expect(await read(db, { text: 'SELECT name FROM pg_prepared_statements', values: [] })).toEqual(
      namedStatements ? [{ name: 'frequent' }] : [],
    );
  },
);

test.each([true, false])(
  'with named statements %s a marked statement of a transaction is prepared once or not at all',
  async (namedStatements) => {
    const db = createDb(createPool(database.appUrl, { max: 1 }), { namedStatements });
    onTestFinished(() => db.destroy());
    for (const n of [7, 8])
      await inTx(db, async (tx) => {
        const { rows } = await sql<{ n: number }>`${prepared} SELECT ${n}::int AS n`.execute(tx);
        expect(rows).toEqual([{ n }]);
        await sql`SELECT ${n}::int AS unmarked`.execute(tx);
      });
    const text = '-- prepared\n SELECT $1::int AS n';
    expect(await read(db, { text: 'SELECT statement FROM pg_prepared_statements', values: [] })).toEqual(
      namedStatements ? [{ statement: text }] : [],
    );
  },
);

test('drops a connection to a server that is no primary any more', async () => {
  const pool = createPool(database.appUrl, { max: 1 });
  onTestFinished(() => pool.end());
  const readPid = async () =>
    (await pool.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows[0]?.pid;
  const former = await readPid();
  // As after its primary has become a standby.
  await pool.query('SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY');
  expect(await readPid()).toBe(former);
  const insert = () => pool.query("INSERT INTO attempt_counter VALUES ('pool', 'x', now(), 1)");
  await expect(insert()).rejects.toMatchObject({ code: '25006' });
  await insert();
  expect(await readPid()).not.toBe(former);
});
