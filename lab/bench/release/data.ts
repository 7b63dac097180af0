import { sql } from 'kysely';
import type { moveFund } from '@fws/contract/contracts/calls';
import type { CallInput } from '@fws/contract/platform/call';
import type { Db } from '../../../server/src/platform/db/index.ts';
import { paymentVerified } from '../../../server/src/domains/ledger/index.ts';
import { postInTx } from '../../../server/test/ledger/postings.ts';
import { runInParallel } from './load.ts';

export const AMOUNT_PAISE = 1_500_00;
const MILESTONES_A_JOB = 20;

export interface ReadyMilestone {
  jobId: number;
  milestoneId: number;
  workerId: number;
}

/** The values of a call that releases a milestone, and its idempotency key. */
export function buildRelease({ jobId, milestoneId }: ReadyMilestone): {
  values: CallInput<typeof moveFund>;
  key: string;
} {
  const ids = { jobId: String(jobId), milestoneId: String(milestoneId) };
  return { values: { ...ids, step: 'released', amountText: '' }, key: `release-${milestoneId}` };
}

/**
 * Creates contracts whose milestones are funded, done and accepted, so that only the release is left. Returns at least so
 * many milestones, those of whole jobs.
 */
export async function loadAcceptedMilestones(
  db: Db,
  posterId: number,
  count: number,
): Promise<ReadyMilestone[]> {
  const jobs = Math.ceil(count / MILESTONES_A_JOB);
  const statements = [
    sql`INSERT INTO user_account (first_name, last_name, email, mobile, register_for, looking_for, location)
      SELECT 'Worker', g::text, 'worker' || g || '@mail.example', '+91' || (7000000000 + g), 'individual', '{services}', 'Pune'
      FROM generate_series(1, 200) g`,
    sql`INSERT INTO job (poster_id, category_id, title, description, location, skills, take_work_on, closes_on,
        payment_term, budget_kind, budget_from_paise, budget_to_paise, state, posted_at)
      SELECT ${posterId}, 1, 'Job ' || g, '', 'Pune', '{Painting}', current_date, current_date, 'milestone', 'fixed',
        ${AMOUNT_PAISE}::bigint, ${AMOUNT_PAISE}::bigint, 'in_progress', now() FROM generate_series(1, ${jobs}::int) g`,
    sql`INSERT INTO quote (job_id, worker_id, bid_paise, term, parts, work_scope, state, created_at)
      SELECT job.id, worker.id, ${AMOUNT_PAISE * MILESTONES_A_JOB}::bigint, 'milestone', '[]', '', 'accepted', now()
      FROM job JOIN (SELECT id, row_number() OVER (ORDER BY id) AS n FROM user_account WHERE id <> ${posterId}) worker
        ON worker.n = 1 + job.id % 200`,
    sql`INSERT INTO contract (job_id, quote_id, poster_id, worker_id, total_paise, term, awarded_at)
      SELECT job_id, id, ${posterId}, worker_id, bid_paise, term, now() FROM quote`,
    sql`INSERT INTO milestone (job_id, position, name, amount_paise, fund_state, work_state, funded_at, changed_at)
      SELECT job_id, g, 'Part ' || g, ${AMOUNT_PAISE}::bigint, 'accepted', 'completed', now(), now()
      FROM contract, generate_series(1, ${MILESTONES_A_JOB}::int) g`,
    sql`INSERT INTO escrow_order (id, milestone_id, poster_id, amount_paise, state, provider, expires_at, created_at)
      SELECT 'fws_' || id, id, ${posterId}, amount_paise, 'applied', 'cashfree', now(), now() FROM milestone`,
    sql`INSERT INTO payment (provider, payment_id, order_id, amount_paise, applied, received_at)
      SELECT 'cashfree', milestone_id::text, id, amount_paise, true, now() FROM escrow_order`,
  ];
  for (const statement of statements) await statement.execute(db);

  const { rows } = await sql<ReadyMilestone>`
    SELECT m.job_id AS "jobId", m.id AS "milestoneId", c.worker_id AS "workerId"
    FROM milestone m JOIN contract c USING (job_id) ORDER BY m.position, m.job_id`.execute(db);
  await runInParallel(rows, 16, (milestone) => putIntoEscrow(db, milestone));
  return rows;
}

async function putIntoEscrow(db: Db, { jobId, milestoneId }: ReadyMilestone): Promise<void> {
  const payment = {
    provider: 'cashfree',
    paymentId: String(milestoneId),
    orderId: `fws_${milestoneId}`,
    amountPaise: AMOUNT_PAISE,
    at: new Date(),
  };
  await postInTx(db, paymentVerified({ ...payment, jobId, milestoneId }));
}
