import { markRestored } from '../server/src/domains/admin/index.ts';
import { createDb, createPool } from '../server/src/platform/db/index.ts';
import { findServerAppUrl } from './database-urls.ts';
import { findRunningDatabase } from './embedded-postgres/index.ts';
import { runProgram } from './program.ts';
import { readRestoredOptions } from './restored-options.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

// npm run restored: marks a database as restored from a backup, so that it pays nothing out until its ledger was
// compared.
await runProgram(async (life) => {
  const now = new Date();
  const { until } = readRestoredOptions(process.argv.slice(2), now);
  const config = readStartConfig(process.env, []);
  const url = (await findServerAppUrl(config)) ?? (await findRunningDatabase(config.dataDir))?.appUrl;
  if (url === undefined)
    throw new UserError(`No database runs in ${config.dataDir}: start it first, or set DATABASE_URL.`);
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-restored' }));
  life.onEnd(() => db.destroy());
  const marked = await markRestored(db, until, now);
  if (marked === null)
    throw new UserError('The ledger is empty, so the time of the backup is unknown: set --until.');
  const { restore, isNew } = marked;
  const since = isNew ? 'from now on' : `since ${restore.markedAt.toISOString()}`;
  console.log(`Restored to ${restore.restoredTo.toISOString()}: payouts are paused ${since}.`);
  printNextSteps();
  return 0;
});

function printNextSteps(): void {
  console.log('Next:');
  console.log('1. Start the web processes and the workers. Incoming payments are booked, payouts wait.');
  console.log('2. Open /admin/restore and compare the books with the providers’ records.');
  console.log('3. Resolve each difference, and compare again until there is none.');
  console.log(
    '4. One admin proposes to reopen payouts, another approves. Then waiting transfers and refunds are sent.',
  );
}
