import type pg from 'pg';
import type { OpsCaseKind } from '@fws/contract/admin/cases/model';
import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import type { OrderState } from '@fws/contract/contracts/orders/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { WithdrawalState } from '@fws/contract/payouts/lifecycle';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { isDistributed } from '../../../../server/src/platform/db/nodes.ts';
import type { Product } from './product.ts';

/** Everything about money in a world, as the database holds it at one moment. */
export interface ObservedState {
  job: JobState;
  contract: { worker: number; total: number; completed: boolean; cancelled: boolean } | null;
  quotes: { id: number; worker: number; state: QuoteState }[];
  milestones: {
    id: number;
    kind: string;
    paise: number;
    fund: FundState;
    work: WorkState;
    held: boolean;
    /** Null while the clock stands still. */
    releasesAt: number | null;
  }[];
  orders: { id: string; milestone: number; state: OrderState; paise: number; expiresAt: number }[];
  payments: { id: string; order: string; paise: number; applied: boolean }[];
  refunds: { id: string; order: string; milestone: number | null; paise: number; state: string }[];
  withdrawals: {
    id: number;
    user: number;
    transfer: string;
    paise: number;
    state: WithdrawalState;
    status: string | null;
  }[];
  disputes: {
    id: number;
    raisedBy: number;
    state: string;
    ending: string | null;
    origin: string;
    milestones: number[];
  }[];
  endedBy: string | null;
  /** The open ones. */
  splits: {
    id: number;
    milestone: number;
    version: number;
    turns: number;
    side: string | null;
    workerPaise: number | null;
    dueAt: number;
  }[];
  /** The change of the plan that waits for an answer. */
  change: { id: number; turns: number; side: string; dueAt: number } | null;
  visit: { milestone: number; fee: number; state: string; wrongCodes: number; dueAt: number | null } | null;
  reviews: { by: number; stars: number; state: string; reason: string | null }[];
  /** Of the poster and the given workers. */
  stars: { user: number; sum: number; count: number }[];
  chargebacks: { id: string; state: string; escrow: number; receivable: number; writtenOff: number }[];
  releases: { user: number; milestone: number; paise: number; left: number; until: number; held: boolean }[];
  kept: { milestone: number; fee: number; gst: number; tds: number; welfare: number }[];
  /** Every account that this world uses; accounts with a zero balance may be missing. */
  balances: Record<string, number>;
}

/** What all worlds share: the platform's accounts, and the provider's settlements. */
export interface ObservedPlatform {
  settlements: { id: string; state: string; settled: number; fee: number; gst: number }[];
  accounts: Record<string, number>;
}

