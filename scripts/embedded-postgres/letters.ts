import { Client } from 'pg';

/** A locale of the operating system that knows the letters of all scripts: pg_trgm asks it, whatever the provider is. */
export const LETTERS_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/**
 * Earlier versions created clusters in which pg_trgm knows only the letters of English. Order and case come from the
 * builtin provider, so that no index depends on this setting.
 */
export async function knowLetters(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query(`UPDATE pg_database SET datctype = $1 WHERE datctype = 'C' AND datlocprovider = 'b'`, [
      LETTERS_LOCALE,
    ]);
  } finally {
    await client.end();
  }
}
