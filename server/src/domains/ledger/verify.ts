import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/db/index.ts';

/** The last day after which every check held: a night checks what came after it. */
export interface VerifiedDay {
  day: string;
  lastTxn: number;
  /** The newest state change when that day was sealed. */
  lastChange: number;
}

/**
 * A condition that always holds. `sql` selects its violations, one per row: of everything, or, with `since`, of what was
 * posted or changed state after that day, in time that depends on that alone.
 */
export interface Invariant {
  id: number;
  name: string;
  sql: (since: VerifiedDay | null) => string;
}

export interface Violation {
  invariant: Invariant;
  /** The first violating rows, with the column names of the query. */
  rows: Record<string, unknown>[];
}

const ROWS_SHOWN_MAX = 20;

/** Each invariant is one statement, so it sees one snapshot of a changing database. */
export async function verifyLedger(
  db: Db | Tx,
  invariants: readonly Invariant[],
  since: VerifiedDay | null = null,
): Promise<Violation[]> {
  const violations: Violation[] = [];
  for (const invariant of invariants) {
    // Materialized, so that the limit does not make the planner expect to find violations early.
    const { rows } = await sql<Record<string, unknown>>`
      WITH broken AS MATERIALIZED (${sql.raw(invariant.sql(since))})
      SELECT * FROM broken LIMIT ${ROWS_SHOWN_MAX}`.execute(db);
    if (rows.length > 0) violations.push({ invariant, rows });
  }
  return violations;
}

/**
 * The statements of a night are planned to look rows up. By its estimates the planner would at times rather read a
 * whole table, and the night would take longer as the ledger grows.
 */
export async function preferIndexes(tx: Tx): Promise<void> {
  await sql`SET LOCAL enable_seqscan = off`.execute(tx);
}

/** The last verified day; null before the first. */
export async function findVerifiedDay(db: Db): Promise<VerifiedDay | null> {
  const { rows } = await sql<VerifiedDay>`
    SELECT v.day, s.last_txn AS "lastTxn", s.last_change AS "lastChange"
    FROM ledger.verified_day v JOIN ledger.day_seal s ON s.day = v.day
    WHERE s.algorithm = 'merkle' ORDER BY v.day DESC LIMIT 1`.execute(db);
  return rows[0] ?? null;
}

/** Records that everything held after this day was sealed. */
export async function recordVerifiedDay(tx: Tx, seal: { day: string; hash: Buffer }): Promise<void> {
  await sql`SELECT ledger.record_verified_day(${seal.day}, ${seal.hash})`.execute(tx);
}

export interface Cover {
  heldPaise: number;
  owedPaise: number;
}

/** What we hold at banks and the provider, and what we owe to people. The platform pays in what is missing. */
export async function calculateCover(db: Db | Tx): Promise<Cover> {
  const { rows } = await sql<Cover>`
    SELECT coalesce(sum(amount) FILTER (WHERE account IN ('bank', 'payout_float', 'provider_clearing')), 0)::bigint
        AS "heldPaise",
      coalesce(-sum(amount) FILTER (WHERE account IN ('escrow', 'wallet', 'withdrawal', 'refund', 'unapplied')), 0)::bigint
        AS "owedPaise"
    FROM ledger.rolled_balances()`.execute(db);
  return rows[0] ?? { heldPaise: 0, owedPaise: 0 };
}
