import { sql } from 'kysely';
import { inTx, type Db } from '../../src/platform/db/index.ts';

/**
 * Lets the clock of the database's own functions be moved in this database, for the months and days of the ledger.
 * Returns the function that moves it: by so many days from now.
 */
export async function makeDatabaseClockMovable(owner: Db): Promise<(days: number) => Promise<void>> {
  const run = (statement: string) => inTx(owner, (tx) => sql.raw(statement).execute(tx));
  await run('CREATE TABLE test_clock (days int NOT NULL)');
  await run('INSERT INTO test_clock VALUES (0)');
  await run('GRANT SELECT ON test_clock TO PUBLIC');
  await run(`CREATE FUNCTION test_clock_timestamp() RETURNS timestamptz LANGUAGE sql SET search_path = pg_catalog AS
    'SELECT clock_timestamp() + make_interval(days => (SELECT days FROM public.test_clock))'`);
  const { rows } = await sql<{ definition: string }>`
    SELECT pg_get_functiondef(oid) AS definition FROM pg_proc
    WHERE pronamespace IN ('ledger'::regnamespace, 'public'::regnamespace) AND prosrc LIKE '%clock_timestamp()%'
      AND proname <> 'test_clock_timestamp'`.execute(owner);
  for (const { definition } of rows)
    await run(definition.replaceAll('clock_timestamp()', 'public.test_clock_timestamp()'));
  return async (days) => {
    await run(`UPDATE test_clock SET days = ${days}`);
  };
}
