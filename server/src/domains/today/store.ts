import { IN_ESCROW, UNSETTLED, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { IdentityState } from '@fws/contract/kyc/lifecycle';

/** How many awarded jobs of one side, open jobs, disputes or sent quotes are looked at; the newest. */
const ROWS_MAX = 100;

interface Statement {
  name: string;
  text: string;
  values: unknown[];
}

const toList = (states: readonly FundState[]) => states.map((state) => `'${state}'`).join(', ');

/** A milestone that is not settled, of an awarded job that has not ended. */
export interface MilestoneRow {
  job_id: number;
  job_number: string;
  side: Side;
  other_id: number;
  in_person: boolean;
  cancellation_asked: boolean;
  id: number;
  position: number;
  amount_paise: number;
  fund_state: FundState;
  work_state: WorkState;
  on_hold: boolean;
  comment: string;
  payment_requested_at: Date | null;
  wait_left_ms: number | null;
}

const selectOpenContracts = (side: Side, other: Side): string => `
  (SELECT job_id, '${side}' AS side, ${other}_id AS other_id FROM contract
   WHERE ${side}_id = $1 AND completed_at IS NULL AND cancelled_at IS NULL
   ORDER BY awarded_at DESC, job_id DESC LIMIT ${ROWS_MAX})`;

export const buildContractsQuery = (userId: number): Statement => ({
  name: 'today_contracts',
  text: `
    SELECT c.job_id, job.number::text AS job_number, c.side, c.other_id, category.in_person,
      EXISTS (SELECT FROM cancellation x WHERE x.job_id = job.id AND x.state = 'asked') AS cancellation_asked,
      m.id, m.position, m.amount_paise, m.fund_state, m.work_state, m.on_hold, m.comment, m.payment_requested_at,
      m.wait_left_ms
    FROM (${selectOpenContracts('poster', 'worker')} UNION ALL ${selectOpenContracts('worker', 'poster')}) c
    JOIN job ON job.id = c.job_id
    JOIN category ON category.id = job.category_id
    JOIN milestone m ON m.job_id = job.id AND m.fund_state IN (${toList(UNSETTLED)})
    ORDER BY c.job_id, m.position`,
  values: [userId],
});

/** An open dispute. A completed job can be in dispute too. */
export interface DisputeRow {
  id: number;
  job_id: number;
  job_number: string;
  poster_id: number;
  raised_by: number;
  other_id: number;
  documents_due_at: Date;
  review_due_at: Date;
  /** The reader added a document or, against the other's dispute, a comment. */
  has_answered: boolean;
  held_paise: number;
  /** Of the first milestone on hold; null when no money is. */
  position: number | null;
}

const selectOpenDisputes = (column: 'raised_by' | 'against'): string =>
  `(SELECT * FROM dispute WHERE ${column} = $1 AND state = 'open' ORDER BY id DESC LIMIT ${ROWS_MAX})`;

export const buildDisputesQuery = (userId: number): Statement => ({
  name: 'today_disputes',
  text: `
    SELECT d.id, d.job_id, job.number::text AS job_number, job.poster_id, d.raised_by,
      CASE WHEN d.raised_by = $1 THEN d.against ELSE d.raised_by END AS other_id,
      d.documents_due_at, d.review_due_at,
      EXISTS (SELECT FROM dispute_document x WHERE x.dispute_id = d.id AND x.user_id = $1)
        OR d.raised_by <> $1
          AND EXISTS (SELECT FROM dispute_comment x WHERE x.dispute_id = d.id AND x.user_id = $1) AS has_answered,
      held.paise AS held_paise, held.position
    FROM (${selectOpenDisputes('raised_by')} UNION ALL ${selectOpenDisputes('against')}) d
    JOIN job ON job.id = d.job_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(amount_paise), 0)::bigint AS paise, min(position) AS position FROM milestone
      WHERE job_id = job.id AND on_hold AND fund_state IN (${toList(IN_ESCROW)})) held
    ORDER BY d.id`,
  values: [userId],
});

/** `received`: the submitted quotes on one open job of the reader. `sent`: a submitted quote of the reader. */
export interface QuoteRow {
  kind: 'received' | 'sent';
  job_id: number;
  job_number: string;
  /** Null for `received`. */
  quote_id: number | null;
  /** The only worker or the poster; with several workers, one of them. */
  other_id: number;
  count: number;
  /** The lowest offer. */
  amount_paise: number;
  /** When the oldest was sent. */
  sent_at: Date;
}

export const buildQuotesQuery = (userId: number): Statement => ({
  name: 'today_quotes',
  text: `
    SELECT 'received' AS kind, job.id AS job_id, job.number::text AS job_number, NULL::bigint AS quote_id,
      min(q.worker_id) AS other_id, count(*)::int AS count, min(q.bid_paise) AS amount_paise, min(q.created_at) AS sent_at
    FROM (SELECT id, number FROM job WHERE poster_id = $1 AND state = 'open'
      ORDER BY posted_at DESC, id DESC LIMIT ${ROWS_MAX}) job
    JOIN quote q ON q.job_id = job.id AND q.state = 'submitted'
    GROUP BY job.id, job.number
    UNION ALL
    SELECT 'sent', q.job_id, job.number::text, q.id, job.poster_id, 1, q.bid_paise, q.created_at
    FROM (SELECT * FROM quote WHERE worker_id = $1 AND state = 'submitted'
      ORDER BY created_at DESC, id DESC LIMIT ${ROWS_MAX}) q
    JOIN job ON job.id = q.job_id`,
  values: [userId],
});

export interface WalletRow {
  identity_state: IdentityState;
  withdrawals_stopped_at: Date | null;
  balance_paise: number;
}

export const buildWalletQuery = (userId: number): Statement => ({
  name: 'today_wallet',
  text: `
    SELECT identity_state, withdrawals_stopped_at,
      coalesce((SELECT balance FROM ledger.balance WHERE code = 'wallet:' || $1::bigint), 0) AS balance_paise
    FROM user_account WHERE id = $1::bigint`,
  values: [userId],
});
