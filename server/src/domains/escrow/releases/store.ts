import { sql } from 'kysely';
import { IN_ESCROW, UNSETTLED } from '@fws/contract/contracts/lifecycle';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import { prepared, type Db, type Tx } from '../../../platform/db/index.ts';
import { onNodes } from '../../../platform/db/nodes.ts';
import { toLiterals } from '../../../platform/db/literals.ts';
import type { Cause } from '../../../platform/transition.ts';
import {
  callPost,
  postOrThrow,
  requirePosted,
  type FeeRates,
  type PostedRow,
  type Posting,
} from '../../ledger/index.ts';
import { calculateDeductions, totalDeductions, type Deductions } from '@fws/contract/payouts/fees';
import { transitionFunds, type MilestoneRow } from '../store.ts';

/**
 * Releases a milestone and posts that. Returns whether all other milestones of the job are settled. The caller must hold
 * the lock of the job, so that none of them changes meanwhile. Nobody pays for a milestone of an ending job any more.
 */
export async function transitionAndPost(
  tx: Tx,
  milestone: MilestoneRow,
  event: 'release' | 'release_unanswered',
  { by, at }: Cause,
  { posting, jobState }: { posting: Posting; jobState: JobState },
): Promise<boolean> {
  const cause = { by, at, change: { released_at: at } };
  const unsettled = jobState === 'ending' ? IN_ESCROW : UNSETTLED;
  const isLast = sql`NOT EXISTS (SELECT FROM milestone
    WHERE job_id = ${milestone.job_id} AND id <> ${milestone.id} AND fund_state IN (${toLiterals(unsettled)})) AS is_last`;
  return onNodes(tx, {
    one: async () => {
      const posted = await transitionFunds.andRead(
        tx,
        milestone,
        event,
        cause,
        sql<PostedRow & { is_last: boolean }>`
      SELECT posted.status, posted.txn_id, ${isLast} FROM ${callPost(posting)} posted`,
      );
      requirePosted(tx, posting, posted);
      return posted.is_last;
    },
    several: async () => {
      await transitionFunds(tx, [milestone], event, cause);
      await postOrThrow(tx, posting);
      const { rows } = await sql<{ is_last: boolean }>`${prepared} SELECT ${isLast}`.execute(tx);
      return rows[0]?.is_last === true;
    },
  });
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
