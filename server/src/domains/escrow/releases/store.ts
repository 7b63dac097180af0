import { sql, type RawBuilder } from 'kysely';
import { UNSETTLED } from '@fws/contract/contracts/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { toLiterals } from '../../../platform/db/literals.ts';
import { callPost, type FeeRates, type PostedRow, type Posting } from '../../ledger/index.ts';
import { calculateDeductions, totalDeductions, type Deductions } from '@fws/contract/payouts/fees';
import type { MilestoneRow } from '../store.ts';

/**
 * The query that posts a release and checks whether all other milestones of the job are settled. The caller must hold the
 * lock of the job, so that none of them changes meanwhile.
 */
export const postAndCheckLast = (
  posting: Posting,
  { id, job_id: jobId }: Pick<MilestoneRow, 'id' | 'job_id'>,
): RawBuilder<PostedRow & { is_last: boolean }> => sql`
  SELECT posted.status, posted.txn_id, NOT EXISTS (SELECT FROM milestone
    WHERE job_id = ${jobId} AND id <> ${id} AND fund_state IN (${toLiterals(UNSETTLED)})) AS is_last
  FROM ${callPost(posting)} posted`;

/** Stores the deductions of each release for bills and passbooks. Writes no row where nothing was deducted. */
export async function insertDeductions(
  tx: Tx,
  released: readonly { milestoneId: number; grossPaise: number }[],
  rates: FeeRates | null,
): Promise<void> {
  if (!rates) return;
  const rows = released.flatMap(({ milestoneId, grossPaise }) => {
    const deductions = calculateDeductions(grossPaise, rates);
    if (totalDeductions(deductions) === 0) return [];
    return {
      milestone_id: milestoneId,
      rates_id: rates.id,
      gross_paise: grossPaise,
      fee_paise: deductions.feePaise,
      gst_paise: deductions.gstPaise,
      tds_paise: deductions.tdsPaise,
      welfare_paise: deductions.welfarePaise,
    };
  });
  if (rows.length > 0) await tx.insertInto('deduction').values(rows).execute();
}

/** Deductions by milestone. A milestone without deductions is absent. */
export async function findDeductions(
  db: Db | Tx,
  milestoneIds: readonly number[],
): Promise<Map<number, Deductions>> {
  if (milestoneIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('deduction')
    .select([
      'milestone_id',
      'fee_paise as feePaise',
      'gst_paise as gstPaise',
      'tds_paise as tdsPaise',
      'welfare_paise as welfarePaise',
    ])
    .where('milestone_id', 'in', [...milestoneIds])
    .execute();
  return new Map(rows.map(({ milestone_id, ...deductions }) => [milestone_id, deductions]));
}
