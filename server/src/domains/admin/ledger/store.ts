import type { TxnKey } from '@fws/contract/admin/ledger/model';
import type { ExplorerTxn } from '@fws/contract/admin/ledger/schemas';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db } from '../../../platform/db/index.ts';

export interface Statement {
  text: string;
  values: unknown[];
}
export interface KeysetPage {
  after: CursorKey | null;
  limit: number;
}

/** Collects the values of a statement and returns a placeholder for each. */
function createParameters(): { values: unknown[]; put: (value: unknown) => string } {
  const values: unknown[] = [];
  return { values, put: (value) => `$${values.push(value)}` };
}

/**
 * Accounts with their owner, or the job that they are for, by the id in their code. The accounts are read first, because
 * jobs may be on other nodes. `page` selects from ledger.account.
 */
const describeAccounts = (page: string): string => `
  WITH page AS MATERIALIZED (
    SELECT id, code, class, hot, balance, opened_at, split_part(code, ':', 1) AS kind, split_part(code, ':', 2) AS part
    FROM ledger.account ${page}
  ), described AS MATERIALIZED (
    SELECT page.*, CASE kind
        WHEN 'wallet' THEN (SELECT rtrim(first_name || ' ' || last_name) FROM user_account WHERE id = part::bigint)
        WHEN 'withdrawal' THEN (SELECT rtrim(first_name || ' ' || last_name) FROM withdrawal
          JOIN user_account ON user_account.id = withdrawal.user_id WHERE withdrawal.id = part::bigint)
        END AS person,
      CASE kind
        WHEN 'escrow' THEN part::bigint
        WHEN 'unapplied' THEN (SELECT milestone_id FROM escrow_order WHERE id = part)
        WHEN 'refund' THEN (SELECT escrow_order.milestone_id FROM refund
          JOIN escrow_order ON escrow_order.id = refund.order_id WHERE refund.id = part)
        END AS milestone_id
    FROM page
  ), place AS MATERIALIZED (
    SELECT milestone.id, milestone.name, job.title FROM milestone JOIN job ON job.id = milestone.job_id
    WHERE milestone.id IN (SELECT milestone_id FROM described)
  )
  SELECT described.id, code, class, hot, balance, opened_at, coalesce(person, place.title, '') AS owner,
    CASE kind WHEN 'escrow' THEN place.name END AS part
  FROM described LEFT JOIN place ON place.id = described.milestone_id ORDER BY described.id DESC`;

export interface AccountRow {
  id: number;
  code: string;
  class: 'asset' | 'expense' | 'liability' | 'equity' | 'income';
  hot: boolean;
  /** Null on hot accounts. */
  balance: number | null;
  opened_at: Date;
  owner: string;
  /** The name of the milestone, for escrow accounts. */
  part: string | null;
}

const KINDS = ['escrow', 'wallet', 'withdrawal', 'refund', 'unapplied'];
/** Limits of a search by person: users found, and records of each. */
const PEOPLE_MAX = 20;
const PER_PERSON_MAX = 200;

