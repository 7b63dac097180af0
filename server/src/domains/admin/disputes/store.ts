import { IN_ESCROW } from '@fws/contract/contracts/lifecycle';
import { sql } from 'kysely';
import type { DisputeCase, LedgerEntry } from '@fws/contract/admin/disputes/schemas';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { DisputeTable } from '../../../platform/db/tables.ts';
import type { Selectable } from 'kysely';
import { listLedgerEntries } from '../journal/service.ts';

interface CaseRow extends Selectable<DisputeTable> {
  poster_id: number;
  worker_id: number;
  number: string;
  title: string;
  total_paise: number;
  accepted_paise: number;
}

export async function findDisputeCase(db: Db | Tx, id: number): Promise<CaseRow | null> {
  const row = await db
    .selectFrom('dispute')
    .innerJoin('contract', 'contract.job_id', 'dispute.job_id')
    .innerJoin('job', 'job.id', 'dispute.job_id')
    .selectAll('dispute')
    .select(['contract.poster_id', 'contract.worker_id', 'contract.total_paise', 'job.title'])
    .select([
      sql<string>`job.number::text`.as('number'),
      sql<number>`(SELECT coalesce(sum(amount_paise), 0)::bigint FROM milestone
        WHERE milestone.job_id = dispute.job_id AND fund_state IN ('accepted', 'released'))`.as(
        'accepted_paise',
      ),
    ])
    .where('dispute.id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Loads names and verification of users by id, for display to admins. */
export async function loadPeople(
  db: Db | Tx,
  ids: readonly number[],
): Promise<Map<number, { name: string; verified: boolean }>> {
  const rows = await db
    .selectFrom('user_account')
    .select(['id', 'first_name', 'last_name', 'identity_state'])
    .where('id', 'in', [...ids])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { name: `${row.first_name} ${row.last_name}`.trim(), verified: row.identity_state === 'verified' },
    ]),
  );
}

/** Of the milestones that the dispute is about, those whose money it holds. */
export function listHeldMilestones(
  db: Db | Tx,
  { id, job_id: jobId }: Pick<CaseRow, 'id' | 'job_id'>,
): Promise<DisputeCase['held']> {
  return db
    .selectFrom('milestone')
    .select(['id as milestoneId', 'position', 'name', 'amount_paise as amountPaise'])
    .where('job_id', '=', jobId)
    .where('on_hold', '=', true)
    .where('fund_state', 'in', IN_ESCROW)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('dispute_milestone')
        .select('milestone_id')
        .where('job_id', '=', jobId)
        .where('dispute_id', '=', id)
        .where('lifted_at', 'is', null),
    )
    .orderBy('position')
    .execute();
}

/** All transactions of a job. Their number is bounded by the number of its milestones. */
export const listJobLedgerEntries = (db: Db | Tx, jobId: number): Promise<LedgerEntry[]> =>
  listLedgerEntries(db, sql`txn.job_id = ${jobId}`);
