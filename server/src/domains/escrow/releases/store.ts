import { sql, type RawBuilder } from 'kysely';
import { UNSETTLED } from '@fws/contract/contracts/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { toLiterals } from '../../../platform/db/literals.ts';
import { selectRatesAt, type FeeRates } from '../../ledger/index.ts';
import { calculateDeductions, totalDeductions, type Deductions } from '@fws/contract/payouts/fees';
import type { MilestoneRow } from '../store.ts';

type ReleaseTermsRow = { openMilestones: number } & (FeeRates | Record<keyof FeeRates, null>);

/**
 * The query for the rates of a release, and for how many other milestones of the job are not settled. The caller must hold
 * the lock of the job, so that this count is the last word.
 */
export const selectReleaseTerms = (
  { id, job_id: jobId }: Pick<MilestoneRow, 'id' | 'job_id'>,
  at: Date,
): RawBuilder<ReleaseTermsRow> => sql<ReleaseTermsRow>`
  SELECT open.count AS "openMilestones", rates.*
  FROM (SELECT count(*) FROM milestone
    WHERE job_id = ${jobId} AND id <> ${id} AND fund_state IN (${toLiterals(UNSETTLED)})) open
  LEFT JOIN (${selectRatesAt(at)}) rates ON true`;

/** `rates` is null while none are set. */
export function toReleaseTerms(row: ReleaseTermsRow): { rates: FeeRates | null; openMilestones: number } {
  const { openMilestones, ...rates } = row;
  return { rates: rates.id === null ? null : rates, openMilestones };
}

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
