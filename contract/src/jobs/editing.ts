import type { Ability } from '../platform/lifecycle.ts';
import type { HeldBack } from '../safety/schemas.ts';
import type { Job } from './schemas.ts';

interface Editable extends Pick<Job, 'state' | 'posterId' | 'quotesReceived'> {
  heldBack?: Pick<HeldBack, 'reason'> | null;
}

/**
 * Whether the poster may still edit the job. Quotes refer to its text, so the first quote ends editing, unless FWS has asked
 * to change the text. The server's guard and the button both call this, so that the list of jobs need not send it.
 */
export function getEditJobAbility(job: Editable, userId: number): Ability {
  if (job.posterId !== userId) return { allowed: false, reason: 'common.not_allowed' };
  if (job.heldBack?.reason === 'change_asked') return { allowed: true };
  if (job.state === 'withheld') return { allowed: false, reason: 'jobs.not_available' };
  if (job.state !== 'open') return { allowed: false, reason: 'jobs.not_open' };
  if (job.quotesReceived > 0) return { allowed: false, reason: 'jobs.has_quotes' };
  return { allowed: true };
}
