import { databaseEnvironment, readSessionSettings } from '../server/src/config-database.ts';
import { Faults } from '../server/src/config-faults.ts';
import { readSettings } from '../server/src/config-settings.ts';
import { readProcessSettings } from '../server/src/config-process.ts';
import { migrate, type MigrationSettings } from '../server/src/platform/db/migrate.ts';
import type { LoginUrls } from '../server/src/platform/db/roles.ts';
import { findServerFault } from '../server/src/start-database.ts';
import { runProgram } from './program.ts';

// npm run migrate: migrates the database to the newest schema. Several may run at once; the second has nothing to do.
await runProgram(async () => {
  const { ownerUrl, logins, ...settings } = await readCommand();
  const applied = await migrate(ownerUrl, (line) => console.log(line), logins, settings);
  console.log(applied.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return 0;
});

interface MigrateCommand extends MigrationSettings {
  ownerUrl: string;
  logins?: LoginUrls;
}

/** Reads the owner's login, the two logins whose passwords are set, and their session settings. */
async function readCommand(): Promise<MigrateCommand> {
  const faults = new Faults();
  const { migrationUrl, databaseUrl, queueUrl, migrationLockTimeoutMs } = readProcessSettings(
    process.env,
    faults,
  );
  const session = readSessionSettings(readSettings(databaseEnvironment, process.env, faults), faults);
  if (migrationUrl === undefined) faults.add('MIGRATION_URL', 'is not set: the login of the schema’s owner');
  else {
    const fault = await findServerFault('MIGRATION_URL', migrationUrl);
    if (fault !== undefined) faults.addSentences(fault);
  }
  if ((databaseUrl === undefined) !== (queueUrl === undefined))
    faults.addSentences('DATABASE_URL and QUEUE_URL are given together or not at all');
  faults.throwIfAny();
  const settings = { ownerUrl: migrationUrl ?? '', session, lockTimeoutMs: migrationLockTimeoutMs };
  if (databaseUrl === undefined || queueUrl === undefined) return settings;
  return { ...settings, logins: { appUrl: databaseUrl, queueUrl } };
}
