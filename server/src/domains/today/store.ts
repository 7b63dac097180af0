import { IN_ESCROW, UNSETTLED, type FundState, type WorkState } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { buildBlockedIdsSql } from '../profile/index.ts';
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
  state: JobState;
  id: number;
  position: number;
  amount_paise: number;
  fund_state: FundState;
  work_state: WorkState;
  on_hold: boolean;
  comment: string;
  payment_requested_at: Date | null;
  wait_left_ms: number | null;
  /** Of an open split: who made the last proposal, and when it ends; null when there is none. */
  split_side: Side | null;
  split_due_at: Date | null;
}

const selectOpenContracts = (side: Side, other: Side): string => `
  (SELECT job_id, '${side}' AS side, ${other}_id AS other_id FROM contract
   WHERE ${side}_id = $1 AND completed_at IS NULL AND cancelled_at IS NULL
   ORDER BY awarded_at DESC, job_id DESC LIMIT ${ROWS_MAX})`;

export const buildContractsQuery = (userId: number): Statement => ({
  name: 'today_contracts',
  text: `
    SELECT c.job_id, job.number::text AS job_number, c.side, c.other_id, category.in_person,
      job.state,
      m.id, m.position, m.amount_paise, m.fund_state, m.work_state, m.on_hold, m.comment, m.payment_requested_at,
      m.wait_left_ms, split.side AS split_side, split.due_at AS split_due_at
    FROM (${selectOpenContracts('poster', 'worker')} UNION ALL ${selectOpenContracts('worker', 'poster')}) c
    JOIN job ON job.id = c.job_id
    JOIN category ON category.id = job.category_id
    JOIN milestone m ON m.job_id = job.id AND m.fund_state IN (${toList(UNSETTLED)})
    LEFT JOIN split ON split.job_id = m.job_id AND split.milestone_id = m.id AND split.closed_at IS NULL
    ORDER BY c.job_id, m.position`,
  values: [userId],
});

