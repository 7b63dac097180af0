import type { Db, Tx } from '../../../platform/db/index.ts';
import type { CaseRow, Subject } from '../store.ts';

/** The newest case of a subject before this one, or before all that come, where its author was asked to change it. */
export async function findAskedBefore(
  db: Db | Tx,
  { type, id }: Subject,
  beforeCaseId: number = Number.MAX_SAFE_INTEGER,
): Promise<CaseRow | null> {
  const row = await db
    .selectFrom('report_case')
    .selectAll()
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('id', '<', beforeCaseId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.decision === 'ask_change' ? row : null;
}

/** The author has changed it, or again. */
export async function markChanged(tx: Tx, caseId: number, at: Date): Promise<void> {
  await tx
    .updateTable('report_case')
    .set({ change_state: 'waiting', changed_at: at })
    .where('id', '=', caseId)
    .execute();
}

/** Ends what its author was asked to change. Returns the cases, of which FWS may have asked more than once. */
export function endChanges(
  tx: Tx,
  { subject_type: type, subject_id: id, id: beforeCaseId }: CaseRow,
  ending: 'shown' | 'ended',
): Promise<CaseRow[]> {
  return tx
    .updateTable('report_case')
    .set({ change_state: ending })
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('id', '<', beforeCaseId)
    .where('change_state', 'in', ['asked', 'waiting'])
    .returningAll()
    .execute();
}

/** Whether the wait that ends then has a case already, decided or not. */
export async function hasWaited(tx: Tx, { type, id }: Subject, until: Date): Promise<boolean> {
  const row = await tx
    .selectFrom('report_case')
    .select('id')
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .where('waits_until', '=', until)
    .executeTakeFirst();
  return row !== undefined;
}