const STATE_AS_JSON = `json_build_object(
  'job', (SELECT state FROM job WHERE id = w.job_id),
  'contract', (SELECT json_build_object('worker', worker_id, 'total', total_paise, 'completed', completed_at IS NOT NULL,
    'cancelled', cancelled_at IS NOT NULL) FROM contract WHERE job_id = w.job_id),
  'quotes', (SELECT coalesce(json_agg(json_build_object('id', id, 'worker', worker_id, 'state', state) ORDER BY id), '[]')
    FROM quote WHERE job_id = w.job_id),
  'milestones', (SELECT coalesce(json_agg(json_build_object('id', id, 'kind', kind, 'paise', amount_paise, 'fund', fund_state,
    'work', work_state, 'held', on_hold, 'releasesAt',
    CASE WHEN work_state = 'payment_requested' AND fund_state IN ('funded', 'accepted') AND NOT on_hold
      THEN extract(epoch FROM payment_requested_at) * 1000 + wait_left_ms END) ORDER BY position), '[]') FROM milestone WHERE job_id = w.job_id),
  'orders', (SELECT coalesce(json_agg(json_build_object('id', o.id, 'milestone', milestone_id, 'state', o.state,
    'paise', o.amount_paise, 'expiresAt', extract(epoch FROM expires_at) * 1000) ORDER BY o.created_at, o.id), '[]')
    FROM escrow_order o JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = w.job_id),
  'payments', (SELECT coalesce(json_agg(json_build_object('id', payment_id, 'order', order_id, 'paise', p.amount_paise,
    'applied', applied)), '[]')
    FROM payment p JOIN escrow_order o ON o.id = p.order_id JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = w.job_id),
  'refunds', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'order', order_id, 'milestone', r.milestone_id,
    'paise', r.amount_paise, 'state', r.state)), '[]')
    FROM refund r JOIN escrow_order o ON o.id = r.order_id JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = w.job_id),
  'withdrawals', (SELECT coalesce(json_agg(json_build_object('id', id, 'user', user_id, 'transfer', transfer_id,
    'paise', amount_paise, 'state', state, 'status', (SELECT status FROM provider_status_log
      WHERE subject = 'withdrawal:' || withdrawal.id ORDER BY provider_status_log.id DESC LIMIT 1)) ORDER BY id), '[]')
    FROM withdrawal WHERE user_id = ANY (w.user_ids)),
  'disputes', (SELECT coalesce(json_agg(json_build_object('id', id, 'raisedBy', raised_by, 'state', state,
    'ending', ending, 'origin', origin, 'milestones', (SELECT coalesce(json_agg(milestone_id ORDER BY milestone_id), '[]')
      FROM dispute_milestone x WHERE x.dispute_id = dispute.id)) ORDER BY id), '[]') FROM dispute WHERE job_id = w.job_id),
  'endedBy', (SELECT side FROM job_ending WHERE job_id = w.job_id),
  'splits', (SELECT coalesce(json_agg(json_build_object('id', id, 'milestone', milestone_id, 'version', version,
    'turns', turns, 'side', side, 'workerPaise', worker_paise, 'dueAt', extract(epoch FROM due_at) * 1000) ORDER BY id), '[]')
    FROM split WHERE job_id = w.job_id AND closed_at IS NULL),
  'change', (SELECT json_build_object('id', id, 'turns', turns, 'side', side, 'dueAt', extract(epoch FROM due_at) * 1000)
    FROM change_order WHERE job_id = w.job_id AND closed_at IS NULL),
  'visit', (SELECT json_build_object('milestone', milestone_id, 'fee', fee_paise, 'state', state, 'wrongCodes', wrong_codes,
    'dueAt', extract(epoch FROM due_at) * 1000) FROM visit WHERE job_id = w.job_id),
  'reviews', (SELECT coalesce(json_agg(json_build_object('by', by_user_id, 'stars', points / 20, 'state', state,
    'reason', uncounted_reason)), '[]') FROM rating WHERE job_id = w.job_id),
  'stars', (SELECT json_agg(json_build_object('user', id, 'sum', rating_sum, 'count', rating_count)) FROM user_account
    WHERE id = ANY (w.user_ids) OR id = (SELECT poster_id FROM job WHERE id = w.job_id)),
  'chargebacks', (SELECT coalesce(json_agg(json_build_object('id', chargeback_id, 'state', c.state, 'escrow', escrow_paise,
    'receivable', receivable_paise, 'writtenOff', written_off_paise) ORDER BY chargeback_id), '[]')
    FROM chargeback c JOIN milestone m ON m.id = c.milestone_id WHERE m.job_id = w.job_id),
  'releases', (SELECT coalesce(json_agg(json_build_object('user', r.user_id, 'milestone', r.milestone_id,
    'paise', r.amount_paise, 'left', r.left_paise, 'until', extract(epoch FROM r.rest_until) * 1000,
    'held', EXISTS (SELECT FROM release_hold h WHERE h.release_id = r.id AND h.lifted_at IS NULL)) ORDER BY r.id), '[]')
    FROM wallet_release r WHERE r.user_id = ANY (w.user_ids)),
  'kept', (SELECT coalesce(json_agg(json_build_object('milestone', milestone_id, 'fee', fee_paise, 'gst', gst_paise,
    'tds', tds_paise, 'welfare', welfare_paise) ORDER BY milestone_id), '[]')
    FROM deduction d JOIN milestone m ON m.id = d.milestone_id WHERE m.job_id = w.job_id),
  'balances', (SELECT coalesce(json_object_agg(code, balance), '{}') FROM ledger.account WHERE code = ANY (
    SELECT 'escrow:' || id FROM milestone WHERE job_id = w.job_id
    UNION ALL SELECT 'wallet:' || unnest(w.user_ids::bigint[])
    UNION ALL SELECT 'withdrawal:' || id FROM withdrawal WHERE user_id = ANY (w.user_ids)
    UNION ALL SELECT 'unapplied:' || o.id FROM escrow_order o JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = w.job_id
    UNION ALL SELECT 'refund:' || r.id FROM refund r JOIN escrow_order o ON o.id = r.order_id
      JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = w.job_id))
)`;

