import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { FileStore } from '../../ports/file-store.ts';
import { reachFaultPoint } from '../fault-point.ts';
import { writeData } from './archive-data.ts';
import { formatMonth, type MonthPartition } from './catalogue.ts';
import { checkArchive } from './checking.ts';
import { hashBytes, type Manifest } from './manifest.ts';
import { inOwnerTx, lockForPartitions, toSqlName } from './owner.ts';
import { createTable, prepareToAttach } from './tables.ts';

/** What is special about archiving a table. All run with the owner's login. */
export interface ArchivePolicy {
  /** The columns in whose order the rows are written. */
  orderBy: readonly string[];
  /** Why this month must stay in the database; null when it may go. */
  findObstacle?(owner: pg.ClientBase, partition: MonthPartition): Promise<string | null>;
  /** In the transaction that detaches the month: keeps what is needed of it. */
  keepSums?(owner: pg.ClientBase, partition: MonthPartition): Promise<void>;
  /** After a restore, in the transaction that attaches it. */
  dropSums?(owner: pg.ClientBase, partition: MonthPartition): Promise<void>;
  /** Selects the rows of the month that stay in the table, because people's pages read them. */
  selectKept?(partition: MonthPartition): string;
  listSeals?(owner: pg.ClientBase, partition: MonthPartition): Promise<Manifest['seals']>;
}

export interface ArchiveDeps {
  /** The owner's login: the application's may not remove a month. */
  owner: pg.ClientBase;
  files: FileStore;
  now: Date;
}

/** Refused for a reason that the operator can act on. */
export class ArchiveRefused extends Error {}

/**
 * Moves a month from the database to the file store. Can be stopped at any point and called again: the month is in a
 * table of the database until its archive was written, read again, compared and recorded.
 */
export async function archiveMonth(
  deps: ArchiveDeps,
  partition: MonthPartition,
  policy: ArchivePolicy,
): Promise<Manifest> {
  if (partition.stage === 'archived') throw new ArchiveRefused(`${describe(partition)} is archived already`);
  if (partition.stage === 'attached') await detach(deps.owner, partition, policy);
  reachFaultPoint('archive_detached');
  const manifest = await upload(deps, partition, policy);
  reachFaultPoint('archive_uploaded');
  await checkArchive(deps.files, manifest);
  await record(deps.owner, partition, manifest);
  return manifest;
}

export const describe = (partition: MonthPartition): string =>
  `${formatMonth(partition)} of ${partition.tableName}`;

async function detach(owner: pg.ClientBase, partition: MonthPartition, policy: ArchivePolicy): Promise<void> {
  const obstacle = await policy.findObstacle?.(owner, partition);
  if (obstacle != null) throw new ArchiveRefused(`${describe(partition)} stays: ${obstacle}`);
  reachFaultPoint('archive_detaching');
  const attachKept = await prepareKept(owner, partition, policy);
  await inOwnerTx(owner, async () => {
    // May take a while: it blocks nobody.
    await policy.keepSums?.(owner, partition);
    await lockForPartitions(owner, partition.tableName);
    await owner.query(
      `ALTER TABLE ${toSqlName(partition.tableName)}
        DETACH PARTITION ${toSqlName(partition.tableName, partition.partition)}`,
    );
    await attachKept?.();
    await setStage(owner, partition, 'detached');
  });
}

export const toKeptName = ({ partition }: MonthPartition): string => `${partition}_kept`;

/** Copies the rows that stay, before anything is locked. */
async function prepareKept(
  owner: pg.ClientBase,
  partition: MonthPartition,
  policy: ArchivePolicy,
): Promise<(() => Promise<void>) | undefined> {
  if (!policy.selectKept) return undefined;
  const name = toKeptName(partition);
  await createTable(owner, partition.tableName, name);
  await owner.query(`INSERT INTO ${toSqlName(partition.tableName, name)} ${policy.selectKept(partition)}`);
  return prepareToAttach(owner, partition, name);
}

