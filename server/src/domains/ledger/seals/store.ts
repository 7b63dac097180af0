import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { inLongTx, type Db, type Tx } from '../../../platform/db/index.ts';
import { hashLeaf } from './merkle.ts';

interface AnySeal {
  day: string;
  entries: number;
  previous: Buffer;
  hash: Buffer;
  /** The seal as it was when everything held; null when that was never recorded after this day. */
  verified_hash: Buffer | null;
}

/** A day that was sealed by hashing its entries one after the other, before days had Merkle roots. */
export interface ChainSeal extends AnySeal {
  algorithm: 'chain';
}

/** A day whose seal is a Merkle root over the transactions with `after_txn` < id <= `last_txn`. */
export interface MerkleSeal extends AnySeal {
  algorithm: 'merkle';
  root: Buffer;
  after_txn: number;
  last_txn: number;
}

export type Seal = ChainSeal | MerkleSeal;

const SELECT_SEALS = sql`
  SELECT day, entries, previous, s.hash, v.hash AS verified_hash, algorithm, root, after_txn, last_txn
  FROM ledger.day_seal s LEFT JOIN ledger.verified_day v USING (day)`;

/** All seals from this day on, the oldest first. */
export async function listSeals(db: Db, from: string | null): Promise<Seal[]> {
  const { rows } = await sql<Seal>`
    ${SELECT_SEALS} WHERE day >= coalesce(${from}::date, '-infinity') ORDER BY day`.execute(db);
  return rows;
}

/** The seal of the day that contains this transaction; null while it is not sealed by a Merkle root. */
export async function findSealOfTxn(db: Db, txnId: number): Promise<MerkleSeal | null> {
  const { rows } = await sql<MerkleSeal>`
    ${SELECT_SEALS} WHERE after_txn < ${txnId} AND last_txn >= ${txnId}`.execute(db);
  return rows[0] ?? null;
}

export interface SealedBalance {
  account: string;
  amount: number;
  entries: number;
}

/** Lists the balances that were rolled up with this day, in the order in which its seal hashes them. */
export async function listSealedBalances(db: Db, day: string): Promise<SealedBalance[]> {
  const { rows } = await sql<SealedBalance>`
    SELECT account, amount, entries FROM ledger.sealed_balance WHERE day = ${day}
    ORDER BY account COLLATE "C"`.execute(db);
  return rows;
}

/** What a seal says besides its root: the day, its number of entries and its transactions, then each balance. */
export const buildHeader = (
  seal: Pick<MerkleSeal, 'day' | 'entries' | 'after_txn' | 'last_txn'>,
  balances: readonly SealedBalance[],
): string =>
  [
    `${seal.day} ${seal.entries} ${seal.after_txn} ${seal.last_txn}\n`,
    ...balances.map(({ account, amount, entries }) => `${account} ${amount} ${entries}\n`),
  ].join('');

/** The number of entries that a header names. */
export const readEntryCount = (header: string): number => Number(header.split(' ')[1]);

/** Where the lines of sealed entries are read: the database, or a month from the file store. */
export interface LineSource {
  inTx<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Rows like those of `ledger.sealed_line`. */
  lines: RawBuilder<unknown>;
}

export const createLiveSource = (db: Db): LineSource => ({
  inTx: (work) =>
    inLongTx(db, async (tx) => {
      // Merges the months in the order of their keys, up to the page's limit. By its estimates the planner would sort the
      // rest of the day for each page.
      await sql`SET LOCAL enable_seqscan = off`.execute(tx);
      await sql`SET LOCAL enable_sort = off`.execute(tx);
      return work(tx);
    }),
  lines: sql`ledger.sealed_line`,
});

interface SealedLine {
  txn_id: number;
  seq: number;
  line: string;
}

const LINES_A_PAGE = 5_000;

/** The entries of a day, page by page, in the order in which its seal hashes them. */
async function* readLines(source: LineSource, seal: Seal): AsyncGenerator<SealedLine> {
  let after = { txn: seal.algorithm === 'merkle' ? seal.after_txn + 1 : 0, seq: 0 };
  // Ids stand in the text: the planner must know how few transactions they are.
  const inDay =
    seal.algorithm === 'merkle'
      ? sql`txn_id <= ${sql.lit(seal.last_txn)}`
      : sql`posted_at >= ${seal.day}::date::timestamp AT TIME ZONE 'Asia/Kolkata'
          AND posted_at < (${seal.day}::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`;
  for (;;) {
    const { txn, seq } = after;
    const { rows } = await source.inTx((tx) =>
      sql<SealedLine>`
        SELECT txn_id, seq, line FROM ${source.lines} AS entries
        WHERE ${inDay} AND txn_id >= ${sql.lit(txn)} AND (txn_id, seq) > (${sql.lit(txn)}, ${seq})
        ORDER BY txn_id, seq LIMIT ${LINES_A_PAGE}`.execute(tx),
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < LINES_A_PAGE) return;
    after = { txn: last.txn_id, seq: last.seq };
  }
}

/** Hashes the entries of a Merkle day, and finds the place of one of them. */
export async function hashLeaves(
  source: LineSource,
  seal: MerkleSeal,
  wanted?: { txnId: number; seq: number },
): Promise<{ leaves: Buffer[]; found: { line: string; index: number } | null }> {
  const leaves: Buffer[] = [];
  let found: { line: string; index: number } | null = null;
  for await (const { txn_id, seq, line } of readLines(source, seal)) {
    if (txn_id === wanted?.txnId && seq === wanted.seq) found = { line, index: leaves.length };
    leaves.push(hashLeaf(line));
  }
  return { leaves, found };
}

/** Hashes the entries of a chained day one after the other. */
export async function hashChain(
  source: LineSource,
  seal: ChainSeal,
): Promise<{ entries: number; hash: Buffer }> {
  let hash = createHash('sha256').update(seal.previous).update(seal.day).digest();
  let entries = 0;
  for await (const { line } of readLines(source, seal)) {
    hash = createHash('sha256').update(hash).update(line).digest();
    entries += 1;
  }
  return { entries, hash };
}
