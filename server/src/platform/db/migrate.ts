import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { MIGRATION_LOCK_TIMEOUT_MS } from '../../config-process.ts';
import { assetPath } from '../assets.ts';
import { findMigrationNames } from './migrations/files.ts';
import { runMigrations } from './migrations/run.ts';
import { grantQueue, prepareRoles, type LoginUrls, type SessionSettings } from './roles.ts';

const FOLDER = assetPath('server/migrations');

const quiet = new Logger(() => () => {});

export interface MigrationSettings {
  /** How the sessions of the product's logins begin. */
  session?: SessionSettings;
  /** How long a migration waits for a lock before it lets others pass and tries again. */
  lockTimeoutMs?: number;
}

/** The names of all migrations this program knows. */
export const migrationNames = (): Promise<string[]> => findMigrationNames(FOLDER);

/**
 * Brings a database to the newest shape, with the roles that the product works as; several processes may call it at
 * once. The passwords of these roles become those in `logins`, and their sessions begin with the settings in `session`.
 * Returns the names of the migrations that were missing.
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
