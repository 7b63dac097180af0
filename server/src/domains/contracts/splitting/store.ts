import type { Db, Tx } from '../../../platform/db/index.ts';
import type { MilestoneRow, SplitRow } from '../../escrow/index.ts';
import { findCompletions } from '../completions/store.ts';

/** Splits whose time is over, oldest first. */
export async function listDueSplits(db: Db | Tx, now: Date, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('split')
    .select('id')
    .where('closed_at', 'is', null)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Open splits that may have a reminder due: those that end before `dueBefore` and had fewer than `reminders`. */
export async function listSplitsToRemind(
  db: Db | Tx,
  { dueBefore, reminders, limit }: { dueBefore: Date; reminders: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('split')
    .select('id')
    .where('closed_at', 'is', null)
    .where('due_at', '<=', dueBefore)
    .where('reminders', '<', reminders)
    .orderBy('due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function saveReminders(tx: Tx, split: SplitRow, reminders: number): Promise<void> {
  await tx
    .updateTable('split')
    .set({ reminders })
    .where('job_id', '=', split.job_id)
    .where('id', '=', split.id)
    .execute();
}

/**
 * Whether anything shows work on the milestone since its start: the worker completed it before, with or without photos,
 * or it was in a dispute, where both sides wrote.
 */
export async function hasWorkEvidence(tx: Tx, milestone: MilestoneRow): Promise<boolean> {
  if ((await findCompletions(tx, [milestone])).size > 0) return true;
  const dispute = await tx
    .selectFrom('dispute_milestone')
    .select('dispute_id')
    .where('job_id', '=', milestone.job_id)
    .where('milestone_id', '=', milestone.id)
    .limit(1)
    .executeTakeFirst();
  return dispute !== undefined;
}
