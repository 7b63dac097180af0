import { Logger, runMigrations as migrateJobs } from 'graphile-worker';
import { MIGRATION_LOCK_TIMEOUT_MS } from '../../config/process.ts';
import { getAssetPath } from '../assets.ts';
import { refuseFromBeforeBaseline } from './migrations/before-baseline.ts';
import { findMigrationNames, listNeeded } from './migrations/files.ts';
import { runMigrations, type MigrationResult } from './migrations/run.ts';
import { grantQueue, prepareRoles, type LoginUrls, type SessionSettings } from './roles.ts';

const FOLDER = getAssetPath('server/migrations');

const quiet = new Logger(() => () => {});

export interface MigrationSettings {
  /** The initial settings of the product logins' sessions. */
  session?: SessionSettings;
  /** How long a migration waits for a lock before it lets others pass and retries. */
  lockTimeoutMs?: number;
  /** Leaves out what processes of the former version cannot live with. */
  beforeDeployment?: boolean;
  /** For tests: other files than those of this version. */
  folder?: string;
}

export const listMigrationNames = (): Promise<string[]> => findMigrationNames(FOLDER);

/** The names of the migrations that this program cannot work without. */
export async function listNeededMigrations(): Promise<string[]> {
  const files = (await findMigrationNames(FOLDER)).map((name) => ({ name }));
  return listNeeded(files).map(({ name }) => name);
}

/**
 * Migrates a database to the newest schema and creates the product's roles. Several processes may call it at once. Sets
 * the passwords of these roles to those in `logins` and their session settings to `session`.
 */
export async function migrate(
  ownerUrl: string,
  log: (line: string) => void,
  logins?: LoginUrls,
  settings: MigrationSettings = {},
): Promise<MigrationResult> {
  const {
    session,
    folder = FOLDER,
    lockTimeoutMs = MIGRATION_LOCK_TIMEOUT_MS,
    beforeDeployment = false,
  } = settings;
  await refuseFromBeforeBaseline(ownerUrl);
  await prepareRoles(ownerUrl, logins, session);
  await migrateJobs({ connectionString: ownerUrl, logger: quiet });
  const result = await runMigrations(ownerUrl, { folder, log, lockTimeoutMs, beforeDeployment });
  await grantQueue(ownerUrl);
  return result;
}
