import { pipeline } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { openData } from './archive-data.ts';
import {
  ArchiveRefused,
  describe,
  inOwnerTx,
  listColumns,
  setState,
  toSqlName,
  type ArchiveDeps,
  type ArchivePolicy,
} from './archiving.ts';
import type { MonthPartition } from './catalogue.ts';
import { BrokenArchive, readManifest, type Manifest } from './manifest.ts';

/**
 * Brings a month back into its table. The archive stays in the file store. Can be stopped at any point and called again:
 * the month is part of its table only when all of it is there and its checksums agree.
 */
export async function restoreMonth(
  { owner, files }: Omit<ArchiveDeps, 'now'>,
  partition: MonthPartition,
  policy: ArchivePolicy,
): Promise<number> {
  if (partition.state === 'attached') throw new ArchiveRefused(`${describe(partition)} is not archived`);
  // Archiving did not come further than to detach it.
  if (partition.state === 'detached') {
    await attach(owner, partition, policy);
    return 0;
  }
  const manifest = await readManifest(files, partition);
  const table = toSqlName(partition.tableName, partition.partition);
  await createTable(owner, partition, table);
  await checkColumns(owner, table, manifest);
  await load({ owner, files }, table, manifest);
  await attach(owner, partition, policy);
  return manifest.rows;
}

/** Creates the table that becomes the partition, with the keys, constraints, rights and guards of the others. */
async function createTable(owner: pg.ClientBase, partition: MonthPartition, table: string): Promise<void> {
  const parent = toSqlName(partition.tableName);
  await inOwnerTx(owner, async () => {
    // What an interrupted restore left.
    await owner.query(`DROP TABLE IF EXISTS ${table}`);
    const { rows } = await owner.query<{ example: string }>(
      `SELECT inhrelid::regclass::text AS example FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
        WHERE inhparent = $1::regclass AND pg_get_expr(relpartbound, pg_class.oid) <> 'DEFAULT' ORDER BY inhrelid DESC LIMIT 1`,
      [parent],
    );
    await owner.query(
      `CREATE TABLE ${table} (LIKE ${rows[0]?.example} INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)`,
    );
    await owner.query('SELECT guard_partition($1, $2)', [partition.tableName, partition.partition]);
    // Foreign keys are checked row by row now: to check them while attaching would block the tables they point at.
    const keys = await owner.query<{ name: string; definition: string }>(
      `SELECT conname AS name, pg_get_constraintdef(oid) AS definition FROM pg_constraint
        WHERE conrelid = $1::regclass AND contype = 'f' ORDER BY conname`,
      [parent],
    );
    for (const { name, definition } of keys.rows)
      await owner.query(`ALTER TABLE ${table} ADD CONSTRAINT ${pg.escapeIdentifier(name)} ${definition}`);
  });
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
  const { tableName, starts, ends } = partition;
  const parent = toSqlName(tableName);
  const table = toSqlName(tableName, partition.partition);
  const { rows } = await owner.query<{ key: string; starts: string; ends: string }>(
    `SELECT key, month_bound($2::regclass, key, $3) AS starts, month_bound($2::regclass, key, $4) AS ends
      FROM monthly_table WHERE name = $1`,
    [tableName, parent, starts, ends],
  );
  const bound = rows[0];
  if (!bound) throw new Error(`${tableName} is not partitioned by month`);
  const key = pg.escapeIdentifier(bound.key);
  const lower = bound.starts === 'MINVALUE' ? '' : `${key} >= ${bound.starts} AND `;
  // Spares the scan under the lock of ATTACH.
  await inOwnerTx(owner, () =>
    owner.query(`ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS in_month,
      ADD CONSTRAINT in_month CHECK (${key} IS NOT NULL AND ${lower}${key} < ${bound.ends})`),
  );
  await inOwnerTx(owner, async () => {
    // A partition's clones of its table's triggers went with it when it was detached, or are made now.
    await owner.query(
      `ALTER TABLE ${parent} ATTACH PARTITION ${table} FOR VALUES FROM (${bound.starts}) TO (${bound.ends})`,
    );
    await owner.query(`ALTER TABLE ${table} DROP CONSTRAINT in_month`);
    await policy.dropSums?.(owner, partition);
    await setState(owner, partition, 'attached');
  });
}
