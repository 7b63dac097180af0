import { createHash } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { PostingKind } from '@fws/contract/platform/posting-kinds';
import { prepared, type Db, type Tx } from '../../platform/db/index.ts';
import { notePosting } from '../../platform/event-postings.ts';
import type { Posting } from './postings/posting.ts';

export type PostResult =
  | { ok: true; txnId: number; replayed: boolean }
  | { ok: false; reason: 'insufficient' | 'key_conflict' };

/** The row that `ledger.post()` returns. */
export interface PostedRow {
  status: string;
  txn_id: number | null;
}

/** The call of the posting function, for a statement that posts along with other work. */
export function callPost(posting: Posting): RawBuilder<PostedRow> {
  const entries = posting.entries.map(({ account, amountPaise }) => ({ account, amount: amountPaise }));
  const { refs } = posting;
  return sql<PostedRow>`ledger.post(
    ${posting.kind}, ${posting.key}, ${hashPosting(posting)}, ${JSON.stringify(entries)}::jsonb,
    ${JSON.stringify({
      job_id: refs.jobId,
      milestone_id: refs.milestoneId,
      order_id: refs.orderId,
      payment_id: refs.paymentId,
      refund_id: refs.refundId,
      withdrawal_id: refs.withdrawalId,
      dispute_id: refs.disputeId,
      user_id: refs.userId,
    })}::jsonb,
    ${posting.eventTime}::timestamptz, ${posting.reverses ?? null}
  )`;
}

function toPostResult(row: PostedRow | undefined): PostResult {
  if (row?.status === 'insufficient' || row?.status === 'key_conflict')
    return { ok: false, reason: row.status };
  if (typeof row?.txn_id !== 'number') throw new Error(`ledger.post answered ${row?.status}`);
  return { ok: true, txnId: row.txn_id, replayed: row.status === 'replayed' };
}

/**
 * Posts inside the caller's transaction. A refusal writes nothing and leaves that transaction usable. Lock the rows
 * that the posting belongs to first: accounts come last in the lock order.
 */
export async function post(tx: Tx, posting: Posting): Promise<PostResult> {
  const { rows } = await sql<PostedRow>`${prepared}
    SELECT status, txn_id FROM ${callPost(posting)}`.execute(tx);
  return toNotedResult(tx, posting, rows[0]);
}

/** Lets the transaction compare what was posted with the events of lifecycles. A refusal or a replay posted nothing. */
function toNotedResult(tx: Tx, { kind }: Posting, row: PostedRow | undefined): PostResult {
  const result = toPostResult(row);
  if (result.ok && !result.replayed) notePosting(tx, kind);
  return result;
}

/**
 * Posts what the locked rows allow, so that only a bug can make the ledger refuse it. Throws in that case, which rolls
 * the transaction back.
 */
export async function postOrThrow(tx: Tx, posting: Posting): Promise<void> {
  throwUnlessPosted(posting, await post(tx, posting));
}

/** The same for a statement that called the posting function itself. */
export function requirePosted(tx: Tx, posting: Posting, row: PostedRow): void {
  throwUnlessPosted(posting, toNotedResult(tx, posting, row));
}

function throwUnlessPosted({ key }: Posting, result: PostResult): void {
  if (!result.ok) throw new Error(`${key}: ${result.reason}`);
}

/** Hashes what the posting does, not when: a webhook and a poll may report the same event with different times. */
function hashPosting({ kind, entries, refs, reverses }: Posting): string {
  const lines = entries.map(({ account, amountPaise }) => `${account} ${amountPaise}`).toSorted();
  const refLines = Object.entries(refs)
    .map(([name, id]) => `${name} ${id}`)
    .toSorted();
  return createHash('sha256')
    .update(JSON.stringify([kind, lines, refLines, reverses ?? null]))
    .digest('hex');
}

/** In the account's normal sense: a wallet that holds money is positive. An account without postings holds 0. */
export async function getBalance(db: Db | Tx, account: string): Promise<number> {
  const { rows } = await sql<{ balance: number }>`
    SELECT balance FROM ledger.balance WHERE code = ${account}`.execute(db);
  return rows[0]?.balance ?? 0;
}

export interface AccountEntry {
  /** Counts the account's entries from 1; the cursor of the list. */
  version: number;
  kind: PostingKind;
  /** Positive if money came in, negative if it went out. */
  amountPaise: number;
  balanceAfterPaise: number;
  eventTime: Date;
  jobId: number | null;
  milestoneId: number | null;
  orderId: string | null;
  refundId: string | null;
  withdrawalId: number | null;
  disputeId: number | null;
}

/** Newest first. Only for accounts that keep a running balance. */
export async function listAccountEntries(
  db: Db | Tx,
  account: string,
  page: { limit: number; beforeVersion?: number | undefined },
): Promise<AccountEntry[]> {
  // It looks into each month: to plan it anew each time would take longer than to run it.
  const { rows } = await sql<AccountEntry>`${prepared}
    SELECT e.account_version AS "version", t.kind, e.amount * a.normal_side AS "amountPaise",
      e.balance_after AS "balanceAfterPaise", t.event_time AS "eventTime",
      t.job_id AS "jobId", t.milestone_id AS "milestoneId", t.order_id AS "orderId",
      t.refund_id AS "refundId", t.withdrawal_id AS "withdrawalId", t.dispute_id AS "disputeId"
    FROM ledger.account a
    JOIN ledger.entry e ON e.account_id = a.id
    JOIN ledger.txn t ON t.id = e.txn_id
    WHERE a.code = ${account}
      AND e.account_version < ${page.beforeVersion ?? Number.MAX_SAFE_INTEGER}
    ORDER BY e.account_version DESC
    LIMIT ${page.limit}`.execute(db);
  return rows;
}

/** What entries of these kinds brought into an account since then, by month in Indian time: "2026-11". */
export async function sumAccountByMonth(
  db: Db | Tx,
  account: string,
  { kinds, since }: { kinds: readonly PostingKind[]; since: Date },
): Promise<Map<string, number>> {
  const { rows } = await sql<{ month: string; amount_paise: number }>`
    SELECT to_char(t.event_time AT TIME ZONE 'Asia/Kolkata', 'YYYY-MM') AS month,
      sum(e.amount * a.normal_side)::bigint AS amount_paise
    FROM ledger.account a
    JOIN ledger.entry e ON e.account_id = a.id
    JOIN ledger.txn t ON t.id = e.txn_id
    WHERE a.code = ${account} AND t.kind = ANY(${kinds}) AND t.event_time >= ${since}
    GROUP BY 1`.execute(db);
  return new Map(rows.map((row) => [row.month, row.amount_paise]));
}