/** An open dispute. A completed job can be in dispute too. */
export interface DisputeRow {
  id: number;
  job_id: number;
  job_number: string;
  side: Side;
  is_raised_by_reader: boolean;
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
    SELECT d.id, d.job_id, job.number::text AS job_number,
      CASE WHEN job.poster_id = $1 THEN 'poster' ELSE 'worker' END AS side, d.raised_by = $1 AS is_raised_by_reader,
      CASE WHEN d.raised_by = $1 THEN d.against ELSE d.raised_by END AS other_id,
      d.documents_due_at, d.review_due_at,
      EXISTS (SELECT FROM dispute_document x WHERE x.dispute_id = d.id AND x.user_id = $1)
        OR d.raised_by <> $1
          AND EXISTS (SELECT FROM dispute_comment x WHERE x.dispute_id = d.id AND x.user_id = $1) AS has_answered,
      held.paise AS held_paise, held.position
    FROM (${selectOpenDisputes('raised_by')} UNION ALL ${selectOpenDisputes('against')}) d
    JOIN job ON job.id = d.job_id
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(m.amount_paise), 0)::bigint AS paise, min(m.position) AS position
      FROM dispute_milestone x JOIN milestone m ON m.job_id = x.job_id AND m.id = x.milestone_id
      WHERE x.job_id = job.id AND x.dispute_id = d.id AND x.lifted_at IS NULL
        AND m.on_hold AND m.fund_state IN (${toList(IN_ESCROW)})) held
    ORDER BY d.id`,
  values: [userId],
});

/** The change of a running job's plan that waits for an answer. */
export interface ChangeRow {
  job_id: number;
  job_number: string;
  side: Side;
  other_id: number;
  is_own: boolean;
  total_paise: number;
  due_at: Date;
}

export const buildChangesQuery = (userId: number): Statement => ({
  name: 'today_changes',
  text: `
    SELECT c.job_id, job.number::text AS job_number, c.side, c.other_id, change.side = c.side AS is_own,
      turn.total_paise, change.due_at
    FROM (${selectOpenContracts('poster', 'worker')} UNION ALL ${selectOpenContracts('worker', 'poster')}) c
    JOIN change_order change ON change.job_id = c.job_id AND change.closed_at IS NULL
    JOIN change_order_turn turn
      ON turn.job_id = change.job_id AND turn.change_id = change.id AND turn.turn = change.turns
    JOIN job ON job.id = c.job_id
    ORDER BY c.job_id`,
  values: [userId],
});

/**
 * `received`: the submitted quotes on one open job of the reader. `sent`: a submitted quote of the reader. `asked`: one for
 * which its poster wants another.
 */
export interface QuoteRow {
  kind: 'received' | 'sent' | 'asked';
  job_id: number;
  job_number: string;
  /** Null for `received`. */
  quote_id: number | null;
  /** The only worker or the poster; with several workers, one of them. */
  other_id: number;
  count: number;
  /** The lowest offer. */
  amount_paise: number;
  /** When the oldest was sent, or its last turn was. */
  sent_at: Date;
}

export const buildQuotesQuery = (userId: number): Statement => ({
  name: 'today_quotes',
  text: `
    SELECT 'received' AS kind, job.id AS job_id, job.number::text AS job_number, NULL::bigint AS quote_id,
      min(q.worker_id) AS other_id, count(*)::int AS count, min(q.bid_paise) AS amount_paise, min(coalesce(q.turn_at, q.created_at)) AS sent_at
    FROM (SELECT id, number FROM job WHERE poster_id = $1 AND state = 'open'
      ORDER BY posted_at DESC, id DESC LIMIT ${ROWS_MAX}) job
    JOIN quote q ON q.job_id = job.id AND q.state = 'submitted'
    GROUP BY job.id, job.number
    UNION ALL
    SELECT CASE q.state WHEN 'asked' THEN 'asked' ELSE 'sent' END, q.job_id, job.number::text, q.id, job.poster_id, 1, q.bid_paise,
      coalesce(q.turn_at, q.created_at)
    FROM (SELECT * FROM quote WHERE worker_id = $1 AND state IN ('submitted', 'asked')
      ORDER BY created_at DESC, id DESC LIMIT ${ROWS_MAX}) q
    JOIN job ON job.id = q.job_id`,
  values: [userId],
});

/** An invitation to the reader that waits, of whose kind they take notices. */
export interface InvitationRow {
  job_id: number;
  job_number: string;
  /** The poster. */
  other_id: number;
  sent_at: Date;
  closes_on: string;
}

/** As the list of invitations, without those of people whom the reader has muted. */
export const buildInvitationsQuery = (
  userId: number,
  { sentAfter, today }: { sentAfter: Date; today: string },
): Statement => ({
  name: 'today_invitations',
  text: `
    SELECT i.job_id, job.number::text AS job_number, job.poster_id AS other_id, i.sent_at, job.closes_on
    FROM (SELECT job_id, sent_at, id FROM invitation WHERE worker_id = $1 AND state = 'sent' AND sent_at > $2
      ORDER BY sent_at DESC, id DESC LIMIT ${ROWS_MAX}) i
    JOIN job ON job.id = i.job_id AND job.state = 'open' AND job.closes_on >= $3
    WHERE job.poster_id NOT IN (${buildBlockedIdsSql('$1')})
      AND NOT EXISTS (SELECT FROM invitation_mute_all WHERE user_id = $1)
      AND NOT EXISTS (SELECT FROM invitation_mute m WHERE m.user_id = $1 AND m.poster_id = job.poster_id)`,
  values: [userId, sentAfter, today],
});

/** A series of dates that the reader has been asked to agree to. */
export interface RepeatRow {
  job_id: number;
  job_number: string;
  other_id: number;
  count: number;
  /** What each date costs. */
  amount_paise: number;
  proposed_at: Date;
}

export const buildRepeatsQuery = (userId: number): Statement => ({
  name: 'today_repeats',
  text: `
    SELECT series.job_id, job.number::text AS job_number, series.poster_id AS other_id, quote.bid_paise AS amount_paise,
      (SELECT count(*)::int FROM repeat_date WHERE series_id = series.id) AS count, series.proposed_at
    FROM (SELECT * FROM repeat_series WHERE worker_id = $1 AND state = 'proposed'
      AND poster_id NOT IN (${buildBlockedIdsSql('$1')}) ORDER BY id DESC LIMIT ${ROWS_MAX}) series
    JOIN job ON job.id = series.job_id
    JOIN contract ON contract.job_id = job.id
    JOIN quote ON quote.job_id = contract.job_id AND quote.id = contract.quote_id`,
  values: [userId],
});

/** A job that has ended and that the reader may review, and has not. One that goes on would tell that the other side has. */
export interface ReviewRow {
  job_id: number;
  job_number: string;
  side: Side;
  other_id: number;
  due_at: Date;
}

const selectReviewPeriods = (side: Side, other: Side): string => `
  (SELECT job_id, '${side}' AS side, ${other}_id AS other_id, due_at FROM review_period
   WHERE ${side}_id = $1 AND closed_at IS NULL AND due_at > $2 ORDER BY due_at LIMIT ${ROWS_MAX})`;

export const buildReviewsQuery = (userId: number, now: Date): Statement => ({
  name: 'today_reviews',
  text: `
    SELECT period.job_id, job.number::text AS job_number, period.side, period.other_id, period.due_at
    FROM (${selectReviewPeriods('poster', 'worker')} UNION ALL ${selectReviewPeriods('worker', 'poster')}) period
    JOIN job ON job.id = period.job_id
    WHERE job.state IN ('completed', 'cancelled')
      AND NOT EXISTS (SELECT FROM rating WHERE rating.job_id = period.job_id AND rating.by_user_id = $1)
    ORDER BY period.due_at, period.job_id`,
  values: [userId, now],
});

/** A visit before the work has started. `claimed_by`: who says that the other was not there. */
export interface VisitRow {
  job_id: number;
  job_number: string;
  side: Side;
  other_id: number;
  milestone_id: number;
  position: number;
  starts_at: Date;
  is_funded: boolean;
  fee_paise: number;
  unused_paise: number;
  claimed_by: Side | null;
  answer_by: Date | null;
}

export const buildVisitsQuery = (userId: number): Statement => ({
  name: 'today_visits',
  text: `
    SELECT c.job_id, job.number::text AS job_number, c.side, c.other_id, visit.milestone_id, m.position,
      visit.starts_at, m.fund_state IN (${toList(IN_ESCROW)}) AS is_funded, visit.fee_paise,
      (SELECT coalesce(sum(x.amount_paise), 0)::bigint FROM milestone x
        WHERE x.job_id = c.job_id AND x.fund_state IN (${toList(IN_ESCROW)}) AND x.work_state = 'not_started'
          AND NOT x.on_hold) AS unused_paise,
      claim.side AS claimed_by, CASE WHEN claim.is_delivered THEN visit.due_at END AS answer_by
    FROM (${selectOpenContracts('poster', 'worker')} UNION ALL ${selectOpenContracts('worker', 'poster')}) c
    JOIN visit ON visit.job_id = c.job_id AND visit.state IN ('agreed', 'on_the_way', 'arrived', 'claimed', 'unanswered')
    JOIN milestone m ON m.job_id = visit.job_id AND m.id = visit.milestone_id
    JOIN job ON job.id = c.job_id
    LEFT JOIN LATERAL (
      SELECT e.side, EXISTS (SELECT FROM visit_evidence d
        WHERE d.job_id = e.job_id AND d.kind = 'delivered' AND d.number > e.number) AS is_delivered
      FROM visit_evidence e WHERE e.job_id = visit.job_id AND e.kind = 'claimed' ORDER BY e.number DESC LIMIT 1) claim
      ON visit.state IN ('claimed', 'unanswered')
    ORDER BY c.job_id`,
  values: [userId],
});

export interface WalletRow {
  identity_state: IdentityState;
  withdrawals_stopped_at: Date | null;
  balance_paise: number;
  /** What can be withdrawn: neither resting nor on hold. */
  free_paise: number;
}

export const buildWalletQuery = (userId: number, now: Date): Statement => ({
  name: 'today_wallet',
  text: `
    SELECT identity_state, withdrawals_stopped_at,
      coalesce((SELECT balance FROM ledger.balance WHERE code = 'wallet:' || $1::bigint), 0) AS balance_paise,
      (SELECT coalesce(sum(r.left_paise), 0)::bigint FROM wallet_release r
        WHERE r.user_id = $1::bigint AND r.left_paise > 0 AND r.rest_until <= $2::timestamptz
          AND NOT EXISTS (SELECT FROM release_hold h WHERE h.release_id = r.id AND h.lifted_at IS NULL)) AS free_paise
    FROM user_account WHERE id = $1::bigint`,
  values: [userId, now],
});
