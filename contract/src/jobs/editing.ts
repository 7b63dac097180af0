import type { Ability } from '../platform/process.ts';
import type { Job } from './model.ts';

/**
 * May the poster still change the job? Whoever quoted did so on what it said. Read by the server's guard and by the
 * button, so that the list of jobs need not carry it.
 */
export function mayEditJob(job: Pick<Job, 'state' | 'posterId' | 'quotesReceived'>, userId: number): Ability {
  if (job.posterId !== userId) return { allowed: false, reason: 'common.not_allowed' };
  if (job.state !== 'open') return { allowed: false, reason: 'jobs.not_open' };
  if (job.quotesReceived > 0) return { allowed: false, reason: 'jobs.has_quotes' };
  return { allowed: true };
}
