import { read, type Db } from '../../../platform/db/index.ts';
import type { Cell } from './csv.ts';
import { toRupeesCell } from './csv.ts';

const ROWS_PER_PAGE = 1000;
/** SQL for a time in India, in a form that spreadsheets parse. */
const formatIst = (column: string) =>
  `to_char(${column} AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM-DD HH24:MI:SS')`;

type Pages = AsyncGenerator<readonly (readonly Cell[])[]>;

/** Reads by keyset, so that an export holds no transaction open and at most one page in memory. */
async function* readPages<Row extends object, Key>(
  first: Key,
  readPage: (after: Key) => Promise<Row[]>,
  getKey: (row: Row) => Key,
  toCells: (row: Row) => readonly Cell[],
): Pages {
  for (let after = first; ;) {
    const rows = await readPage(after);
    if (rows.length > 0) yield rows.map(toCells);
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_PER_PAGE) return;
    after = getKey(last);
  }
}

const toDebitAndCredit = (amount: number): [debit: Cell, credit: Cell] =>
  amount > 0 ? [toRupeesCell(amount), null] : [null, toRupeesCell(-amount)];

interface LineRow {
  txn_id: number;
  seq: number;
  posted_at: string;
  happened_at: string;
  kind: string;
  key: string;
  account: string;
  amount: number;
  job_id: number | null;
  milestone_id: number | null;
  order_id: string | null;
  payment_id: string | null;
  refund_id: string | null;
  withdrawal_id: number | null;
  dispute_id: number | null;
}

export const JOURNAL_HEADER = [
  'transaction',
  'line',
  'posted (IST)',
  'happened (IST)',
  'kind',
  'key',
  'account',
  'debit (INR)',
  'credit (INR)',
  'job',
  'milestone',
  'order',
  'payment',
  'refund',
  'withdrawal',
  'dispute',
];

/** All lines posted between two days in India, both included. */
export async function* streamJournal(db: Db, days: { from: string; to: string }): Pages {
  const [range] = await read<{ first: number | null; last: number | null }>(db, {
    // Find the id range by the index on `posted_at`; the pages then read by id.
    text: `SELECT min(id) AS first, max(id) AS last FROM ledger.txn
      WHERE posted_at >= $1::date::timestamp AT TIME ZONE 'Asia/Kolkata'
        AND posted_at < ($2::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'`,
    values: [days.from, days.to],
  });
  if (range?.first == null || range.last === null) return;
  const { last } = range;
  yield* readPages<LineRow, [number, number]>(
    [range.first - 1, 32_767],
    ([txn, seq]) =>
      read<LineRow>(db, {
        text: `SELECT entry.txn_id, entry.seq, ${formatIst('txn.posted_at')} AS posted_at,
            ${formatIst('txn.event_time')} AS happened_at, txn.kind, txn.idempotency_key AS key, account.code AS account,
            entry.amount, txn.job_id, txn.milestone_id, txn.order_id, txn.payment_id, txn.refund_id,
            txn.withdrawal_id, txn.dispute_id
          FROM ledger.entry
          JOIN ledger.txn ON txn.id = entry.txn_id
          JOIN ledger.account ON account.id = entry.account_id
          WHERE (entry.txn_id, entry.seq) > ($1::bigint, $2::smallint) AND entry.txn_id <= $3::bigint
            AND txn.posted_at >= $4::date::timestamp AT TIME ZONE 'Asia/Kolkata'
            AND txn.posted_at < ($5::date + 1)::timestamp AT TIME ZONE 'Asia/Kolkata'
          ORDER BY entry.txn_id, entry.seq LIMIT ${ROWS_PER_PAGE}`,
        values: [txn, seq, last, days.from, days.to],
      }),
    (row) => [row.txn_id, row.seq],
    (row) => [
      row.txn_id,
      row.seq,
      row.posted_at,
      row.happened_at,
      row.kind,
      row.key,
      row.account,
      ...toDebitAndCredit(row.amount),
      row.job_id,
      row.milestone_id,
      row.order_id,
      row.payment_id,
      row.refund_id,
      row.withdrawal_id,
      row.dispute_id,
    ],
  );
}

export const STATEMENT_HEADER = [
  'transaction',
  'happened (IST)',
  'kind',
  'key',
  'debit (INR)',
  'credit (INR)',
  'balance (INR)',
];

interface StatementRow {
  txn_id: number;
  seq: number;
  happened_at: string;
  kind: string;
  key: string;
  amount: number;
  balance_after: number | null;
  account_version: number | null;
}

/** One account, oldest first. Hot accounts of the platform have no running balance. */
export function streamStatement(db: Db, account: { id: number; hot: boolean }): Pages {
  const position = account.hot
    ? `account_version IS NULL AND (txn_id, seq) > ($2::bigint, $3::smallint) ORDER BY txn_id, seq`
    : `account_version > $2::bigint AND $3::smallint IS NOT NULL ORDER BY account_version`;
  return readPages<StatementRow, [number, number]>(
    [0, 0],
    (after) =>
      read<StatementRow>(db, {
        text: `SELECT entry.*, ${formatIst('txn.event_time')} AS happened_at, txn.kind, txn.idempotency_key AS key
          FROM (SELECT * FROM ledger.entry WHERE account_id = $1 AND ${position} LIMIT ${ROWS_PER_PAGE}) entry
          JOIN ledger.txn ON txn.id = entry.txn_id
          ORDER BY entry.account_version, entry.txn_id, entry.seq`,
        values: [account.id, ...after],
      }),
    (row) => (account.hot ? [row.txn_id, row.seq] : [row.account_version ?? 0, 0]),
    (row) => [
      row.txn_id,
      row.happened_at,
      row.kind,
      row.key,
      ...toDebitAndCredit(row.amount),
      row.balance_after === null ? null : toRupeesCell(row.balance_after),
    ],
  );
}

export const ADDRESSES_HEADER = ['e-mail', 'language', 'left (IST)'];

/** Addresses left on the landing page, in alphabetical order. */
export const streamAddresses = (db: Db): Pages =>
  readPages<{ email: string; locale: string; left_at: string }, string>(
    '',
    (after) =>
      read(db, {
        text: `SELECT email, locale, ${formatIst('created_at')} AS left_at FROM notify_me
          WHERE email > $1 ORDER BY email LIMIT ${ROWS_PER_PAGE}`,
        values: [after],
      }),
    ({ email }) => email,
    (row) => [row.email, row.locale, row.left_at],
  );
