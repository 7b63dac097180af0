import { sql } from 'kysely';
import type { JobState } from '@fws/contract/jobs/lifecycle';
import type { Db, Tx } from '../../../platform/db/index.ts';
import type { InvitationRow } from '../store.ts';

export type EndedInvitation = Pick<InvitationRow, 'id' | 'job_id' | 'worker_id' | 'state'>;
const COLUMNS = ['id', 'job_id', 'worker_id', 'state'] as const;

/** Up to `limit` that wait and were sent before that time. */
export const buildUnansweredQuery = (db: Db | Tx, { before, limit }: { before: Date; limit: number }) =>
  db
    .selectFrom('invitation')
    .select(COLUMNS)
    .where('state', '=', 'sent')
    .where('sent_at', '<=', before)
    .orderBy('sent_at')
    .limit(limit);

/**
 * Up to `limit` that wait, to jobs that take no more quotes. A withheld job may be offered again. It reads all that wait,
 * which are those of a week at most.
 */
export const buildEndedJobsQuery = (db: Db | Tx, limit: number) =>
  db
    .selectFrom('invitation')
    .innerJoin('job', 'job.id', 'invitation.job_id')
    .select([
      'invitation.id',
      'invitation.job_id',
      'invitation.worker_id',
      'invitation.state',
      'job.state as job_state',
    ])
    .where('invitation.state', '=', 'sent')
    .where('job.state', 'not in', ['open', 'withheld'] satisfies JobState[])
    .limit(limit);

/**
 * Locks those of them that still wait, by an update that changes nothing: several nodes take FOR UPDATE for the rows of one
 * job only. Whoever answers locks one invitation and no second row after it, so the order does not matter.
 */
export async function lockWaiting(
  tx: Tx,
  found: readonly Pick<EndedInvitation, 'id' | 'job_id'>[],
): Promise<EndedInvitation[]> {
  if (found.length === 0) return [];
  return tx
    .updateTable('invitation')
    .set((invitation) => ({ filter_version: invitation.ref('filter_version') }))
    .where(sql<boolean>`job_id = ANY(${found.map((row) => row.job_id)}::bigint[])`)
    .where(sql<boolean>`id = ANY(${found.map((row) => row.id)}::bigint[])`)
    .where('state', '=', 'sent')
    .returning(COLUMNS)
    .execute();
}
