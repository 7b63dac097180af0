import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openData } from './archive-data.ts';
import {
  ArchiveRefused,
  describe,
  listColumns,
  setStage,
  toKeptName,
  type ArchiveDeps,
  type ArchivePolicy,
} from './archiving.ts';
import type { MonthPartition } from './catalogue.ts';
import { BrokenArchive, readManifest, type Manifest } from './manifest.ts';
import { inOwnerTx, lockForPartitions, toSqlName } from './owner.ts';
import { createTable, prepareToAttach } from './tables.ts';

/**
 * Brings a month back into its table. The archive stays in the file store. Can be stopped at any point and called again:
 * the month is part of its table only when all of it is there and its checksums agree.
 */
export async function restoreMonth(
  { owner, files }: Omit<ArchiveDeps, 'now'>,
  partition: MonthPartition,
  policy: ArchivePolicy,
): Promise<number> {
  if (partition.stage === 'attached') throw new ArchiveRefused(`${describe(partition)} is not archived`);
  // Archiving did not come further than to detach it.
  if (partition.stage === 'detached') {
    await attach(owner, partition, policy);
    return 0;
  }
  const manifest = await readManifest(files, partition);
  const table = toSqlName(partition.tableName, partition.partition);
  await createTable(owner, partition.tableName, partition.partition);
  await checkColumns(owner, table, manifest);
  await load({ owner, files }, table, manifest);
  await attach(owner, partition, policy);
  return manifest.rows;
}

async function checkColumns(owner: pg.ClientBase, table: string, manifest: Manifest): Promise<void> {
  const columns = new Map((await listColumns(owner, table)).map(({ name, type }) => [name, type]));
  const missing = manifest.columns.filter(({ name, type }) => columns.get(name) !== type);
  if (missing.length > 0)
    throw new ArchiveRefused(
      `${manifest.partition} was archived with columns that the table lacks now: ` +
        `${missing.map(({ name, type }) => `${name} ${type}`).join(', ')}. It was written after ${manifest.schemaVersion}`,
    );
}

async function load(
  { owner, files }: Pick<ArchiveDeps, 'owner' | 'files'>,
  table: string,
  manifest: Manifest,
): Promise<void> {
  const names = manifest.columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  await inOwnerTx(owner, async () => {
    const { rows, finish } = await openData(files, manifest);
    const target = owner.query(copyFrom(`COPY ${table} (${names}) FROM STDIN`));
    try {
      await pipeline(rows, target);
    } finally {
      await finish();
    }
    if (target.rowCount !== manifest.rows)
      throw new BrokenArchive(`it has ${target.rowCount} rows, and its manifest says ${manifest.rows}`);
  });
}

async function attach(owner: pg.ClientBase, partition: MonthPartition, policy: ArchivePolicy): Promise<void> {
  const attachTable = await prepareToAttach(owner, partition, partition.partition);
  await inOwnerTx(owner, async () => {
    await lockForPartitions(owner, partition.tableName, policy.selectKept !== undefined);
    // The rows that stayed are in the restored month too.
    if (policy.selectKept) {
      const kept = toSqlName(partition.tableName, toKeptName(partition));
      await owner.query(`ALTER TABLE ${toSqlName(partition.tableName)} DETACH PARTITION ${kept}`);
      await owner.query(`DROP TABLE ${kept}`);
    }
    await attachTable();
    await policy.dropSums?.(owner, partition);
    await setStage(owner, partition, 'attached');
  });
}
