import { allInvariants } from '../server/src/domains/invariants.ts';
import { verifyLedger } from '../server/src/domains/ledger/index.ts';
import { createDb, createPool } from '../server/src/platform/db/index.ts';
import { runningDatabase, startDatabase } from './embedded-postgres/index.ts';
import { readSettings } from './embedded-postgres/settings.ts';
import { runProgram, type Life } from './program.ts';
import { readStartConfig } from './start-config.ts';
import { UserError } from './user-error.ts';

await runProgram(async (life) => {
  const { databaseUrl, dataDir } = readStartConfig(process.env, []);
  const url = databaseUrl ?? (await runningDatabase(dataDir)) ?? (await startedDatabase(dataDir, life));
  const db = createDb(createPool(url, { max: 1, applicationName: 'fws-ledger-verify' }));
  life.onEnd(() => db.destroy());

  const violations = await verifyLedger(db, allInvariants);
  for (const invariant of allInvariants) {
    const violation = violations.find((found) => found.invariant === invariant);
    console.log(`${violation ? 'BROKEN' : 'holds '} ${String(invariant.id).padStart(2)}. ${invariant.name}`);
    for (const row of violation?.rows ?? []) console.log(`           ${JSON.stringify(row)}`);
  }
  return violations.length > 0 ? 1 : 0;
});

async function startedDatabase(dataDir: string, life: Life): Promise<string> {
  if ((await readSettings(dataDir)) === undefined) {
    throw new UserError(`There is no database in ${dataDir}: npm start makes one.`);
  }
  const database = await startDatabase({ dataDir, log: console.error });
  life.onEnd(() => database.stop());
  return database.url;
}
