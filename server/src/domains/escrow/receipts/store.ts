import { sql, type CompiledQuery } from 'kysely';
import type { ReceiptKind } from '@fws/contract/contracts/model';
import type { Db } from '../../../platform/db/index.ts';

/** A transaction of the ledger about a poster's money. Its amounts are sums of its entries. */
export interface ReceiptRow {
  id: number;
  kind: ReceiptKind;
  at: Date;
  jobId: number;
  jobNumber: string;
  jobTitle: string;
  /** Null where a dispute divided several milestones. */
  milestoneId: number | null;
  milestoneName: string | null;
  posterId: number;
  workerId: number;
  /** What came into escrow or left it. */
  amountPaise: number;
  releasedPaise: number;
  refundedPaise: number;
  chargePaise: number;
  orderId: string | null;
  /** The bank's reference of a payment, and how it was paid. */
  bankReference: string | null;
  /** Null where several milestones were refunded at once. */
  refundId: string | null;
  /** When the provider confirmed the refund. */
  refundSentAt: Date | null;
}

const BOOKED_FOR_JOB = sql`('payment_verified', 'release', 'refund_decided', 'dispute_split', 'split_agreed')`;
/** Without a job: the order alone says whose payment it is. */
const BOOKED_FOR_ORDER = sql`('payment_unapplied', 'unapplied_refund_decided')`;

/**
 * The amounts of a transaction. A debit is positive. The GST of a refund's charge is in the account of the GST of fees, so
 * the kind decides whose it is.
 */
const AMOUNTS = sql`
  SELECT coalesce(sum(abs(e.amount)) FILTER (WHERE a.code LIKE 'escrow:%' OR a.code LIKE 'unapplied:%'), 0)::bigint
      AS amount,
    coalesce(sum(-e.amount) FILTER (WHERE a.code LIKE 'wallet:%'
      OR a.code IN ('fee_income', 'tds_payable', 'welfare_payable')
      OR a.code = 'gst_payable' AND t.kind <> 'refund_decided'), 0)::bigint AS released,
    coalesce(sum(-e.amount) FILTER (WHERE a.code LIKE 'refund:%'), 0)::bigint AS refunded,
    coalesce(sum(-e.amount) FILTER (WHERE a.code = 'charge_income'
      OR a.code = 'gst_payable' AND t.kind = 'refund_decided'), 0)::bigint AS charge
  FROM ledger.entry e JOIN ledger.account a ON a.id = e.account_id
  WHERE e.txn_id = t.id AND e.month = t.month`;

/** The money is read first, then the jobs that it is for, which may be on other nodes. */
const selectReceipts = (transactions: ReturnType<typeof sql>) => sql<ReceiptRow>`
  WITH mine AS MATERIALIZED (${transactions}), t AS MATERIALIZED (
    SELECT t.id, t.kind, t.event_time, t.job_id, t.order_id,
      coalesce(t.milestone_id, escrow_order.milestone_id) AS milestone_id,
      payment.bank_reference, refund.id AS refund_id, refund.finished_at, sums.*
    FROM mine t
    LEFT JOIN escrow_order ON escrow_order.id = t.order_id
    LEFT JOIN payment ON payment.payment_id = t.payment_id AND payment.order_id = t.order_id
    LEFT JOIN refund ON refund.id = t.refund_id
    CROSS JOIN LATERAL (${AMOUNTS}) sums
  ), of_orders AS MATERIALIZED (
    SELECT id, job_id FROM milestone WHERE id IN (SELECT milestone_id FROM t WHERE job_id IS NULL)
  ), with_job AS MATERIALIZED (
    SELECT t.*, coalesce(t.job_id, of_orders.job_id) AS booked_job_id
    FROM t LEFT JOIN of_orders ON of_orders.id = t.milestone_id
  )
  SELECT t.id, CASE t.kind WHEN 'payment_verified' THEN 'paid' WHEN 'payment_unapplied' THEN 'paid'
      WHEN 'release' THEN 'released' WHEN 'dispute_split' THEN 'settled'
      WHEN 'split_agreed' THEN 'settled' ELSE 'refunded' END AS kind,
    t.event_time AS "at", job.id AS "jobId", job.number::text AS "jobNumber", job.title AS "jobTitle",
    milestone.id AS "milestoneId", milestone.name AS "milestoneName",
    contract.poster_id AS "posterId", contract.worker_id AS "workerId",
    t.amount AS "amountPaise", t.released AS "releasedPaise", t.refunded AS "refundedPaise",
    t.charge AS "chargePaise", t.order_id AS "orderId", t.bank_reference AS "bankReference",
    t.refund_id AS "refundId", t.finished_at AS "refundSentAt"
  FROM with_job t
  JOIN contract ON contract.job_id = t.booked_job_id
  JOIN job ON job.id = contract.job_id
  LEFT JOIN milestone ON milestone.job_id = contract.job_id AND milestone.id = t.milestone_id
  ORDER BY t.id DESC`;

/** Newest first. The inner query finds the page by the indexes of the poster's jobs and orders. */
export const buildListStatement = (
  db: Db,
  posterId: number,
  page: { beforeId: number; limit: number },
): CompiledQuery<ReceiptRow> =>
  selectReceipts(sql`
    SELECT * FROM (
      SELECT t.* FROM (SELECT job_id FROM contract WHERE poster_id = ${posterId} OFFSET 0) c
      JOIN ledger.txn t ON t.job_id = c.job_id AND t.kind IN ${BOOKED_FOR_JOB}
      WHERE t.id < ${page.beforeId}
      UNION ALL
      SELECT t.* FROM escrow_order o JOIN ledger.txn t ON t.order_id = o.id AND t.kind IN ${BOOKED_FOR_ORDER}
      WHERE o.poster_id = ${posterId} AND t.id < ${page.beforeId}
    ) own ORDER BY id DESC LIMIT ${page.limit}`).compile(db);

export async function findReceiptRows(
  db: Db,
  posterId: number,
  page: { beforeId: number; limit: number },
): Promise<ReceiptRow[]> {
  return (await db.executeQuery(buildListStatement(db, posterId, page))).rows;
}

/** Null where that transaction is about nobody's payment. */
export async function findReceiptRow(db: Db, id: number): Promise<ReceiptRow | null> {
  const { rows } = await selectReceipts(
    sql`SELECT * FROM ledger.txn WHERE id = ${id} AND kind IN ${BOOKED_FOR_JOB}
      UNION ALL SELECT * FROM ledger.txn WHERE id = ${id} AND kind IN ${BOOKED_FOR_ORDER}`,
  ).execute(db);
  return rows[0] ?? null;
}

/** The receipts of milestones, by their ids, oldest first. */
export async function findMilestoneReceiptRows(
  db: Db,
  milestoneIds: readonly number[],
): Promise<{ id: number; kind: ReceiptKind; milestoneId: number }[]> {
  const { rows } = await sql<{ id: number; kind: ReceiptKind; milestoneId: number }>`
    SELECT id, CASE kind WHEN 'payment_verified' THEN 'paid' WHEN 'release' THEN 'released'
        WHEN 'dispute_split' THEN 'settled' WHEN 'split_agreed' THEN 'settled' ELSE 'refunded' END AS kind, milestone_id AS "milestoneId"
    FROM ledger.txn WHERE milestone_id = ANY(${milestoneIds}::bigint[]) AND kind IN ${BOOKED_FOR_JOB}
    ORDER BY id`.execute(db);
  return rows;
}
