import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { inTx, type Db, type Tx } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';

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
  /** The tables that it reads and that a distributed database keeps on other nodes. */
  distant?: readonly DistantTable[];
}

/** A table whose rows a check copies before it compares them with those of the coordinator. */
export interface DistantTable {
  table: string;
  columns: string;
  /** Which rows a check of what came after that day reads, at least. */
  where: (since: VerifiedDay) => string;
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
    const { distant } = invariant;
    const rows = await onNodes(db, {
      one: () => listBroken(db, invariant, since),
      several: () => (distant ? listBrokenOnNodes : listBroken)(db, invariant, since),
    });
    if (rows.length > 0) violations.push({ invariant, rows });
  }
  return violations;
}

type BrokenRows = Record<string, unknown>[];

async function listBroken(db: Db | Tx, invariant: Invariant, since: VerifiedDay | null): Promise<BrokenRows> {
  // Materialized, so that the limit does not make the planner expect to find violations early.
  const { rows } = await sql<Record<string, unknown>>`
    WITH broken AS MATERIALIZED (${sql.raw(invariant.sql(since))})
    SELECT * FROM broken LIMIT ${ROWS_SHOWN_MAX}`.execute(db);
  return rows;
}

const TRIES_MAX = 5;
const RETRY_MS = 300;

/**
 * Nodes have no common snapshot: while money moves, a milestone may be read before a change that its account is read
 * after. Only what is broken each time is a violation.
 */
async function listBrokenOnNodes(
  db: Db | Tx,
  invariant: Invariant,
  since: VerifiedDay | null,
): Promise<BrokenRows> {
  for (let attempt = 1; ; attempt++) {
    const rows = db.isTransaction
      ? await listBrokenInCopies(db as Tx, invariant, since)
      : await inTx(db, (tx) => listBrokenInCopies(tx, invariant, since));
    if (rows.length === 0 || attempt === TRIES_MAX) return rows;
    await sleep(RETRY_MS * attempt);
  }
}

/** Temporary tables hide those of the same names. */
async function listBrokenInCopies(
  tx: Tx,
  invariant: Invariant,
  since: VerifiedDay | null,
): Promise<BrokenRows> {
  const tables = invariant.distant ?? [];
  for (const { table, columns, where } of tables)
    await sql
      .raw(
        `CREATE TEMP TABLE ${table} ON COMMIT DROP AS
        SELECT ${columns} FROM public.${table}${since === null ? '' : ` WHERE ${where(since)}`}`,
      )
      .execute(tx);
  const rows = await listBroken(tx, invariant, since);
  for (const { table } of tables) await sql.raw(`DROP TABLE pg_temp.${table}`).execute(tx);
  return rows;
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
