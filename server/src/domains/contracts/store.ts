import { sql, type Selectable } from 'kysely';
import type { Side } from '@fws/contract/contracts/model';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { QuoteRow } from '@fws/contract/quotes/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import type { ContractTable, MilestoneTable } from '../../platform/db/tables.ts';
import type { CursorKey } from '../../platform/cursor.ts';
import type { ReleasedAmount } from './rules.ts';

export type ContractRow = Selectable<ContractTable>;
export type MilestoneRow = Selectable<MilestoneTable>;

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

export async function findContractByJob(db: Db | Tx, jobId: number): Promise<ContractRow | null> {
  const row = await db.selectFrom('contract').selectAll().where('job_id', '=', jobId).executeTakeFirst();
  return row ?? null;
}

export async function findAwardedJob(db: Db | Tx, jobId: number): Promise<AwardedJobRow | null> {
  return (await selectAwardedJobs(db).where('contract.job_id', '=', jobId).executeTakeFirst()) ?? null;
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
          .select([
            sql<number>`count(*)`.as('milestone_count'),
            sql<number>`count(*) FILTER (WHERE fund_state = 'released')`.as('released_count'),
            sql<number>`coalesce(sum(amount_paise) FILTER (WHERE fund_state IN ('funded', 'accepted')), 0)::bigint`.as(
              'held_paise',
            ),
            sql<number>`coalesce(sum(amount_paise) FILTER (WHERE fund_state = 'released'), 0)::bigint`.as(
              'released_paise',
            ),
            sql<boolean>`bool_or(funded_at IS NOT NULL)`.as('ever_funded'),
          ])
          .as('sums'),
      (join) => join.onTrue(),
    )
    .selectAll('sums')
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

export function listMilestones(db: Db | Tx, jobId: number): Promise<MilestoneRow[]> {
  return db.selectFrom('milestone').selectAll().where('job_id', '=', jobId).orderBy('position').execute();
}

/** The caller must hold the job lock. */
export async function lockMilestone(tx: Tx, id: number): Promise<MilestoneRow | null> {
  const row = await tx
    .selectFrom('milestone')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? null;
}

/** All milestones of a job, ordered by id. The caller must hold the job lock. */
export function lockMilestones(tx: Tx, jobId: number): Promise<MilestoneRow[]> {
  return tx
    .selectFrom('milestone')
    .selectAll()
    .where('job_id', '=', jobId)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

export async function updateMilestone(
  tx: Tx,
  id: number,
  change: Partial<Omit<MilestoneRow, 'id'>> & { changed_at: Date },
): Promise<void> {
  await tx.updateTable('milestone').set(change).where('id', '=', id).execute();
}

/** Resets milestones that waited for a payment. */
export async function unfundMilestones(tx: Tx, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await tx
    .updateTable('milestone')
    .set({ fund_state: 'unfunded', changed_at: now })
    .where('id', 'in', [...ids])
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
    parts: readonly QuoteRow[];
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
    })
    .execute();
  await tx
    .insertInto('milestone')
    .values(
      contract.parts.map((part, index) => ({
        job_id: contract.jobId,
        position: index + 1,
        name: part.name,
        amount_paise: part.amountPaise,
        funded_at: null,
        released_at: null,
        payment_requested_at: null,
        changed_at: contract.now,
      })),
    )
    .execute();
}

export async function countUnreleased(tx: Tx, jobId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('milestone')
    .select(sql<number>`count(*)`.as('count'))
    .where('job_id', '=', jobId)
    .where('fund_state', 'not in', ['released', 'refund_pending', 'refunded'])
    .executeTakeFirstOrThrow();
  return count;
}

export async function completeContract(tx: Tx, jobId: number, now: Date): Promise<void> {
  await tx.updateTable('contract').set({ completed_at: now }).where('job_id', '=', jobId).execute();
}

export async function markContractCancelled(tx: Tx, jobId: number, now: Date): Promise<void> {
  await tx.updateTable('contract').set({ cancelled_at: now }).where('job_id', '=', jobId).execute();
}

export async function findMilestoneJobId(tx: Tx, milestoneId: number): Promise<number | null> {
  const row = await tx
    .selectFrom('milestone')
    .select('job_id')
    .where('id', '=', milestoneId)
    .executeTakeFirst();
  return row?.job_id ?? null;
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
      t.kind IN ('release', 'dispute_split')
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

export interface MilestoneDetails {
  milestoneId: number;
  jobId: number;
  jobNumber: string;
  title: string;
  /** The worker's text, or a message id. */
  name: string;
  position: number;
  amountPaise: number;
  posterId: number;
  workerId: number;
  releasedAt: Date | null;
}

const selectMilestoneDetails = (db: Db | Tx) =>
  db
    .selectFrom('milestone')
    .innerJoin('contract', 'contract.job_id', 'milestone.job_id')
    .innerJoin('job', 'job.id', 'milestone.job_id')
    .leftJoin('dispute_part', 'dispute_part.milestone_id', 'milestone.id')
    .select([
      'milestone.id as milestoneId',
      'milestone.job_id as jobId',
      sql<string>`job.number::text`.as('jobNumber'),
      'job.title',
      'milestone.name',
      'milestone.position',
      // For a dispute split, the worker's part.
      sql<number>`coalesce(dispute_part.to_worker_paise, milestone.amount_paise)`.as('amountPaise'),
      'contract.poster_id as posterId',
      'contract.worker_id as workerId',
      'milestone.released_at as releasedAt',
    ]);

/** Milestone details for passbook lines and invoices. */
export async function loadMilestoneDetails(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, MilestoneDetails>> {
  if (ids.length === 0) return new Map();
  const rows = await selectMilestoneDetails(db)
    .where('milestone.id', 'in', [...ids])
    .execute();
  return new Map(rows.map((row) => [row.milestoneId, row]));
}

export interface HeldMilestone {
  milestoneId: number;
  jobId: number;
  jobNumber: string;
  title: string;
  name: string;
  amountPaise: number;
  at: Date;
}

/** Money in escrow for this worker: funded or accepted, not yet released. Newest first. */
export async function listHeldMilestones(db: Db | Tx, workerId: number): Promise<HeldMilestone[]> {
  const rows = await selectMilestoneDetails(db)
    .select('milestone.funded_at as at')
    .where('contract.worker_id', '=', workerId)
    .where('milestone.fund_state', 'in', ['funded', 'accepted'])
    .orderBy('milestone.funded_at', 'desc')
    .execute();
  return rows.flatMap(({ milestoneId, jobId, jobNumber, title, name, amountPaise, at }) =>
    at ? [{ milestoneId, jobId, jobNumber, title, name, amountPaise, at }] : [],
  );
}

/** Who pays for a milestone, and how much. */
export async function findMilestoneBill(
  db: Db | Tx,
  milestoneId: number,
): Promise<{ poster_id: number; amount_paise: number } | null> {
  const row = await db
    .selectFrom('milestone')
    .innerJoin('contract', 'contract.job_id', 'milestone.job_id')
    .select(['contract.poster_id', 'milestone.amount_paise'])
    .where('milestone.id', '=', milestoneId)
    .executeTakeFirst();
  return row ?? null;
}
