import type { JobCase } from '@fws/contract/admin/jobs/schemas';
import { done, refuse, refuseField, type Outcome } from '@fws/contract/platform/refusal';
import { sql } from 'kysely';
import { inTx, type Db } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { loadFileLinks } from '../../../platform/files.ts';
import { reviewJob } from '../../jobs/index.ts';
import { recordAuditEntry } from '../audit/store.ts';
import { readImpartiality } from '../own-cases/service.ts';

const findJob = (db: Db, id: number) =>
  db
    .selectFrom('job')
    .innerJoin('category', 'category.id', 'job.category_id')
    .innerJoin('user_account as poster', 'poster.id', 'job.poster_id')
    .leftJoin('user_account as reviewer', 'reviewer.id', 'job.reviewed_by')
    .selectAll('job')
    .select([
      'category.name as category',
      'poster.first_name',
      'poster.last_name',
      'poster.identity_state',
      sql<string>`coalesce(rtrim(reviewer.first_name || ' ' || reviewer.last_name), '')`.as('reviewer'),
      sql<number>`(SELECT count(*)::int FROM job posted WHERE posted.poster_id = (SELECT poster_id FROM job WHERE id = ${id}))`.as(
        'posted',
      ),
    ])
    .where('job.id', '=', id)
    .executeTakeFirst();

export async function readJob(deps: Deps, staffId: number, jobId: number): Promise<Outcome<JobCase>> {
  const row = await findJob(deps.db, jobId);
  if (!row) return refuse('not_found', 'jobs.not_found');
  const files = row.attachment_id === null ? new Map() : await loadFileLinks(deps.db, [row.attachment_id]);
  return done({
    id: row.id,
    number: String(row.number),
    title: row.title,
    description: row.description,
    location: row.location,
    category: row.category,
    skills: row.skills,
    budgetFromPaise: row.budget_from_paise,
    budgetToPaise: row.budget_to_paise,
    state: row.state,
    postedAt: row.posted_at.toISOString(),
    closesOn: row.closes_on,
    attachment: files.get(row.attachment_id) ?? null,
    poster: {
      id: row.poster_id,
      name: `${row.first_name} ${row.last_name}`.trim(),
      verified: row.identity_state === 'verified',
      jobsPosted: row.posted,
    },
    verified: row.verified_at !== null,
    reviewed: row.reviewed_at && { by: row.reviewer, at: row.reviewed_at.toISOString() },
    mayDecide: await readImpartiality(deps.db, staffId, 'job', jobId),
  });
}

interface Verification {
  jobId: number;
  decision: 'verify' | 'decline';
  reason: string;
}

/**
 * Gives or withholds the verified mark; the job stays online either way. A later decision replaces the earlier one, so that
 * a mark given by mistake can be removed.
 */
export function decideJob(
  deps: Deps,
  adminId: number,
  { jobId, decision, reason }: Verification,
): Promise<Outcome<null>> {
  const now = deps.ports.clock.now();
  return inTx(deps.db, async (tx): Promise<Outcome<null>> => {
    if (decision === 'decline' && reason === '') return refuseField('reason', 'admin.reason_required');
    const reviewed = await reviewJob(tx, { jobId, adminId, verified: decision === 'verify' }, now);
    if (!reviewed.ok) return reviewed;
    const act = decision === 'verify' ? 'job_verified' : 'job_not_verified';
    await recordAuditEntry(tx, { adminId, act, subject: 'job', subjectId: jobId, reason }, now);
    return done(null);
  });
}