async function upload(
  { owner, files, now }: ArchiveDeps,
  partition: MonthPartition,
  policy: ArchivePolicy,
): Promise<Manifest> {
  await removeUnfinished({ owner, files }, partition);
  // Never written over another archive: an older backup of the database may still name that one.
  const key = `archives/${partition.tableName}/${partition.partition}/${randomUUID()}`;
  await owner.query('UPDATE month_partition SET manifest_key = $3 WHERE table_name = $1 AND partition = $2', [
    partition.tableName,
    partition.partition,
    `${key}.json`,
  ]);
  const table = toSqlName(partition.tableName, partition.partition);
  const columns = await listColumns(owner, table);
  const names = columns.map(({ name }) => pg.escapeIdentifier(name)).join(', ');
  const source = owner.query(
    copyTo(`COPY (SELECT ${names} FROM ${table} ORDER BY ${policy.orderBy.join(', ')}) TO STDOUT`),
  );
  const data = await writeData(files, `${key}.copy.gz`, source);
  const manifest: Manifest = {
    format: 'fws-month-1',
    table: partition.tableName,
    partition: partition.partition,
    starts: partition.starts,
    ends: partition.ends,
    schemaVersion: await findSchemaVersion(owner),
    columns,
    rows: source.rowCount,
    data,
    seals: (await policy.listSeals?.(owner, partition)) ?? [],
    writtenAt: now.toISOString(),
  };
  await files.put(`${key}.json`, toBytes(manifest));
  return manifest;
}

export const toBytes = (manifest: Manifest): Buffer => Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);

/** Removes what a run left that ended between the upload and its record. */
async function removeUnfinished(
  { owner, files }: Pick<ArchiveDeps, 'owner' | 'files'>,
  { tableName, partition }: MonthPartition,
): Promise<void> {
  const { rows } = await owner.query<{ key: string | null }>(
    `SELECT manifest_key AS key FROM month_partition
      WHERE table_name = $1 AND partition = $2 AND manifest_sha256 IS NULL`,
    [tableName, partition],
  );
  const key = rows[0]?.key;
  if (key == null) return;
  await files.remove(key.replace(/\.json$/, '.copy.gz'));
  await files.remove(key);
}

/** From here on the archive is the only copy. */
async function record(owner: pg.ClientBase, partition: MonthPartition, manifest: Manifest): Promise<void> {
  await inOwnerTx(owner, async () => {
    await lockForPartitions(owner, partition.tableName, true);
    await owner.query(
      `UPDATE month_partition SET stage = 'archived', manifest_sha256 = $3, rows = $4, changed_at = clock_timestamp()
        WHERE table_name = $1 AND partition = $2`,
      [partition.tableName, partition.partition, hashBytes(toBytes(manifest)), manifest.rows],
    );
    reachFaultPoint('archive_recorded');
    await owner.query(`DROP TABLE ${toSqlName(partition.tableName, partition.partition)}`);
  });
}

export async function listColumns(owner: pg.ClientBase, table: string): Promise<Manifest['columns']> {
  const { rows } = await owner.query<{ name: string; type: string }>(
    `SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

async function findSchemaVersion(owner: pg.ClientBase): Promise<string> {
  const { rows } = await owner.query<{ name: string }>(
    'SELECT name FROM kysely_migration ORDER BY name DESC LIMIT 1',
  );
  return rows[0]?.name ?? '';
}

export const setStage = (owner: pg.ClientBase, partition: MonthPartition, stage: MonthPartition['stage']) =>
  owner.query(
    `UPDATE month_partition SET stage = $3, manifest_key = NULL, manifest_sha256 = NULL, rows = NULL,
        changed_at = clock_timestamp()
      WHERE table_name = $1 AND partition = $2`,
    [partition.tableName, partition.partition, stage],
  );
