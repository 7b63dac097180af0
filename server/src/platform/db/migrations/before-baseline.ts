import pg from 'pg';
import { ConfigError } from '../../../config/error.ts';

/**
 * The first migration of development versions before the baseline, which begins with `0001_logins`. None of them was
 * released, so nothing leads from their databases to the baseline.
 */
const FIRST_BEFORE_BASELINE = '0001_roles';

/** The argument: names of applied migrations. */
export const isFromBeforeBaseline = (applied: ReadonlySet<string>): boolean =>
  applied.has(FIRST_BEFORE_BASELINE);

export const BEFORE_BASELINE =
  'The database comes from a development version before the first release and cannot be updated: delete the data folder (DATA_DIR, or .data), or name an empty database';

/** Refuses such a database before anything of it or of its server is changed, such as the passwords of the logins. */
export async function refuseFromBeforeBaseline(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ found: boolean }>(
      `SELECT to_regclass('kysely_migration') IS NOT NULL AS found`,
    );
    if (!tables[0]?.found) return;
    const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration');
    if (isFromBeforeBaseline(new Set(rows.map(({ name }) => name)))) throw new ConfigError(BEFORE_BASELINE);
  } finally {
    await client.end();
  }
}
