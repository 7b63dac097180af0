import { sql } from 'kysely';
import type { FundState, WorkState } from '@fws/contract/contracts/lifecycle';
import { paymentVerified } from '../../../server/src/domains/ledger/index.ts';
import { postInTx } from '../../../server/test/ledger/postings.ts';
import type { Product } from './product/product.ts';

/** A job with one milestone and an order, inserted by SQL in the state that a proof begins in. */
export interface Fixture {
  jobId: number;
  milestoneId: number;
  posterId: number;
  workerId: number;
  accountId: number;
  orderId: string;
  paymentId: string;
}

export const AMOUNT_PAISE = 10_001;
const LONG_AGO_MS = 30 * 24 * 3600_000;
const PARALLEL = 8;

let series = 0;

/** Inserts jobs, each with its own people, with its order at the provider, and with the money in escrow when it is paid. */
export async function seedJobs(
  product: Product,
  count: number,
  state: { fund: FundState; work?: WorkState },
): Promise<Fixture[]> {
  const name = `laid${process.pid}x${++series}`;
  const { fund, work = 'not_started' } = state;
  const isPaid = fund !== 'unfunded' && fund !== 'funding_pending';
  const now = product.clock.now();
  const longAgo = new Date(now.getTime() - LONG_AGO_MS);
  const statements = [
    sql`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location,
        identity_state, identity_name)
      SELECT 'Person', g::text, ${name} || '.' || g || '@mail.example',
        '+91' || (6000000000 + last.id + g), 'individual', '{services}', 'Pune', 'verified', 'Person'
      FROM generate_series(1, ${2 * count}::int) g, (SELECT coalesce(max(id), 0) AS id FROM user_account) last`,
    sql`INSERT INTO payout_account (user_id, kind, upi_id, holder_name, beneficiary_id, usable_from, created_at)
      SELECT id, 'upi', 'person@upi', 'Person', 'ben_' || id, ${longAgo}, ${longAgo} FROM user_account
      WHERE email LIKE ${`${name}.%`}`,
    sql`INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
        payment_term, budget_kind, budget_from_paise, budget_to_paise, state, posted_at)
      SELECT id, 1, ${name}, '', 'Pune', '{}', current_date, current_date + 900, 'completion', 'fixed', 10000, 10000,
        ${isPaid ? 'in_progress' : 'awarded'}, ${longAgo}
      FROM user_account WHERE email LIKE ${`${name}.%`} AND last_name::int <= ${count} ORDER BY id`,
    sql`INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
      SELECT job.id, worker.id, ${AMOUNT_PAISE}::bigint, 'completion', '[]', '', 'accepted', ${longAgo}
      FROM job JOIN user_account poster ON poster.id = job.poster_id
      JOIN user_account worker ON worker.email = ${name} || '.' || (poster.last_name::int + ${count}) || '@mail.example'
      WHERE job.title = ${name}`,
    sql`INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at)
      SELECT job.id, quote.id, job.poster_id, quote.worker_id, bid_paise, term, ${longAgo}
      FROM quote JOIN job ON job.id = quote.job_id WHERE job.title = ${name}`,
    sql`INSERT INTO milestone (job_id, position, name, amount_paise, fund_state, work_state, funded_at, changed_at,
        payment_requested_at)
      SELECT id, 1, 'All', ${AMOUNT_PAISE}::bigint, ${fund}, ${work}, ${isPaid ? longAgo : null}, ${longAgo},
        ${work === 'payment_requested' ? longAgo : null}
      FROM job WHERE title = ${name}`,
    sql`INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
      SELECT 'fws_' || m.id, m.id, job.poster_id, m.amount_paise, ${isPaid ? 'applied' : 'active'}, 'cashfree',
        ${now}::timestamptz + interval '1 day', ${now}::timestamptz
      FROM milestone m JOIN job ON job.id = m.job_id WHERE job.title = ${name}`,
  ];
  for (const statement of statements) await statement.execute(product.db);
  if (isPaid)
    await sql`INSERT INTO payment (provider, payment_id, order_id, amount_paise, applied, received_at)
      SELECT 'cashfree', 'pay' || m.id, 'fws_' || m.id, m.amount_paise, true, ${now}
      FROM milestone m JOIN job ON job.id = m.job_id WHERE job.title = ${name}`.execute(product.db);
  const { rows } = await sql<Fixture>`
    SELECT job.id AS "jobId", m.id AS "milestoneId", c.poster_id AS "posterId", c.worker_id AS "workerId",
      a.id AS "accountId", 'fws_' || m.id AS "orderId", 'pay' || m.id AS "paymentId"
    FROM job JOIN milestone m ON m.job_id = job.id JOIN contract c ON c.job_id = job.id
    JOIN payout_account a ON a.user_id = c.worker_id WHERE job.title = ${name} ORDER BY job.id`.execute(
    product.db,
  );
  await runEach(rows, PARALLEL, (laid) => registerAtProvider(product, laid, isPaid));
  return rows;
}

async function registerAtProvider(product: Product, laid: Fixture, isPaid: boolean): Promise<void> {
  const { orderId, paymentId, milestoneId, jobId } = laid;
  const now = product.clock.ms();
  product.outside.orders.set(orderId, {
    amountPaise: AMOUNT_PAISE,
    expiresAt: now + 24 * 3600_000,
    closed: false,
    attempts: isPaid
      ? [{ paymentId, amountPaise: AMOUNT_PAISE, currency: 'INR', status: 'success', begunAt: now }]
      : [],
    refunds: new Map(),
  });
  if (!isPaid) return;
  const payment = { provider: 'cashfree', paymentId, orderId, amountPaise: AMOUNT_PAISE, milestoneId, jobId };
  await postInTx(product.db, paymentVerified({ ...payment, at: new Date(now) }));
}

/** Runs `work` once for each item, `atOnce` at a time. */
export async function runEach<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  const runWorker = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, runWorker));
}
