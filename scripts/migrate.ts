import { databaseEnvironment, readSessionSettings } from '../server/src/config-database.ts';
import { Faults, readSettings } from '../server/src/config-faults.ts';
import { readProcessSettings } from '../server/src/config-process.ts';
import { migrate } from '../server/src/platform/db/migrate.ts';
import type { LoginUrls, SessionSettings } from '../server/src/platform/db/roles.ts';
import { findServerFault } from '../server/src/start-database.ts';
import { runProgram } from './program.ts';

// npm run migrate: brings the database to the newest shape. Several may run at once; the second has nothing to do.
await runProgram(async () => {
  const { ownerUrl, logins, session } = await readOrder();
  let migrated = 0;
  const log = (line: string) => {
    migrated += 1;
    console.log(line);
  };
  await migrate(ownerUrl, log, logins, session);
  console.log(migrated === 0 ? 'The database was up to date.' : 'The database is up to date.');
  return 0;
});

/** The owner's login, the two that get their passwords from the settings, and how their sessions begin. */
async function readOrder(): Promise<{ ownerUrl: string; logins?: LoginUrls; session: SessionSettings }> {
  const faults = new Faults();
  const { migrationUrl, databaseUrl, queueUrl } = readProcessSettings(process.env, faults);
  const session = readSessionSettings(readSettings(databaseEnvironment, process.env, faults), faults);
  if (migrationUrl === undefined) faults.add('MIGRATION_URL', 'is not set: the login of the schema’s owner');
  else {
    const fault = await findServerFault('MIGRATION_URL', migrationUrl);
    if (fault !== undefined) faults.say(fault);
  }
  if ((databaseUrl === undefined) !== (queueUrl === undefined))
    faults.say('DATABASE_URL and QUEUE_URL are given together or not at all');
  faults.throwIfAny();
  const ownerUrl = migrationUrl ?? '';
  if (databaseUrl === undefined || queueUrl === undefined) return { ownerUrl, session };
  return { ownerUrl, logins: { appUrl: databaseUrl, queueUrl }, session };
}
