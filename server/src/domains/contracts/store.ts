import { sql, type Selectable } from 'kysely';
import { IN_ESCROW } from '@fws/contract/contracts/lifecycle';
import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import { toLiterals } from '../../platform/db/literals.ts';
import type { ContractTable } from '../../platform/db/tables.ts';
import type { CursorKey } from '../../platform/cursor.ts';
import { selectReleasedPaise } from '../escrow/index.ts';
import type { ReleasedAmount } from './rules.ts';

type ContractRow = Selectable<ContractTable>;

/** A contract with the job fields that are shown. */
export interface AwardedJobRow extends ContractRow {
  number: string;
  title: string;
  description: string;
  location: string;
  latitude: number | null;
  longitude: number | null;
  skills: string[];
  state: JobState;
  closes_on: string;
  in_person: boolean;
}

export interface AwardedJobSummaryRow extends AwardedJobRow {
  milestone_count: number;
  released_count: number;
  held_paise: number;
  released_paise: number;
  ever_funded: boolean;
  /** A dispute of the job is open. */
  disputed: boolean;
}

const selectAwardedJobs = (db: Db | Tx) =>
  db
    .selectFrom('contract')
    .innerJoin('job', 'job.id', 'contract.job_id')
    .innerJoin('category', 'category.id', 'job.category_id')
    .selectAll('contract')
    .select([
      sql<string>`job.number::text`.as('number'),
      'job.title',
      'job.description',
      'job.location',
      'job.latitude',
      'job.longitude',
      'job.skills',
      'job.state',
      'job.closes_on',
      'category.in_person',
    ]);

export async function findAwardedJob(db: Db | Tx, jobId: number): Promise<AwardedJobRow | null> {
  return (await selectAwardedJobs(db).where('contract.job_id', '=', jobId).executeTakeFirst()) ?? null;
}

/** The awarded jobs among `jobIds` in which this user has a part. */
export async function listAwardedJobsById(
  db: Db | Tx,
  userId: number,
  jobIds: readonly number[],
): Promise<AwardedJobRow[]> {
  return selectAwardedJobs(db)
    .where('contract.job_id', 'in', [...jobIds])
    .where((contract) =>
      contract.or([contract('contract.poster_id', '=', userId), contract('contract.worker_id', '=', userId)]),
    )
    .execute();
}

export interface ListQuery {
  side: Side;
  userId: number;
  states: readonly JobState[] | null;
  after: CursorKey | null;
  limit: number;
}