/** Reads the state of each job and of the workers given with it, in the given order. */
export async function observeJobs(
  product: Product,
  jobs: readonly { jobId: number; userIds: readonly number[] }[],
): Promise<ObservedState[]> {
  const query = {
    text: `SELECT ${STATE_AS_JSON} AS seen FROM ROWS FROM (
        jsonb_to_recordset($1) AS (job_id bigint, user_ids bigint[])) WITH ORDINALITY AS w (job_id, user_ids, n)
      ORDER BY w.n`,
    values: [JSON.stringify(jobs.map(({ jobId, userIds }) => ({ job_id: jobId, user_ids: userIds })))],
  };
  const { rows } = (await isDistributed(product.db))
    ? await queryCopies(
        product,
        jobs.map(({ jobId }) => jobId),
        query,
      )
    : await product.owner.query<{ seen: ObservedState }>({ name: 'observe', ...query });
  return rows.map(({ seen }) => seen);
}

/** On several nodes, what they have of these jobs is copied first, to temporary tables that hide those of the same names. */
async function queryCopies(
  product: Product,
  jobIds: readonly number[],
  query: { text: string; values: unknown[] },
): Promise<pg.QueryResult<{ seen: ObservedState }>> {
  const client = await product.owner.connect();
  try {
    await client.query('BEGIN');
    for (const table of [
      'job',
      'contract',
      'quote',
      'milestone',
      'dispute',
      'dispute_milestone',
      'job_ending',
      'split',
      'change_order',
      'visit',
      'rating',
    ])
      await client.query(
        `CREATE TEMP TABLE ${table} ON COMMIT DROP AS SELECT * FROM public.${table}
        WHERE ${table === 'job' ? 'id' : 'job_id'} IN (${[0, ...jobIds].join()})`,
      );
    const result = await client.query<{ seen: ObservedState }>(query);
    await client.query('COMMIT');
    return result;
  } finally {
    client.release();
  }
}

export async function observe(
  product: Product,
  jobId: number,
  userIds: readonly number[],
): Promise<ObservedState> {
  const [observed] = await observeJobs(product, [{ jobId, userIds }]);
  if (!observed) throw new Error('no row was returned');
  return observed;
}

export interface OpsCase {
  id: number;
  kind: OpsCaseKind;
  /** "12" for a withdrawal, "ref_m7" for a refund, or "cashfree:…" with the provider's id. */
  subject: string;
}

/** An ops case that is open or that an admin resolved. */
export type SeenCase = OpsCase & { isOpen: boolean };

export async function observeCases(product: Product, subjects: readonly string[]): Promise<SeenCase[]> {
  const { rows } = await product.owner.query<SeenCase>({
    name: 'observe-cases',
    text: `SELECT id::int, kind, subject, resolved_at IS NULL AS "isOpen" FROM ops_case
      WHERE subject = ANY ($1) AND (resolved_at IS NULL OR resolution = 'resolve') ORDER BY id`,
    values: [subjects],
  });
  return rows;
}

const PLATFORM = `SELECT
  (SELECT json_object_agg(b.code, b.balance) FROM ledger.balance b JOIN ledger.account a ON a.id = b.account_id
    WHERE a.hot) AS accounts,
  (SELECT coalesce(json_agg(json_build_object('id', settlement_id, 'state', state, 'settled', settled_paise,
    'fee', fee_paise, 'gst', gst_paise)), '[]') FROM settlement WHERE settlement_id LIKE $1 || '%') AS settlements`;

/** `settlements`: prefix of this world's settlement ids. */
export async function observePlatform(product: Product, settlements: string): Promise<ObservedPlatform> {
  const { rows } = await product.owner.query<ObservedPlatform>({
    name: 'observe-platform',
    text: PLATFORM,
    values: [settlements],
  });
  const [row] = rows;
  if (!row) throw new Error('no row was returned');
  return row;
}
