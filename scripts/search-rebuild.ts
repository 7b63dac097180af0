import { createBundledPlaces } from '../server/src/adapters/places/bundled.ts';
import { rebuildSearch } from '../server/src/domains/search/index.ts';
import { createDb, createPool } from '../server/src/platform/db/index.ts';
import { findServerAppUrl } from './database-urls.ts';
import { findRunningDatabase } from './embedded-postgres/index.ts';
import { runProgram } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

// npm run search:rebuild: indexes every open job again, while the product runs.
await runProgram(async (life) => {
  const config = readStartConfig(process.env, []);
  const url = (await findServerAppUrl(config)) ?? (await findRunningDatabase(config.dataDir))?.appUrl;
  if (!url) throw new UserError('No database is running: set DATABASE_URL, or run npm start first.');
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-search-rebuild' }));
  life.onEnd(() => db.destroy());
  const places = createBundledPlaces();
  const jobs = await rebuildSearch(db, (word) => places.listSpellings(word));
  console.log(`Indexed ${jobs.toLocaleString('en-IN')} open jobs.`);
  return 0;
});
