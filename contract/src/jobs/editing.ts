import type { Ability } from '../platform/lifecycle.ts';
import type { Job } from './schemas.ts';

/**
 * Whether the poster may still edit the job. Quotes refer to its text, so the first quote ends editing. The server's guard
 * and the button both call this, so that the list of jobs need not send it.
 */
export function getEditJobAbility(
  job: Pick<Job, 'state' | 'posterId' | 'quotesReceived'>,
  userId: number,
): Ability {
  if (job.posterId !== userId) return { allowed: false, reason: 'common.not_allowed' };
  if (job.state === 'withheld') return { allowed: false, reason: 'jobs.not_available' };
  if (job.state !== 'open') return { allowed: false, reason: 'jobs.not_open' };
  if (job.quotesReceived > 0) return { allowed: false, reason: 'jobs.has_quotes' };
  return { allowed: true };
}
