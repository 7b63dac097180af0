import { runProgram } from '../scripts/program.ts';
import { sealDays } from '../server/src/domains/ledger/seals.ts';
import { listOpenCases } from '../server/src/domains/ledger/ops-cases.ts';
import { verifyBooks } from '../server/src/domains/nightly.ts';
import { createDb, createPool, type Db } from '../server/src/platform/db/index.ts';
import { silentLog } from '../server/src/platform/log.ts';
import { systemClock } from '../server/src/ports/clock.ts';
import { createTestDatabase } from '../server/test/database.ts';
import { calculateMedian } from './median.ts';
import { ENTRIES_A_MILESTONE, loadDay, openBehindTriggers, reopenYesterday } from './night/data.ts';
import { provideDatabase, readOptions } from './options.ts';

// Does a night cost what the day wrote? The same day is sealed and checked in a small ledger and in a large one, which
// differ in what came before.

// npm run bench:night -- [--entries N before the day, in the large ledger] [--day N entries] [--rounds N]

const { entries, day, rounds } = readOptions(process.argv.slice(2), {
  entries: 1_000_000,
  day: 100_000,
  rounds: 3,
});

interface Times {
  seal: number;
  check: number;
}

async function measureSeconds(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

/** Runs the night of a day after this many entries, and everything once. */
async function measureNight(entriesBefore: number): Promise<Times & { full: number }> {
  const database = await createTestDatabase();
  const db = createDb(createPool(database.appUrl, { max: 2 }));
  const client = await openBehindTriggers(database.ownerUrl);
  const deps = { db, ports: { clock: systemClock }, log: silentLog };
  const milestonesADay = Math.ceil(day / ENTRIES_A_MILESTONE);
  const daysBefore = Math.max(1, Math.ceil(entriesBefore / day));
  for (let past = 0; past < daysBefore; past++)
    await loadDay(client, past * milestonesADay, milestonesADay, daysBefore - past + 1);
  await client.query('VACUUM ANALYZE');
  await sealDays(deps);
  await reopenYesterday(client);
  const full = await measureSeconds(() => verifyBooks(deps, { isFull: true }));
  await expectNoCase(db);

  await loadDay(client, daysBefore * milestonesADay, milestonesADay, 1);
  const times: Times[] = [];
  for (let round = 1; round <= rounds; round++) {
    await reopenYesterday(client);
    const seal = await measureSeconds(() => sealDays(deps));
    times.push({ seal, check: await measureSeconds(() => verifyBooks(deps)) });
    await expectNoCase(db);
  }
  await client.end();
  await db.destroy();
  await database.close();
  return {
    seal: calculateMedian(times.map((time) => time.seal)),
    check: calculateMedian(times.map((time) => time.check)),
    full,
  };
}

async function expectNoCase(db: Db): Promise<void> {
  const openCases = await listOpenCases(db);
  if (openCases.length > 0) throw new Error(`the books do not hold: ${JSON.stringify(openCases)}`);
}

function print(entriesBefore: number, { seal, check, full }: Times & { full: number }): void {
  console.log(
    `a day of ${day} entries after ${entriesBefore}: night ${(seal + check).toFixed(2)} s ` +
      `(sealing ${seal.toFixed(2)}, checks ${check.toFixed(2)}), full check before it ${full.toFixed(2)} s`,
  );
}

await runProgram(async (life) => {
  await provideDatabase(life);
  const small = await measureNight(day);
  print(day, small);
  const large = await measureNight(entries);
  print(entries, large);
  const ratio = (large.seal + large.check) / (small.seal + small.check);
  console.log(`large / small ${ratio.toFixed(2)}`);
  return 0;
});
