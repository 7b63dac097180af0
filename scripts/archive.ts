import { toIstDate } from '../contract/src/platform/dates.ts';
import { ARCHIVABLE_TABLES, isOldEnough } from '../server/src/tables.ts';
import {
  archiveMonth,
  ArchiveRefused,
  BrokenArchive,
  checkArchive,
  describeMonth,
  listPartitions,
  readManifest,
  type MonthPartition,
} from '../server/src/platform/months/index.ts';
import { explainUnpartitioned, openMonthsAsOwner, type Months } from './months/open.ts';
import { readArchiveOptions } from './months/options.ts';
import { runProgram, type Life } from './program.ts';
import { UserError } from './user-error.ts';

// npm run archive: lists the months of the partitioned tables, moves old ones to the file store, or checks those there.
await runProgram(async (life) => {
  const options = readArchiveOptions(process.argv.slice(2), Object.keys(ARCHIVABLE_TABLES));
  const months = await openMonthsAsOwner(life);
  if (options.action === 'archive') return archive(months, options, life);
  return options.action === 'verify' ? verify(months) : list(months);
});

async function list({ db }: Months): Promise<number> {
  const today = toIstDate(new Date());
  for (const table of Object.keys(ARCHIVABLE_TABLES)) {
    const partitions = await listPartitions(db, table);
    if (partitions.length === 0) console.log(`${table}: not partitioned yet, run npm run migrate`);
    for (const partition of partitions) {
      const rows = partition.rows === null ? '' : `, ${partition.rows} rows`;
      const note = partition.stage === 'attached' && isOldEnough(partition, today) ? ', may be archived' : '';
      console.log(`${describeMonth(partition)}: ${partition.stage}${rows}${note}`);
    }
  }
  return 0;
}

async function archive(
  { owner, db, files }: Months,
  { table, before }: { table: string; before: string },
  life: Life,
): Promise<number> {
  const policy = ARCHIVABLE_TABLES[table];
  const today = toIstDate(new Date());
  const partitions = await listPartitions(db, table);
  if (partitions.length === 0) throw new UserError(explainUnpartitioned(table));
  const due = partitions.filter(({ ends, stage }) => ends <= before && stage !== 'archived');
  const young = due.find((partition) => !isOldEnough(partition, today));
  if (!policy) throw new UserError(`${table} is unknown.`);
  if (young)
    throw new UserError(
      `${describeMonth(young)} stays: months of it are archived ${policy.minimumAgeMonths} months after their end.`,
    );
  for (const partition of due) {
    if (life.signal.aborted) break;
    try {
      const { rows, data } = await archiveMonth({ owner, files, now: new Date() }, partition, policy);
      console.log(`Archived ${describeMonth(partition)}: ${rows} rows in ${data.bytes} bytes.`);
    } catch (error) {
      if (error instanceof ArchiveRefused) throw new UserError(error.message);
      throw error;
    }
  }
  if (due.length === 0) console.log('Nothing to archive.');
  return 0;
}

async function verify({ db, files }: Months): Promise<number> {
  let isSound = true;
  for (const table of Object.keys(ARCHIVABLE_TABLES)) {
    for (const partition of await listPartitions(db, table)) {
      if (partition.stage !== 'archived') continue;
      const reason = await findFault(files, partition);
      isSound &&= reason === null;
      console.log(`${reason === null ? 'holds ' : 'BROKEN'} ${describeMonth(partition)}${reason ?? ''}`);
    }
  }
  console.log(isSound ? 'Every archive is what was written.' : 'Restore the file store from its backup.');
  return isSound ? 0 : 1;
}

async function findFault(files: Months['files'], partition: MonthPartition): Promise<string | null> {
  try {
    await checkArchive(files, await readManifest(files, partition));
    return null;
  } catch (error) {
    if (error instanceof BrokenArchive) return `: ${error.message}`;
    throw error;
  }
}
