import { sql } from 'kysely';
import { inTx, type Db, type Tx } from './db/index.ts';
import { onNodes } from './db/nodes.ts';

const HOUR_MS = 3600_000;
const DAY_MS = 24 * HOUR_MS;

interface RetentionRule {
  table: string;
  /** Rows are deleted when this column is older than the period. Each has an index. */
  column: string;
  periodMs: number;
  /** Only these rows, where a table holds others too. */
  condition?: string;
}

/**
 * How long rows are kept that nothing needs any more. The ledger, orders, payments, refunds, chargebacks, settlements,
 * withdrawals, provider statuses and the history of states are evidence of money: no rule may name them.
 */
export const RETENTION = {
  signIns: [
    { table: 'session', column: 'expires_at', periodMs: 0 },
    { table: 'social_attempt', column: 'expires_at', periodMs: 0 },
    { table: 'social_ticket', column: 'expires_at', periodMs: 0 },
    { table: 'login_challenge', column: 'expires_at', periodMs: 0 },
    { table: 'passkey_registration', column: 'expires_at', periodMs: 0 },
    // A day longer than they are valid, because limits count them.
    { table: 'otp', column: 'expires_at', periodMs: DAY_MS },
    { table: 'attempt_counter', column: 'window_start', periodMs: DAY_MS },
    // A device that was not used for this long counts as new when it returns.
    { table: 'known_device', column: 'seen_at', periodMs: 90 * DAY_MS },
    // Browsers keep cookies for 400 days at most. Addresses go to other people sooner.
    {
      table: 'account_signal',
      column: 'last_seen_at',
      periodMs: 400 * DAY_MS,
      condition: `kind = 'device'`,
    },
    {
      table: 'account_signal',
      column: 'last_seen_at',
      periodMs: 90 * DAY_MS,
      condition: `kind = 'address'`,
    },
  ],
  webhooks: [
    {
      table: 'provider_event',
      column: 'received_at',
      periodMs: 30 * DAY_MS,
      condition: `verdict <> 'valid'`,
    },
    // Longer than banks may open chargebacks. What a genuine webhook caused is in the ledger and its records.
    {
      table: 'provider_event',
      column: 'received_at',
      periodMs: 180 * DAY_MS,
      condition: `verdict = 'valid' AND handled_at IS NOT NULL`,
    },
    // As long as the longest of these: the same webhook counts once.
    { table: 'provider_event_key', column: 'received_at', periodMs: 180 * DAY_MS },
  ],
  // A command that is repeated later runs again. Clients repeat theirs within hours, and the ledger has keys of its own.
  commands: [{ table: 'idempotency_key', column: 'created_at', periodMs: 30 * DAY_MS }],
  deliveries: [
    // An event that comes again within this time is not told again.
    { table: 'notification_key', column: 'created_at', periodMs: 90 * DAY_MS },
    // Longer than anybody asks what became of a message.
    {
      table: 'notification_delivery',
      column: 'created_at',
      periodMs: 90 * DAY_MS,
      condition: `status NOT IN ('waiting', 'sending')`,
    },
  ],
  // Clients send a message again within hours. One that comes again after this time is stored as another message.
  messages: [{ table: 'message_key', column: 'sent_at', periodMs: 90 * DAY_MS }],
  // Longer than nearly every job is open: a job is told again only after this.
  alerts: [{ table: 'search_alert', column: 'found_at', periodMs: 180 * DAY_MS }],
} as const satisfies Record<string, readonly RetentionRule[]>;

const BATCH_ROWS = 1_000;

/**
 * Deletes what is older than its period in short transactions of at most `batchRows` rows, so that it can be stopped and
 * repeated at any point. A row that somebody uses at that moment is left for the next run. Returns the rows of each
 * transaction.
 */
export async function deleteExpiredRows(
  db: Db,
  rules: readonly RetentionRule[],
  now: Date,
  batchRows = BATCH_ROWS,
): Promise<number[]> {
  const batches: number[] = [];
  for (const rule of rules) {
    for (;;) {
      const deleted = await inTx(db, (tx) =>
        deleteBatch(tx, rule, new Date(now.getTime() - rule.periodMs), batchRows),
      );
      if (deleted > 0) batches.push(deleted);
      if (deleted < batchRows) break;
    }
  }
  return batches;
}

const deleteBatch = (tx: Tx, rule: RetentionRule, before: Date, batchRows: number): Promise<number> =>
  onNodes(tx, {
    one: () => deleteBatchOnOneNode(tx, rule, before, batchRows),
    several: () => deleteBatchOnNodes(tx, rule, before, batchRows),
  });

async function deleteBatchOnOneNode(
  tx: Tx,
  rule: RetentionRule,
  before: Date,
  batchRows: number,
): Promise<number> {
  const table = sql.table(rule.table);
  const column = sql.ref(rule.column);
  const result = await sql`
    WITH expired AS MATERIALIZED (
      SELECT tableoid AS partition, ctid AS place FROM ${table}
      WHERE ${column} < ${before} AND ${sql.raw(rule.condition ?? 'true')}
      ORDER BY ${column} LIMIT ${batchRows} FOR UPDATE SKIP LOCKED
    )
    -- Each partition has a row of the same place.
    DELETE FROM ${table} WHERE ctid = ANY (ARRAY(SELECT place FROM expired))
      AND (tableoid, ctid) IN (SELECT partition, place FROM expired)`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}

/** A node knows its own rows by their place only, so the batch ends at a time. Rows of the same time are in one batch. */
async function deleteBatchOnNodes(
  tx: Tx,
  rule: RetentionRule,
  before: Date,
  batchRows: number,
): Promise<number> {
  const table = sql.table(rule.table);
  const column = sql.ref(rule.column);
  const isExpired = sql`${column} < ${before} AND ${sql.raw(rule.condition ?? 'true')}`;
  const { rows } = await sql<{ last: Date }>`
    SELECT ${column} AS last FROM ${table} WHERE ${isExpired} ORDER BY ${column} OFFSET ${batchRows - 1} LIMIT 1`.execute(
    tx,
  );
  const isInBatch = rows[0] ? sql`${column} <= ${rows[0].last}` : sql`true`;
  const result = await sql`DELETE FROM ${table} WHERE ${isExpired} AND ${isInBatch}`.execute(tx);
  return Number(result.numAffectedRows ?? 0);
}
