import { sql, type RawBuilder } from 'kysely';
import pg from 'pg';
import { inLongTx, type Db, type Tx } from '../../../platform/db/index.ts';
import {
  BrokenArchive,
  listPartitions,
  openData,
  readManifest,
  readRows,
  type Manifest,
  type MonthPartition,
} from '../../../platform/months/index.ts';
import type { FileStore } from '../../../ports/file-store.ts';
import type { LineSource, Seal } from '../seals/store.ts';
import { isArchived } from '../sources.ts';

/** A month of entries that is not part of `ledger.entry`: in the file store, or about to be. */
export type ArchivedMonth = MonthPartition & { firstTxn: number; lastTxn: number };

export type Files = Pick<FileStore, 'get'>;

export async function listArchivedMonths(db: Db | Tx): Promise<ArchivedMonth[]> {
  const partitions = await listPartitions(db, 'ledger.entry');
  return partitions.filter(
    (partition): partition is ArchivedMonth => partition.stage !== 'attached' && partition.firstTxn !== null,
  );
}

/** The transactions of a sealed day, from `first` to `last`. */
export interface TxnRange {
  first: number;
  last: number;
}

/** A chained day is found by its time: it has no range of its own. Null when nothing was posted. */
export async function findTxnRange(db: Db | Tx, seal: Seal): Promise<TxnRange | null> {
  if (seal.algorithm === 'merkle')
    return seal.last_txn > seal.after_txn ? { first: seal.after_txn + 1, last: seal.last_txn } : null;
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    SELECT min(id) AS first, max(id) AS last FROM ledger.txn
    WHERE posted_at >= ${seal.day}::date::timestamp AT TIME ZONE 'Asia/Kolkata'
      AND posted_at < (${seal.day}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`.execute(db);
  const { first, last } = rows[0] ?? {};
  return first == null || last == null ? null : { first, last };
}

export const intersects = (month: ArchivedMonth, range: TxnRange | null): boolean =>
  range !== null && range.first <= month.lastTxn && range.last >= month.firstTxn;

const MONTH = 'pg_temp.archived_entry';

/**
 * A transaction that has the entries of archived months in a temporary table, which ends with it. It reads them from the
 * file store page by page; nothing is restored.
 */
export function inArchiveTx<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return inLongTx(
    db,
    async (tx) => {
      // The file store may answer slowly between two statements.
      await sql`SET LOCAL idle_in_transaction_session_timeout = 0`.execute(tx);
      await sql
        .raw(`CREATE TEMPORARY TABLE archived_entry ON COMMIT DROP AS
        SELECT ''::text AS partition, entry.* FROM ledger.entry LIMIT 0`)
        .execute(tx);
      return work(tx);
    },
    0,
  );
}

const ROWS_A_PAGE = 5_000;
const COLUMNS = [
  'txn_id',
  'seq',
  'account_id',
  'amount',
  'balance_after',
  'account_version',
  'month',
] as const;
const TYPES = ['bigint', 'smallint', 'bigint', 'bigint', 'bigint', 'bigint', 'date'];

/** Loads a month, or what it has of some transactions. Returns its manifest; null while it is only detached. */
export async function loadMonth(
  tx: Tx,
  files: Files,
  month: ArchivedMonth,
  range: TxnRange = { first: month.firstTxn, last: month.lastTxn },
): Promise<Manifest | null> {
  if (month.stage === 'detached') {
    await sql`INSERT INTO ${sql.raw(MONTH)} (partition, ${sql.raw(COLUMNS.join(', '))})
      SELECT ${month.partition}, ${sql.raw(COLUMNS.join(', '))} FROM ${sql.table(`ledger.${month.partition}`)}
      WHERE txn_id BETWEEN ${range.first} AND ${range.last}`.execute(tx);
  } else {
    const manifest = await readManifest(files, month);
    await loadArchive(tx, files, month, manifest, range);
    return manifest;
  }
  return null;
}

async function loadArchive(
  tx: Tx,
  files: Files,
  month: ArchivedMonth,
  manifest: Manifest,
  range: TxnRange,
): Promise<void> {
  const positions = COLUMNS.map((column) => manifest.columns.findIndex(({ name }) => name === column));
  if (positions.includes(-1)) throw new BrokenArchive('a column is missing in its manifest');
  const { rows, finish } = await openData(files, manifest);
  let count = 0;
  let page: (string | null)[][] = [];
  try {
    for await (const row of readRows(rows)) {
      count += 1;
      const fields = positions.map((position) => row[position] ?? null);
      const txnId = Number(fields[0]);
      if (txnId >= range.first && txnId <= range.last) page.push(fields);
      if (page.length === ROWS_A_PAGE) {
        await insertPage(tx, month.partition, page);
        page = [];
      }
    }
  } catch (error) {
    rows.destroy();
    // Of a broken archive, `finish` knows more; a failed statement says nothing about the archive.
    if (!(error instanceof pg.DatabaseError)) await finish();
    throw error;
  }
  await finish();
  await insertPage(tx, month.partition, page);
  if (count !== manifest.rows)
    throw new BrokenArchive(`it has ${count} rows, and its manifest says ${manifest.rows}`);
}

async function insertPage(tx: Tx, partition: string, page: (string | null)[][]): Promise<void> {
  const columns = TYPES.map((type, index) => sql`${page.map((fields) => fields[index])}::${sql.raw(type)}[]`);
  await sql`INSERT INTO ${sql.raw(MONTH)} (partition, ${sql.raw(COLUMNS.join(', '))})
    SELECT ${partition}, * FROM unnest(${sql.join(columns)})`.execute(tx);
}

/** The lines of a day, of which some entries are loaded and others, of the next month, may be in the database. */
export const createArchiveSource = (tx: Tx): LineSource => ({
  inTx: (work) => work(tx),
  lines: selectLoadedLines(),
});

/** As `ledger.sealed_line` formats them. */
const selectLoadedLines = (): RawBuilder<unknown> => sql`(
  SELECT t.posted_at, e.txn_id, e.seq,
    jsonb_build_array(
      t.id, e.seq, a.code, e.amount, e.balance_after, e.account_version, t.kind, t.idempotency_key, t.request_hash,
      t.reverses, t.job_id, t.milestone_id, t.order_id, t.payment_id, t.refund_id, t.withdrawal_id, t.dispute_id,
      t.user_id, extract(epoch FROM t.event_time), extract(epoch FROM t.posted_at)
    )::text AS line
  FROM (
    SELECT txn_id, seq, account_id, amount, balance_after, account_version FROM ${sql.raw(MONTH)}
    UNION ALL
    SELECT txn_id, seq, account_id, amount, balance_after, account_version FROM ledger.entry live
    WHERE NOT ${sql.raw(isArchived('live'))}
  ) e
  JOIN ledger.txn t ON t.id = e.txn_id
  JOIN ledger.account a ON a.id = e.account_id)`;
