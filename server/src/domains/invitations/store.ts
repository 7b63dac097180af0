import { sql, type Selectable } from 'kysely';
import { invitationLifecycle } from '@fws/contract/invitations/lifecycle';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import type { Db, Tx } from '../../platform/db/index.ts';
import { createTransition } from '../../platform/transition.ts';
import { toMaskedNoteColumns } from './masking/rules.ts';
import type { InvitationTable } from './tables.ts';

export type InvitationRow = Selectable<InvitationTable>;

export const findInvitation = async (
  db: Db | Tx,
  of: { id: number } | { job_id: number; worker_id: number },
): Promise<InvitationRow | null> =>
  (await db
    .selectFrom('invitation')
    .selectAll()
    .where((invitation) => invitation.and(of))
    .executeTakeFirst()) ?? null;

/** Lock the job first, or do not lock it afterwards. */
export const lockInvitation = async (
  tx: Tx,
  { jobId, workerId }: { jobId: number; workerId: number },
): Promise<InvitationRow | null> =>
  (await tx
    .selectFrom('invitation')
    .selectAll()
    .where('job_id', '=', jobId)
    .where('worker_id', '=', workerId)
    .forNoKeyUpdate()
    .executeTakeFirst()) ?? null;

/** The caller must hold the lock of the job, so that nobody invites at the same time. */
export const insertInvitation = (
  tx: Tx,
  { jobId, workerId, note, now }: { jobId: number; workerId: number; note: string; now: Date },
): Promise<InvitationRow> =>
  tx
    .insertInto('invitation')
    .values({ job_id: jobId, worker_id: workerId, note, ...toMaskedNoteColumns(note), sent_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();

/** The invitations must be locked before. */
export const transitionInvitations = createTransition({
  lifecycle: invitationLifecycle,
  table: 'invitation',
  key: ['id'],
  shardColumn: 'job_id',
  column: 'state',
  timeColumn: 'decided_at',
  toSubject: ({ id, job_id: jobId }: Pick<InvitationRow, 'id' | 'job_id' | 'state'>) => ({
    subject: 'invitation',
    subjectId: id,
    jobId,
  }),
});

/**
 * What decides whether a worker can be invited to a job. Reads the quote table directly: only a quote that the poster may
 * accept counts, so that the answer does not show one that is withheld.
 */
export async function readInviteFacts(
  db: Db | Tx,
  { jobId, workerId }: { jobId: number; workerId: number },
): Promise<{ invited: number; isInvited: boolean; hasQuoted: boolean }> {
  const { rows } = await sql<{ invited: number; isInvited: boolean; hasQuoted: boolean }>`
    SELECT count(*)::int AS invited, coalesce(bool_or(worker_id = ${workerId}), false) AS "isInvited",
      EXISTS (SELECT FROM quote WHERE job_id = ${jobId} AND worker_id = ${workerId} AND state = ANY(${STANDING_STATES}::text[])) AS "hasQuoted"
    FROM invitation WHERE job_id = ${jobId}`.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error(`the invitations of job ${jobId} were not counted`);
  return facts;
}

export const countInvited = async (db: Db, jobId: number): Promise<number> => {
  const { invited } = await db
    .selectFrom('invitation')
    .select((row) => row.fn.countAll<number>().as('invited'))
    .where('job_id', '=', jobId)
    .executeTakeFirstOrThrow();
  return invited;
};