/** Newest award first, with the milestone counts and sums of each. */
export function listAwardedJobs(db: Db | Tx, query: ListQuery): Promise<AwardedJobSummaryRow[]> {
  const { states, after } = query;
  let rows = selectAwardedJobs(db)
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('milestone')
          .whereRef('milestone.job_id', '=', 'contract.job_id')
          .where('fund_state', '<>', 'removed')
          .select([
            sql<number>`count(*)`.as('milestone_count'),
            sql<number>`count(*) FILTER (WHERE fund_state = 'released')`.as('released_count'),
            sql<number>`coalesce(sum(amount_paise) FILTER (WHERE fund_state IN (${toLiterals(IN_ESCROW)})), 0)::bigint`.as(
              'held_paise',
            ),
            sql<boolean>`bool_or(funded_at IS NOT NULL)`.as('ever_funded'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .selectAll('sums')
    .select([
      selectReleasedPaise(sql.ref('contract.job_id')).as('released_paise'),
      sql<boolean>`EXISTS (SELECT FROM dispute WHERE job_id = contract.job_id AND state = 'open' AND NOT waits_for_fws)`.as(
        'disputed',
      ),
    ])
    .where(query.side === 'poster' ? 'contract.poster_id' : 'contract.worker_id', '=', query.userId);
  if (states) rows = rows.where('job.state', 'in', states);
  if (after)
    rows = rows.where(
      sql<boolean>`(contract.awarded_at, contract.job_id) < (${after[0]}::timestamptz, ${after[1]})`,
    );
  return rows
    .orderBy('contract.awarded_at', 'desc')
    .orderBy('contract.job_id', 'desc')
    .limit(query.limit)
    .execute();
}

/** The contracts of a person, on either side, that are neither completed nor cancelled. */
export async function listOpenContracts(
  db: Db | Tx,
  userId: number,
): Promise<{ job_id: number; poster_id: number; worker_id: number; title: string }[]> {
  return db
    .selectFrom('contract')
    .innerJoin('job', 'job.id', 'contract.job_id')
    .select(['contract.job_id', 'contract.poster_id', 'contract.worker_id', 'job.title'])
    .where((contract) =>
      contract.or([contract('contract.poster_id', '=', userId), contract('contract.worker_id', '=', userId)]),
    )
    .where('contract.completed_at', 'is', null)
    .where('contract.cancelled_at', 'is', null)
    .orderBy('contract.job_id')
    .execute();
}

/** Completed work in escrow for which this worker has not asked to be paid. */
export async function listUnrequestedMilestones(
  db: Db,
  workerId: number,
): Promise<{ jobId: number; milestoneId: number }[]> {
  return db
    .selectFrom('contract')
    .innerJoin('milestone', 'milestone.job_id', 'contract.job_id')
    .select(['contract.job_id as jobId', 'milestone.id as milestoneId'])
    .where('contract.worker_id', '=', workerId)
    .where('contract.completed_at', 'is', null)
    .where('contract.cancelled_at', 'is', null)
    .where('milestone.work_state', '=', 'completed')
    .where('milestone.fund_state', 'in', IN_ESCROW)
    .orderBy('milestone.id')
    .execute();
}

export async function insertContract(
  tx: Tx,
  contract: {
    jobId: number;
    quoteId: number;
    posterId: number;
    workerId: number;
    totalPaise: number;
    term: PaymentTerm;
    finishBy: string | null;
    now: Date;
  },
): Promise<void> {
  await tx
    .insertInto('contract')
    .values({
      job_id: contract.jobId,
      quote_id: contract.quoteId,
      poster_id: contract.posterId,
      worker_id: contract.workerId,
      total_paise: contract.totalPaise,
      term: contract.term,
      awarded_at: contract.now,
      completed_at: null,
      finish_by: contract.finishBy,
    })
    .execute();
}

/** Not counted as a project yet, so that the recount adds it. */
export async function completeContract(tx: Tx, jobId: number, now: Date): Promise<void> {
  await tx
    .updateTable('contract')
    .set({ completed_at: now, uncounted_reason: 'unpaid' })
    .where('job_id', '=', jobId)
    .execute();
}

export async function markContractCancelled(tx: Tx, jobId: number, now: Date): Promise<void> {
  await tx.updateTable('contract').set({ cancelled_at: now }).where('job_id', '=', jobId).execute();
}

/** The job of a quote. It is locked before the quote. */
export async function findQuoteJobId(tx: Tx, quoteId: number): Promise<number | null> {
  const row = await tx.selectFrom('quote').select('job_id').where('id', '=', quoteId).executeTakeFirst();
  return row?.job_id ?? null;
}

/**
 * A worker's releases as booked in the wallet, oldest first, and how much of the wallet was paid out and not
 * reversed.
 */
export async function loadEarnings(
  db: Db | Tx,
  workerId: number,
): Promise<{ released: ReleasedAmount[]; paidOutPaise: number }> {
  const wallet = `wallet:${workerId}`;
  const { rows } = await sql<{ milestone_id: number | null; amount: number; kept: number }>`
    SELECT coalesce(p.milestone_id, t.milestone_id) AS milestone_id,
      coalesce(p.to_worker_paise - k.paise, -e.amount) AS amount, k.paise AS kept
    FROM ledger.account a
    JOIN ledger.entry e ON e.account_id = a.id
    JOIN ledger.txn t ON t.id = e.txn_id
    -- A dispute over several milestones is one transaction.
    LEFT JOIN dispute_part p ON t.kind = 'dispute_split' AND p.dispute_id = t.dispute_id AND p.to_worker_paise > 0
    LEFT JOIN deduction d ON d.milestone_id = coalesce(p.milestone_id, t.milestone_id)
    CROSS JOIN LATERAL (
      SELECT coalesce(d.fee_paise + d.gst_paise + d.tds_paise + d.welfare_paise, 0) AS paise) k
    WHERE a.code = ${wallet} AND (
      t.kind IN ('release', 'dispute_split', 'split_agreed')
      OR t.kind = 'withdrawal_requested'
        AND EXISTS (SELECT FROM ledger.txn p
          WHERE p.idempotency_key = 'withdrawal:' || t.withdrawal_id || ':paid')
        AND NOT EXISTS (SELECT FROM ledger.txn r
          WHERE r.idempotency_key = 'withdrawal:' || t.withdrawal_id || ':reversed'))
    ORDER BY e.account_version, milestone_id`.execute(db);
  const released: ReleasedAmount[] = [];
  let paidOutPaise = 0;
  for (const { milestone_id, amount, kept } of rows) {
    if (milestone_id === null) paidOutPaise -= amount;
    else released.push({ milestoneId: milestone_id, amountPaise: amount, deductionsPaise: kept });
  }
  return { released, paidOutPaise };
}
