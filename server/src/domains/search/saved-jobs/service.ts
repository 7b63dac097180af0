import { SAVED_JOBS_MAX } from '@fws/contract/search/model';
import type { SavedJob } from '@fws/contract/search/schemas';
import type { Page } from '@fws/contract/platform/call';
import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import { loadPageByTime, type PageRequest } from '../../../platform/cursor.ts';
import { inTx, read } from '../../../platform/db/index.ts';
import type { Deps } from '../../../platform/deps.ts';
import { findVisibleJob, loadVisibleJobs, readMaskedTexts, type StoredJobTexts } from '../../jobs/index.ts';
import { buildBlockedIdsSql } from '../../profile/index.ts';
import { countSavedJobs, deleteSavedJob, insertSavedJob } from '../saved-searches/store.ts';

export async function saveJob(deps: Deps, userId: number, jobId: number): Promise<Outcome<null>> {
  const job = await findVisibleJob(deps, userId, jobId);
  if (!job.ok) return job;
  return inTx(deps.db, async (tx) => {
    if (await insertSavedJob(tx, userId, jobId, deps.ports.clock.now()))
      if ((await countSavedJobs(tx, userId)) > SAVED_JOBS_MAX)
        return refuse('conflict', 'search.too_many_jobs', { values: { max: SAVED_JOBS_MAX } });
    return done(null);
  });
}

export function unsaveJob(deps: Deps, userId: number, jobId: number): Promise<Outcome<null>> {
  return inTx(deps.db, async (tx) => {
    await deleteSavedJob(tx, userId, jobId);
    return done(null);
  });
}

interface SavedJobRow extends StoredJobTexts {
  id: number;
  number: number;
  saved_at: Date;
}

export async function listSavedJobs(
  deps: Deps,
  userId: number,
  params: PageRequest,
): Promise<Outcome<Page<SavedJob>>> {
  const page = await loadPageByTime(
    params,
    (after) =>
      read<SavedJobRow>(deps.db, {
        name: after ? 'saved_jobs_after' : 'saved_jobs',
        text: `SELECT job.id, job.number, job.title, job.description, job.skills, job.masked, job.filter_version, saved_job.saved_at
          FROM saved_job JOIN job ON job.id = saved_job.job_id
          WHERE saved_job.user_id = $1 AND job.state <> 'withheld'
            AND (job.state <> 'open' OR job.poster_id NOT IN (${buildBlockedIdsSql('$1')})) ${after ? 'AND (saved_job.saved_at, saved_job.job_id) < ($3::timestamptz, $4::bigint)' : ''}
          ORDER BY saved_job.saved_at DESC, saved_job.job_id DESC LIMIT $2`,
        values: [userId, params.limit + 1, ...(after ?? [])],
      }),
    (row) => [row.saved_at, row.id],
  );
  if (!page.ok) return page;
  const { rows, nextCursor } = page.value;
  const jobs = await loadVisibleJobs(
    deps,
    userId,
    rows.map(({ id }) => id),
  );
  return done({
    items: rows.map((row) => ({
      jobId: row.id,
      number: String(row.number),
      title: jobs.get(row.id)?.title ?? readMaskedTexts(row).title,
      savedAt: row.saved_at.toISOString(),
      job: jobs.get(row.id) ?? null,
    })),
    nextCursor,
  });
}
