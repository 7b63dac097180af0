import type { VerifiedDay } from './verification/service.ts';

// What the statements of the invariants select from: whole tables, or only what came after the last verified day. Ids
// stand in the text of a statement, so that the planner knows how few rows they leave.

type Since = VerifiedDay | null;

export const selectTxns = (since: Since): string =>
  since === null
    ? `(SELECT * FROM ledger.txn t WHERE NOT ${isArchived('t')})`
    : `(SELECT * FROM ledger.txn WHERE id > ${since.lastTxn})`;

/** Whether the entries of a transaction are in the file store. Those are checked with their archive. */
export const isArchived = (txn: string): string =>
  `EXISTS (SELECT FROM month_partition archived WHERE archived.table_name = 'ledger.entry'
    AND archived.stage <> 'attached' AND ${txn}.month >= archived.starts AND ${txn}.month < archived.ends)`;

/**
 * Whether people's pages read the entries of an account: wallets, receipts. They stay in the database when their month is
 * archived. Those of withdrawals and of the accounts at banks and providers leave it.
 */
export const isRead = (account: string): string =>
  `(${account}.code NOT LIKE 'withdrawal:%' AND (NOT ${account}.hot OR ${account}.code IN
    ('fee_income', 'charge_income', 'gst_payable', 'tds_payable', 'welfare_payable')))`;

/** Entries, and the sums of those that left with archived months: one row for all of a month, like an entry with their total amount. */
export const LINES = `(
  SELECT account_id, amount, 1::bigint AS entries, balance_after, account_version, month, NULL AS kind, txn_id FROM ledger.entry
  UNION ALL
  SELECT account_id, amount, entries, balance_after, account_version, NULL, kind, NULL FROM ledger.archived_sum)`;

export const selectEntries = (since: Since): string =>
  since === null ? 'ledger.entry' : `(SELECT * FROM ledger.entry WHERE txn_id > ${since.lastTxn})`;

/** Accounts that have entries since then. */
export const selectAccounts = (since: Since): string =>
  since === null
    ? 'ledger.account'
    : `(SELECT * FROM ledger.account WHERE id IN (SELECT account_id FROM ledger.entry WHERE txn_id > ${since.lastTxn}))`;

/** Ids of records that changed state since then. */
const selectChangedIds = (since: VerifiedDay, subject: string, type: 'bigint' | 'text'): string =>
  `SELECT subject_id::${type} FROM state_change WHERE id > ${since.lastChange} AND subject = '${subject}'`;

/** Ids of records whose own accounts have entries since then. */
const selectPostedIds = (since: VerifiedDay, kind: string, type: 'bigint' | 'text'): string =>
  `SELECT split_part(code, ':', 2)::${type} FROM ${selectAccounts(since)} a WHERE split_part(code, ':', 1) = '${kind}'`;

/** The records of a table that changed state or whose account has entries since then, and those still in progress. */
export const selectRecords = (
  since: Since,
  table: string,
  {
    subject,
    account,
    id,
    inProgress = 'false',
  }: { subject: string; account: string; id: 'bigint' | 'text'; inProgress?: string },
): string =>
  since === null
    ? table
    : `(SELECT * FROM ${table} WHERE id IN (${selectPostedIds(since, account, id)} UNION ${selectChangedIds(since, subject, id)}
        UNION SELECT id FROM ${table} WHERE ${inProgress}))`;

/** The balance of a platform account: summed from all entries, or, for a night, with what was rolled up. */
export const selectPlatformBalance = (since: Since, code: string): string =>
  since === null
    ? `(SELECT a.normal_side * coalesce(sum(e.amount), 0)::bigint FROM ledger.account a
        LEFT JOIN ${LINES} e ON e.account_id = a.id WHERE a.code = '${code}' GROUP BY a.id)`
    : `(SELECT balance FROM ledger.balance WHERE code = '${code}')`;

/** Sums of entries by platform account or kind of account, debits positive. */
export const selectBalances = (since: Since): string =>
  since === null
    ? `(SELECT split_part(a.code, ':', 1) AS account, sum(e.amount)::bigint AS amount
        FROM ${LINES} e JOIN ledger.account a ON a.id = e.account_id GROUP BY 1)`
    : 'ledger.rolled_balances()';
