import { runProgram } from '../../scripts/program.ts';
import { sealDays } from '../../server/src/domains/ledger/seals/service.ts';
import { listOpenCases } from '../../server/src/domains/ledger/cases/service.ts';
import { verifyBooks } from '../../server/src/domains/nightly.ts';
import { createDb, createPool, type Db } from '../../server/src/platform/db/index.ts';
import { silentLog } from '../../server/src/platform/log.ts';
import { createFolderStore } from '../../server/src/adapters/files/folder.ts';
import { systemClock } from '../../server/src/ports/clock.ts';
import { provideFilledDatabase, type TestDatabase } from '../../server/test/database.ts';
import { calculateMedian } from './median.ts';
import {
  ENTRIES_A_MILESTONE,
  loadDay,
  openBehindTriggers,
  removeEmptySeals,
  reopenLastDay,
} from './night/data.ts';
import { provideDatabase, readOptions } from './options.ts';

// Does a night cost what the day wrote? The same day is sealed and checked in a small ledger and in a large one, which
// differ in what came before.

// npm run bench:night -- [--entries N before the day, in the large ledger] [--day N entries] [--rounds N]
//   [--load-only: loads the ledgers and ends; a later run with the same TEST_DATABASE_URL measures them]

const options = readOptions(process.argv.slice(2), {
  entries: 1_000_000,
  day: 100_000,
  rounds: 3,
  'load-only': false,
});
const { entries, day, rounds } = options;

interface Times {
  seal: number;
  check: number;
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

const buildDeps = (db: Db) => ({
  db,
  // No month is archived here.
  ports: { clock: systemClock, files: createFolderStore('unused') },
  log: silentLog,
});

/** Loads, seals and checks days of this many entries in all, then adds the day to measure. */
async function fillLedger({ ownerUrl, appUrl }: TestDatabase, entriesBefore: number): Promise<void> {
  const db = createDb(createPool(appUrl, { max: 4 }));
  const client = await openBehindTriggers(ownerUrl);
  const milestonesADay = Math.ceil(day / ENTRIES_A_MILESTONE);
  const daysBefore = Math.max(1, Math.ceil(entriesBefore / day));
  const load = await measureSeconds(async () => {
    for (let past = 0; past < daysBefore; past++)
      await loadDay(client, past * milestonesADay, milestonesADay, daysBefore - past + 1);
    await client.query('VACUUM ANALYZE');
  });
  const seal = await measureSeconds(() => sealDays(buildDeps(db)));
  await removeEmptySeals(client);
  const full = await measureSeconds(() => verifyBooks(buildDeps(db), { isFull: true }));
  await expectNoCase(db);
  await loadDay(client, daysBefore * milestonesADay, milestonesADay, 1);
  await client.end();
  await db.destroy();
  console.log(
    `${entriesBefore} entries: loaded in ${load.toFixed(0)} s, sealed in ${seal.toFixed(1)} s, ` +
      `full check ${full.toFixed(1)} s`,
  );
}

const provideLedger = (entriesBefore: number): Promise<TestDatabase> =>
  provideFilledDatabase(`fws_night_${entriesBefore}_${day}`, (database) =>
    fillLedger(database, entriesBefore),
  );

/** Runs the night of a day after this many entries. */
async function measureNight(entriesBefore: number): Promise<Times> {
  const ledger = await provideLedger(entriesBefore);
  const db = createDb(createPool(ledger.appUrl, { max: 4 }));
  const client = await openBehindTriggers(ledger.ownerUrl);
  const times: Times[] = [];
  for (let round = 1; round <= rounds; round++) {
    await reopenLastDay(client);
    const seal = await measureSeconds(() => sealDays(buildDeps(db)));
    times.push({ seal, check: await measureSeconds(() => verifyBooks(buildDeps(db))) });
    await expectNoCase(db);
  }
  await client.end();
  await db.destroy();
  await ledger.close();
  return {
    seal: calculateMedian(times.map((time) => time.seal)),
    check: calculateMedian(times.map((time) => time.check)),
  };
}

async function expectNoCase(db: Db): Promise<void> {
  const openCases = await listOpenCases(db);
  if (openCases.length > 0) throw new Error(`the books do not hold: ${JSON.stringify(openCases)}`);
}

function print(entriesBefore: number, { seal, check }: Times): void {
  console.log(
    `a day of ${day} entries after ${entriesBefore}: night ${(seal + check).toFixed(2)} s ` +
      `(sealing ${seal.toFixed(2)}, checks ${check.toFixed(2)})`,
  );
}

await runProgram(async (life) => {
  await provideDatabase(life);
  if (options['load-only']) {
    for (const size of [day, entries]) await (await provideLedger(size)).close();
    console.log('Loaded.');
    return 0;
  }
  const small = await measureNight(day);
  print(day, small);
  const large = await measureNight(entries);
  print(entries, large);
  const ratio = (large.seal + large.check) / (small.seal + small.check);
  console.log(`large / small ${ratio.toFixed(2)}`);
  return 0;
});
