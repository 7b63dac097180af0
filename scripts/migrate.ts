import { databaseEnvironment, readSessionSettings } from '../server/src/config/database.ts';
import { Faults } from '../server/src/config/faults.ts';
import { readSettings } from '../server/src/config/settings.ts';
import { readProcessSettings } from '../server/src/config/process.ts';
import { migrate, type MigrationSettings } from '../server/src/platform/db/migrate.ts';
import type { LoginUrls } from '../server/src/platform/db/roles.ts';
import { findServerFault } from '../server/src/start/database.ts';
import { runProgram } from './program.ts';
import { UserError } from './user-error.ts';

// npm run migrate: migrates the database to the newest schema. Several may run at once; the second has nothing to do.
// With --before-deployment, what processes of the former version cannot live with waits.
await runProgram(async () => {
  const beforeDeployment = readOptions(process.argv.slice(2));
  const { ownerUrl, logins, ...settings } = await readCommand();
  const log = (line: string) => console.log(line);
  const { applied, waiting } = await migrate(ownerUrl, log, logins, { ...settings, beforeDeployment });
  if (waiting.length > 0)
    log(
      `The database is ready for the processes of this version. When none of the former one is left, run npm run migrate for ${waiting.join(', ')}.`,
    );
  else log(applied.length === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return 0;
});

/** Whether processes of the former version still run. */
function readOptions(args: readonly string[]): boolean {
  const [option, ...more] = args;
  if (option === undefined) return false;
  if (option === '--before-deployment' && more.length === 0) return true;
  throw new UserError(`npm run migrate has the option --before-deployment and no other: ${args.join(' ')}`);
}

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
