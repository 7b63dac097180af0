import type { FundState, OrderState, WorkState } from '@fws/contract/contracts/process';
import type { JobState } from '@fws/contract/jobs/process';
import type { WithdrawalState } from '@fws/contract/payouts/process';
import type { QuoteState } from '@fws/contract/quotes/process';
import type { Product } from './product.ts';

/** All of a world that has to do with money, as the database has it at one moment. */
export interface Seen {
  job: JobState;
  contract: { worker: number; completed: boolean; cancelled: boolean } | null;
  quotes: { id: number; worker: number; state: QuoteState }[];
  milestones: { id: number; paise: number; fund: FundState; work: WorkState; held: boolean }[];
  orders: { id: string; milestone: number; state: OrderState; paise: number; expiresAt: number }[];
  payments: { id: string; order: string; paise: number; applied: boolean }[];
  refunds: { id: string; order: string; milestone: number | null; paise: number; state: string }[];
  withdrawals: { id: number; user: number; transfer: string; paise: number; state: WithdrawalState }[];
  disputes: { id: number; raisedBy: number; state: string; ending: string | null }[];
  asked: boolean;
  /** Every account that this world has money in or had; those that hold nothing may be missing. */
  balances: Record<string, number>;
}

const TEXT = `SELECT json_build_object(
  'job', (SELECT state FROM job WHERE id = $1),
  'contract', (SELECT json_build_object('worker', worker_id, 'completed', completed_at IS NOT NULL,
    'cancelled', cancelled_at IS NOT NULL) FROM contract WHERE job_id = $1),
  'quotes', (SELECT coalesce(json_agg(json_build_object('id', id, 'worker', worker_id, 'state', state) ORDER BY id), '[]')
    FROM quote WHERE job_id = $1),
  'milestones', (SELECT coalesce(json_agg(json_build_object('id', id, 'paise', amount_paise, 'fund', fund_state,
    'work', work_state, 'held', on_hold) ORDER BY position), '[]') FROM milestone WHERE job_id = $1),
  'orders', (SELECT coalesce(json_agg(json_build_object('id', o.id, 'milestone', milestone_id, 'state', o.state,
    'paise', o.amount_paise, 'expiresAt', extract(epoch FROM expires_at) * 1000) ORDER BY o.created_at, o.id), '[]')
    FROM escrow_order o JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = $1),
  'payments', (SELECT coalesce(json_agg(json_build_object('id', payment_id, 'order', order_id, 'paise', p.amount_paise,
    'applied', applied)), '[]')
    FROM payment p JOIN escrow_order o ON o.id = p.order_id JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = $1),
  'refunds', (SELECT coalesce(json_agg(json_build_object('id', r.id, 'order', order_id, 'milestone', r.milestone_id,
    'paise', r.amount_paise, 'state', r.state)), '[]')
    FROM refund r JOIN escrow_order o ON o.id = r.order_id JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = $1),
  'withdrawals', (SELECT coalesce(json_agg(json_build_object('id', id, 'user', user_id, 'transfer', transfer_id,
    'paise', amount_paise, 'state', state) ORDER BY id), '[]') FROM withdrawal WHERE user_id = ANY ($2)),
  'disputes', (SELECT coalesce(json_agg(json_build_object('id', id, 'raisedBy', raised_by, 'state', state,
    'ending', ending) ORDER BY id), '[]') FROM dispute WHERE job_id = $1),
  'asked', (SELECT count(*) > 0 FROM cancellation WHERE job_id = $1 AND state = 'asked'),
  'balances', (SELECT coalesce(json_object_agg(code, balance), '{}') FROM ledger.account WHERE code = ANY (
    SELECT 'escrow:' || id FROM milestone WHERE job_id = $1
    UNION ALL SELECT 'wallet:' || unnest($2::bigint[])
    UNION ALL SELECT 'withdrawal:' || id FROM withdrawal WHERE user_id = ANY ($2)
    UNION ALL SELECT 'unapplied:' || o.id FROM escrow_order o JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = $1
    UNION ALL SELECT 'refund:' || r.id FROM refund r JOIN escrow_order o ON o.id = r.order_id
      JOIN milestone m ON m.id = o.milestone_id WHERE m.job_id = $1))
) AS seen`;

export async function observe(product: Product, jobId: number, userIds: readonly number[]): Promise<Seen> {
  const { rows } = await product.owner.query<{ seen: Seen }>({
    name: 'observe',
    text: TEXT,
    values: [jobId, userIds],
  });
  const [row] = rows;
  if (!row) throw new Error('nothing was seen');
  return row.seen;
}
