import { sql } from 'kysely';
import { STANDING_STATES } from '@fws/contract/quotes/negotiation/model';
import type { CursorKey } from '../../../platform/cursor.ts';
import { read, type Db } from '../../../platform/db/index.ts';
import { buildBlockedIdsSql } from '../../profile/index.ts';
import { calculateLapseCutoff } from '../rules.ts';
import type { InvitationRow } from '../store.ts';

interface Page {
  after: CursorKey | null;
  limit: number;
}

interface Statement {
  text: string;
  values: unknown[];
}

/** Those that wait for the worker, to jobs that take quotes and are not hidden from them; newest first. One more than the limit. */
export function buildWaitingQuery(
  workerId: number,
  { now, today, after, limit }: Page & { now: Date; today: string },
): Statement {
  return {
    text: `SELECT invitation.*, false AS quote_accepted
      FROM invitation JOIN job ON job.id = invitation.job_id
      WHERE invitation.worker_id = $1 AND invitation.state = 'sent' AND invitation.sent_at > $2
        AND job.state = 'open' AND job.closes_on >= $3 AND job.poster_id NOT IN (${buildBlockedIdsSql('$1')})
        ${after ? 'AND (invitation.sent_at, invitation.id) < ($4::timestamptz, $5::bigint)' : ''}
      ORDER BY invitation.sent_at DESC, invitation.id DESC LIMIT ${limit + 1}`,
    values: [workerId, calculateLapseCutoff(now), today, ...(after ?? [])],
  };
}

/** With whether the worker's quote on the job is accepted. */
export type ReadInvitation = InvitationRow & { quote_accepted: boolean };

export const listWaiting = (
  db: Db,
  workerId: number,
  page: Page & { now: Date; today: string },
): Promise<ReadInvitation[]> => read<ReadInvitation>(db, buildWaitingQuery(workerId, page));

export async function findWorkerInvitation(
  db: Db,
  { jobId, workerId }: { jobId: number; workerId: number },
): Promise<ReadInvitation | null> {
  const { rows } = await sql<ReadInvitation>`
    SELECT invitation.*, EXISTS (SELECT FROM quote
      WHERE quote.job_id = ${jobId} AND quote.worker_id = ${workerId} AND quote.state = 'accepted') AS quote_accepted
    FROM invitation WHERE job_id = ${jobId} AND worker_id = ${workerId}`.execute(db);
  return rows[0] ?? null;
}

/**
 * With whether the quote that answered it is hidden from the poster, who must not notice that: it is withheld, or was until it
 * ended. A worker who takes a quote back says why.
 */
export type InvitedRow = InvitationRow & { is_quote_hidden: boolean };

/** Of one job, newest first, without people on the other side of a block. Up to one row more than the limit. */
export function buildInvitedQuery(
  db: Db,
  jobId: number,
  { after, limit, hiddenIds }: Page & { hiddenIds: readonly number[] },
) {
  return db
    .selectFrom('invitation')
    .selectAll()
    .select(
      sql<boolean>`state = 'quoted' AND NOT EXISTS (SELECT FROM quote WHERE quote.job_id = invitation.job_id
        AND quote.worker_id = invitation.worker_id AND quote.state <> 'withheld'
        AND NOT (quote.state = 'cancelled' AND quote.cancel_comment = ''))`.as('is_quote_hidden'),
    )
    .where('job_id', '=', jobId)
    .where(sql<boolean>`worker_id <> ALL(${hiddenIds}::bigint[])`)
    .$if(after !== null, (invitations) =>
      invitations.where(sql<boolean>`(sent_at, id) < (${after?.[0]}::timestamptz, ${after?.[1]}::bigint)`),
    )
    .orderBy('sent_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
}

export const listInvited = (
  db: Db,
  jobId: number,
  page: Page & { hiddenIds: readonly number[] },
): Promise<InvitedRow[]> => buildInvitedQuery(db, jobId, page).execute();

/** A job that takes quotes, and what decides whether the worker can be invited to it. */
export interface OptionRow {
  id: number;
  number: string;
  title: string;
  take_work_on: string;
  closes_on: string;
  quotes_received: number;
  posted_at: Date;
  invited: number;
  is_invited: boolean;
  has_quoted: boolean;
}

/** The open jobs of a poster, newest first. Up to one row more than the limit. Quotes as in `readInviteFacts`. */
export function buildOptionsQuery(
  { posterId, workerId, today }: { posterId: number; workerId: number; today: string },
  { after, limit }: Page,
): Statement {
  return {
    text: `SELECT job.id, job.number::text, job.title, job.take_work_on, job.closes_on, job.quotes_received, job.posted_at,
        sent.invited, sent.is_invited, EXISTS (SELECT FROM quote
          WHERE quote.job_id = job.id AND quote.worker_id = $2 AND quote.state = ANY($4::text[])) AS has_quoted
      FROM job CROSS JOIN LATERAL (SELECT count(*)::int AS invited, coalesce(bool_or(worker_id = $2), false) AS is_invited
        FROM invitation WHERE invitation.job_id = job.id) sent
      WHERE job.poster_id = $1 AND job.state = 'open' AND job.closes_on >= $3
        ${after ? 'AND (job.posted_at, job.id) < ($5::timestamptz, $6::bigint)' : ''}
      ORDER BY job.posted_at DESC, job.id DESC LIMIT ${limit + 1}`,
    values: [posterId, workerId, today, [...STANDING_STATES], ...(after ?? [])],
  };
}

export const listOptions = (
  db: Db,
  of: { posterId: number; workerId: number; today: string },
  page: Page,
): Promise<OptionRow[]> => read<OptionRow>(db, buildOptionsQuery(of, page));
