import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { assetPath } from '../assets.ts';
import { grantQueue, prepareRoles, type LoginUrls, type SessionSettings } from './roles.ts';

const FOLDER = assetPath('server/migrations');

const quiet = new Logger(() => () => {});

async function migrationsOf(folder: string): Promise<Record<string, Migration>> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).toSorted();
  const entries = names.map(async (name): Promise<[string, Migration]> => {
    const text = await readFile(path.join(folder, name), 'utf8');
    return [path.basename(name, '.sql'), { up: async (db) => void (await sql.raw(text).execute(db)) }];
  });
  return Object.fromEntries(await Promise.all(entries));
}

/** The names of all migrations this program knows. */
export const migrationNames = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).map((name) => path.basename(name, '.sql'));

/**
 * Brings a database to the newest shape, with the roles that the product works as; several processes may call it at
 * once. The passwords of these roles become those in `logins`, and their sessions begin with the settings in `session`.
 */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void,
  logins?: LoginUrls,
  session?: SessionSettings,
): Promise<void> {
  await prepareRoles(ownerUrl, logins, session);
  await migrateJobs({ connectionString: ownerUrl, logger: quiet });
  const pool = new pg.Pool({ connectionString: ownerUrl, max: 1 });
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => migrationsOf(FOLDER) },
      // Numbers are given out before the work is done: a lower one may land after a higher.
      allowUnorderedMigrations: true,
    });
    const { error, results } = await migrator.migrateToLatest();
    for (const result of results ?? [])
      if (result.status === 'Success') log(`migrated ${result.migrationName}`);
    if (error) throw error;
  } finally {
    await db.destroy();
  }
  await grantQueue(ownerUrl);
}
