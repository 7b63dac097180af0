import { fileURLToPath } from 'node:url';
import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { MIGRATION_LOCK_TIMEOUT_MS } from '../../config-process.ts';
import { findMigrationNames } from './migrations/files.ts';
import { runMigrations } from './migrations/run.ts';
import { grantQueue, prepareRoles, type LoginUrls } from './roles.ts';

const FOLDER = fileURLToPath(new URL('../../../migrations', import.meta.url));

const quiet = new Logger(() => () => {});

/** The names of all migrations this program knows. */
export const migrationNames = (): Promise<string[]> => findMigrationNames(FOLDER);

/**
 * Brings a database to the newest shape, with the roles that the product works as; several processes may call it at
 * once. The passwords of these roles become those in `logins`. Returns the names of the migrations that were missing.
 */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void,
  logins?: LoginUrls,
  { lockTimeoutMs = MIGRATION_LOCK_TIMEOUT_MS } = {},
): Promise<string[]> {
  await prepareRoles(ownerUrl, logins);
  await migrateJobs({ connectionString: ownerUrl, logger: quiet });
  const applied = await runMigrations(ownerUrl, { folder: FOLDER, log, lockTimeoutMs });
  await grantQueue(ownerUrl);
  return applied;
}
