import { ARCHIVABLE_TABLES } from '../server/src/tables.ts';
import {
  ArchiveRefused,
  BrokenArchive,
  describeMonth,
  listPartitions,
  restoreMonth,
} from '../server/src/platform/months/index.ts';
import { explainUnpartitioned, openMonthsAsOwner } from './months/open.ts';
import { readRestoreOptions } from './months/options.ts';
import { runProgram } from './program.ts';
import { UserError } from './user-error.ts';

// npm run archive:restore -- ledger.entry 2027-01: brings a month back from the file store.
await runProgram(async (life) => {
  const { table, month } = readRestoreOptions(process.argv.slice(2), Object.keys(ARCHIVABLE_TABLES));
  const policy = ARCHIVABLE_TABLES[table];
  const { owner, db, files } = await openMonthsAsOwner(life);
  const partitions = await listPartitions(db, table);
  if (partitions.length === 0) throw new UserError(explainUnpartitioned(table));
  const partition = partitions.find(({ starts }) => starts === month);
  if (!partition || !policy) throw new UserError(`${table} has no such month: npm run archive lists them.`);
  try {
    const rows = await restoreMonth({ owner, files }, partition, policy);
    console.log(`Restored ${describeMonth(partition)}: ${rows} rows.`);
    return 0;
  } catch (error) {
    if (error instanceof ArchiveRefused) throw new UserError(error.message);
    if (error instanceof BrokenArchive)
      throw new UserError(`${describeMonth(partition)} was not restored: ${error.message}.`);
    throw error;
  }
});
