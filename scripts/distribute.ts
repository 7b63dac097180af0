import { Faults } from '../server/src/config/faults.ts';
import { readProcessSettings } from '../server/src/config/process.ts';
import { distribute, DistributionError } from '../server/src/platform/db/distribution/distribute.ts';
import { PLACES } from '../server/src/tables.ts';
import { readDistributeOptions } from './distribute-options.ts';
import { runProgram } from './program.ts';
import { UserError } from './user-error.ts';

// npm run distribute: distributes the tables of a database on a Citus coordinator over its workers.
await runProgram(async () => {
  const { shards } = readDistributeOptions(process.argv.slice(2));
  const faults = new Faults();
  const { migrationUrl } = readProcessSettings(process.env, faults);
  if (migrationUrl === undefined) faults.add('MIGRATION_URL', 'is not set: the login of the schema’s owner');
  faults.throwIfAny();
  const log = (line: string) => console.log(line);
  const steps = await distribute(migrationUrl ?? '', { places: PLACES, shards, log }).catch(
    (error: unknown) => {
      throw error instanceof DistributionError ? new UserError(error.message) : error;
    },
  );
  console.log(steps === 0 ? 'The database was distributed.' : 'The database is distributed.');
  return 0;
});
