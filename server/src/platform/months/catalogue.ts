import { sql } from 'kysely';
import type { Db, Tx } from '../db/index.ts';

/** Where the rows of a partition are: in its table, in a table of their own while they are archived, or in the file store. */
export type PartitionStage = 'attached' | 'detached' | 'archived';

/** A partition of a table that is partitioned by the month in India. */
export interface MonthPartition {
  /** With its schema where that is not `public`: `ledger.entry`. */
  tableName: string;
  partition: string;
  /** The first day; `-infinity` where it holds what came before the table was partitioned. */
  starts: string;
  /** The day after the last one. */
  ends: string;
  stage: PartitionStage;
  manifestKey: string | null;
  manifestSha256: Buffer | null;
  rows: number | null;
  firstTxn: number | null;
  lastTxn: number | null;
}

const SELECT_PARTITIONS = sql`
  SELECT table_name AS "tableName", partition, starts, ends, stage, manifest_key AS "manifestKey",
    manifest_sha256 AS "manifestSha256", rows, first_txn AS "firstTxn", last_txn AS "lastTxn"
  FROM month_partition`;

/** Lists the partitions of a table, the oldest first. */
export async function listPartitions(db: Db | Tx, tableName: string): Promise<MonthPartition[]> {
  const { rows } = await sql<MonthPartition>`
    ${SELECT_PARTITIONS} WHERE table_name = ${tableName} ORDER BY starts`.execute(db);
  return rows;
}

export interface MonthlyTable {
  name: string;
  /** The column that decides the partition. */
  key: string;
}

export async function listMonthlyTables(db: Db | Tx): Promise<MonthlyTable[]> {
  const { rows } = await sql<MonthlyTable>`SELECT name, key FROM monthly_table ORDER BY name`.execute(db);
  return rows;
}

/** `2027-01`, or `before` for what came before the first month. */
export const formatMonth = ({ starts }: Pick<MonthPartition, 'starts'>): string =>
  starts === '-infinity' ? 'before' : starts.slice(0, 7);
