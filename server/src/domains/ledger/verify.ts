import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';

/** A condition that always holds. `sql` selects its violations, one per row. */
export interface Invariant {
  id: number;
  name: string;
  sql: string;
}

export interface Violation {
  invariant: Invariant;
  /** The first violating rows, with the column names of the query. */
  rows: Record<string, unknown>[];
}

const ROWS_SHOWN_MAX = 20;

/** Each invariant is one statement, so it sees one snapshot of a changing database. */
export async function verifyLedger(db: Db | Tx, invariants: readonly Invariant[]): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of invariants) {
    const { rows } = await sql<Record<string, unknown>>`
      SELECT * FROM (${sql.raw(invariant.sql)}) broken LIMIT ${ROWS_SHOWN_MAX}`.execute(db);
    if (rows.length > 0) violations.push({ invariant, rows });
  }
  return violations;
}

/** Computed from the raw entries; stored balances are only compared with them. */
export const invariants: readonly Invariant[] = [
  {
    id: 1,
    name: 'every transaction has at least two entries and sums to zero',
    sql: `SELECT t.id AS txn_id, count(e.seq) AS entries, sum(e.amount)::text AS sum
      FROM ledger.txn t LEFT JOIN ledger.entry e ON e.txn_id = t.id
      GROUP BY t.id HAVING count(e.seq) < 2 OR sum(e.amount) <> 0`,
  },
  {
    id: 2,
    name: 'all entries sum to zero',
    sql: `SELECT sum(amount)::text AS sum FROM ledger.entry HAVING sum(amount) <> 0`,
  },
  {
    id: 3,
    name: 'a stored balance is the sum of its entries, and its version is their count',
    sql: `SELECT a.code, a.balance, coalesce(sum(e.amount), 0)::text AS sum, a.version, count(e.seq) AS entries
      FROM ledger.account a LEFT JOIN ledger.entry e ON e.account_id = a.id
      WHERE NOT a.hot
      GROUP BY a.id
      HAVING a.balance <> a.normal_side * coalesce(sum(e.amount), 0) OR a.version <> count(e.seq)`,
  },
  {
    id: 4,
    name: 'running balances have no gap',
    sql: `SELECT code, account_version, balance_after FROM (
        SELECT a.code, a.hot, e.account_version, e.balance_after,
          row_number() OVER history AS expected_version,
          a.normal_side * sum(e.amount) OVER history AS expected_balance
        FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
        WINDOW history AS (PARTITION BY a.id ORDER BY e.account_version ROWS UNBOUNDED PRECEDING)
      ) running
      WHERE CASE WHEN hot THEN account_version IS NOT NULL
        ELSE account_version IS DISTINCT FROM expected_version OR balance_after IS DISTINCT FROM expected_balance END`,
  },
  {
    id: 5,
    name: 'no guarded account is or was negative',
    sql: `SELECT a.code, a.balance, min(e.balance_after) AS lowest
      FROM ledger.account a LEFT JOIN ledger.entry e ON e.account_id = a.id
      WHERE a.guarded
      GROUP BY a.id HAVING a.balance < 0 OR min(e.balance_after) < 0`,
  },
];

export interface Cover {
  heldPaise: number;
  owedPaise: number;
}

/** What we hold at banks and the provider, and what we owe to people. The platform pays in what is missing. */
export async function calculateCover(db: Db | Tx): Promise<Cover> {
  const { rows } = await sql<Cover>`
    SELECT coalesce(sum(balance) FILTER (WHERE code IN ('bank', 'payout_float', 'provider_clearing')), 0)::bigint AS "heldPaise",
      coalesce(sum(balance) FILTER (WHERE code ~ '^(escrow|wallet|withdrawal|refund|unapplied):'), 0)::bigint AS "owedPaise"
    FROM ledger.balance`.execute(db);
  return rows[0] ?? { heldPaise: 0, owedPaise: 0 };
}