/** Newest first. `codes` are the accounts that a search found; null without a search. */
export function buildAccountsStatement(
  { kind, codes }: { kind: string | null; codes: readonly string[] | null },
  { after, limit }: KeysetPage,
): Statement {
  const { values, put } = createParameters();
  const where: string[] = [];
  if (kind === 'platform') where.push('account.hot');
  else if (kind !== null) where.push(`split_part(account.code, ':', 1) = ${put(kind)}`);
  if (codes !== null) where.push(`account.code = ANY(${put(codes)}::text[])`);
  if (after !== null) where.push(`account.id < ${put(after[1])}::bigint`);
  const condition = where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`;
  return {
    text: describeAccounts(`${condition} ORDER BY account.id DESC LIMIT ${limit + 1}`),
    values,
  };
}

/** The search text may be an account code, or the number in one. */
export const toPossibleCodes = (search: string): string[] => {
  const text = search.trim().toLowerCase();
  return /^[0-9a-z_:-]+$/.test(text)
    ? [text, search.trim(), ...KINDS.map((kind) => `${kind}:${search.trim()}`)]
    : [];
};

/** The accounts of users: wallets, withdrawals, and escrow of the contracts that they post or work on. */
export function buildPeopleCodesStatement(userIds: readonly number[]): Statement {
  return {
    values: [userIds.slice(0, PEOPLE_MAX)],
    text: `SELECT 'wallet:' || id AS code FROM unnest($1::bigint[]) AS id
      UNION ALL SELECT 'withdrawal:' || found.id FROM unnest($1::bigint[]) AS person (id) CROSS JOIN LATERAL (
        SELECT id FROM withdrawal WHERE withdrawal.user_id = person.id
        ORDER BY created_at DESC, id DESC LIMIT ${PER_PERSON_MAX}) found
      UNION ALL SELECT 'escrow:' || milestone.id FROM (
        SELECT job_id FROM contract WHERE poster_id = ANY($1::bigint[])
        UNION SELECT job_id FROM contract WHERE worker_id = ANY($1::bigint[]) LIMIT ${PER_PERSON_MAX}) theirs
      JOIN milestone ON milestone.job_id = theirs.job_id`,
  };
}

export async function listPeopleCodes(db: Db, userIds: readonly number[]): Promise<string[]> {
  if (userIds.length === 0) return [];
  return (await read<{ code: string }>(db, buildPeopleCodesStatement(userIds))).map(({ code }) => code);
}

export const loadAccounts = (
  db: Db,
  filter: Parameters<typeof buildAccountsStatement>[0],
  page: KeysetPage,
) => read<AccountRow>(db, buildAccountsStatement(filter, page));

export async function findAccount(db: Db, code: string): Promise<AccountRow | null> {
  const [row] = await read<AccountRow>(db, {
    text: describeAccounts('WHERE account.code = $1'),
    values: [code],
  });
  return row ?? null;
}

export interface EntryRow {
  txn_id: number;
  seq: number;
  at: Date;
  kind: string;
  amount: number;
  balance_after: number | null;
  account_version: number | null;
}

/** Newest first: by account version, or by transaction for hot accounts, which have no versions. */
export function buildEntriesStatement(
  account: Pick<AccountRow, 'id' | 'hot'>,
  { after, limit }: KeysetPage,
): Statement {
  const { values, put } = createParameters();
  const id = put(account.id);
  const [seq, key] = after ?? ['', 0];
  const position = account.hot
    ? `account_version IS NULL ${after ? `AND (txn_id, seq) < (${put(key)}::bigint, ${put(Number(seq))}::smallint)` : ''}`
    : after
      ? `account_version < ${put(key)}::bigint`
      : 'account_version IS NOT NULL';
  const order = account.hot ? 'txn_id DESC, seq DESC' : 'account_version DESC';
  return {
    text: `SELECT entry.txn_id, entry.seq, txn.event_time AS at, txn.kind, entry.amount, entry.balance_after,
        entry.account_version
      FROM (SELECT * FROM ledger.entry WHERE account_id = ${id} AND ${position}
        ORDER BY ${order} LIMIT ${limit + 1}) entry
      JOIN ledger.txn ON txn.id = entry.txn_id
      ORDER BY ${account.hot ? 'entry.txn_id DESC, entry.seq DESC' : 'entry.account_version DESC'}`,
    values,
  };
}

export const loadEntries = (db: Db, account: Pick<AccountRow, 'id' | 'hot'>, page: KeysetPage) =>
  read<EntryRow>(db, buildEntriesStatement(account, page));

const TXN_COLUMNS: Record<TxnKey, string> = {
  key: 'idempotency_key',
  txn: 'id',
  milestone: 'milestone_id',
  order: 'order_id',
};

/** Newest first, each transaction with its lines. */
export function buildTxnsStatement(
  filter: { by: TxnKey; value: string } | null,
  { after, limit }: KeysetPage,
): Statement {
  const { values, put } = createParameters();
  const where: string[] = [];
  if (filter) where.push(`txn.${TXN_COLUMNS[filter.by]} = ${put(filter.value)}`);
  if (after) where.push(`txn.id < ${put(after[1])}::bigint`);
  return {
    text: `SELECT txn.id AS "txnId", to_json(txn.event_time) #>> '{}' AS at, txn.kind, txn.idempotency_key AS key,
        txn.job_id AS "jobId", txn.milestone_id AS "milestoneId", txn.order_id AS "orderId", lines.lines
      FROM (SELECT * FROM ledger.txn ${where.length === 0 ? '' : `WHERE ${where.join(' AND ')}`}
        ORDER BY txn.id DESC LIMIT ${limit + 1}) txn
      CROSS JOIN LATERAL (
        SELECT json_agg(json_build_object('account', account.code, 'amountPaise', entry.amount) ORDER BY entry.seq)
          AS lines
        FROM ledger.entry JOIN ledger.account ON account.id = entry.account_id
        WHERE entry.txn_id = txn.id AND entry.month = txn.month) lines
      ORDER BY txn.id DESC`,
    values,
  };
}

export const loadTxns = (db: Db, filter: Parameters<typeof buildTxnsStatement>[0], page: KeysetPage) =>
  read<ExplorerTxn>(db, buildTxnsStatement(filter, page));
