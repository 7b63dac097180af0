import { done, refuse, type Outcome } from '@fws/contract/platform/refusal';
import type { Tx } from '../../../platform/db/index.ts';
import { lockJob } from '../store.ts';

/** Records the review of an open job by an admin, and sets or clears the verified mark. */
export async function reviewJob(
  tx: Tx,
  { jobId, adminId, verified }: { jobId: number; adminId: number; verified: boolean },
  now: Date,
): Promise<Outcome<null>> {
  const job = await lockJob(tx, jobId);
  if (!job) return refuse('not_found', 'jobs.not_found');
  if (job.state !== 'open') return refuse('conflict', 'admin.job_not_open');
  await tx
    .updateTable('job')
    .set({ verified_at: verified ? (job.verified_at ?? now) : null, reviewed_at: now, reviewed_by: adminId })
    .where('id', '=', jobId)
    .execute();
  return done(null);
}
