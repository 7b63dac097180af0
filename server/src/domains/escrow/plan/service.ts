import { sql } from 'kysely';
import type { PartChange, PlanPart } from '@fws/contract/contracts/change-orders/model';
import type { Tx } from '../../../platform/db/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { transitionFunds, type MilestoneRow } from '../store.ts';

/**
 * Changes, removes and adds milestones as both sides agreed. The caller holds the locks of the job and of all its
 * milestones, and has checked that nobody has begun to pay for those that change. Returns the plan after it.
 *
 * Ended orders keep the former amount. A late payment of one funds nothing then, and goes back.
 */
export async function changePlan(
  tx: Tx,
  {
    jobId,
    milestones,
    changes,
    nextPosition,
    cause,
  }: {
    jobId: number;
    milestones: readonly MilestoneRow[];
    changes: readonly PartChange[];
    nextPosition: number;
    cause: Cause;
  },
): Promise<PlanPart[]> {
  const edits = changes.filter((change) => change.kind === 'change');
  if (edits.length > 0) {
    const { numAffectedRows } = await sql`
      UPDATE milestone SET name = edit.name, amount_paise = edit.paise, changed_at = ${cause.at}::timestamptz
      FROM unnest(${edits.map(({ milestoneId }) => milestoneId)}::bigint[], ${edits.map(({ name }) => name)}::text[],
        ${edits.map(({ amountPaise }) => amountPaise)}::bigint[]) AS edit (id, name, paise)
      WHERE milestone.job_id = ${jobId} AND milestone.id = edit.id
        AND (fund_state, work_state) IN (('unfunded', 'not_started'))`.execute(tx);
    if (numAffectedRows !== BigInt(edits.length))
      throw new Error(`job ${jobId}: a milestone of the change is no longer unfunded: lock it before`);
  }
  const removedIds = changes.flatMap((change) => (change.kind === 'remove' ? change.milestoneId : []));
  await transitionFunds(
    tx,
    milestones.filter(({ id }) => removedIds.includes(id)),
    'remove',
    cause,
  );
  const added = changes.filter((change) => change.kind === 'add');
  const rows =
    added.length === 0
      ? []
      : await tx
          .insertInto('milestone')
          .values(
            added.map(({ name, amountPaise }, index) => ({
              job_id: jobId,
              position: nextPosition + index,
              name,
              amount_paise: amountPaise,
              funded_at: null,
              released_at: null,
              payment_requested_at: null,
              changed_at: cause.at,
            })),
          )
          .returning(['id', 'position', 'name', 'amount_paise'])
          .execute();
  const kept = milestones
    .filter(({ id }) => !removedIds.includes(id))
    .map((milestone) => {
      const edit = edits.find(({ milestoneId }) => milestoneId === milestone.id);
      return edit ? { ...milestone, name: edit.name, amount_paise: edit.amountPaise } : milestone;
    });
  return [...kept, ...rows].map(toPlanPart).toSorted((a, b) => a.position - b.position);
}

export const toPlanPart = (
  milestone: Pick<MilestoneRow, 'id' | 'position' | 'name' | 'amount_paise'>,
): PlanPart => ({
  milestoneId: milestone.id,
  position: milestone.position,
  name: milestone.name,
  amountPaise: milestone.amount_paise,
});
