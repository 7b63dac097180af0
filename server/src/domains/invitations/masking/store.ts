import { FILTER_VERSION } from '../../../platform/contact-filter/index.ts';
import type { Db, Tx } from '../../../platform/db/index.ts';
import { toMaskedNoteColumns } from './rules.ts';

interface NoteRow {
  id: number;
  job_id: number;
  note: string;
}

/** Up to `limit` invitations that an older version of the filter masked. */
export const buildToMaskQuery = (db: Db | Tx, limit: number) =>
  db
    .selectFrom('invitation')
    .select(['id', 'job_id', 'note'])
    .where('filter_version', '<', FILTER_VERSION)
    .orderBy('filter_version')
    .limit(limit);

export const listInvitationsToMask = (db: Db, limit: number): Promise<NoteRow[]> =>
  buildToMaskQuery(db, limit).execute();

/** Its line never changes, so that it needs no lock. */
export async function maskInvitation(tx: Tx, { id, job_id: jobId, note }: NoteRow): Promise<void> {
  await tx
    .updateTable('invitation')
    .set(toMaskedNoteColumns(note))
    .where('job_id', '=', jobId)
    .where('id', '=', id)
    .execute();
}
