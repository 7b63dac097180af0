import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { MIGRATION_LOCK_TIMEOUT_MS } from '../../config-process.ts';
import { getAssetPath } from '../assets.ts';
import { findMigrationNames } from './migrations/files.ts';
import { runMigrations } from './migrations/run.ts';
import { grantQueue, prepareRoles, type LoginUrls, type SessionSettings } from './roles.ts';

const FOLDER = getAssetPath('server/migrations');

const quiet = new Logger(() => () => {});

export interface MigrationSettings {
  /** The initial settings of the product logins' sessions. */
  session?: SessionSettings;
  /** How long a migration waits for a lock before it lets others pass and retries. */
  lockTimeoutMs?: number;
}

/** The names of all migrations that this program contains. */
export const listMigrationNames = (): Promise<string[]> => findMigrationNames(FOLDER);

/**
 * Migrates a database to the newest schema and creates the product's roles. Several processes may call it at once. Sets
 * the passwords of these roles to those in `logins` and their session settings to `session`. Returns the names of the
 * applied migrations.
 */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void,
  logins?: LoginUrls,
  { session, lockTimeoutMs = MIGRATION_LOCK_TIMEOUT_MS }: MigrationSettings = {},
): Promise<string[]> {
  await prepareRoles(ownerUrl, logins, session);
  await migrateJobs({ connectionString: ownerUrl, logger: quiet });
  const applied = await runMigrations(ownerUrl, { folder: FOLDER, log, lockTimeoutMs });
  await grantQueue(ownerUrl);
  return applied;
}
