import type { Ability } from '@fws/contract/platform/process';
import type { JobState } from '@fws/contract/jobs/process';
import type { QuoteState } from '@fws/contract/quotes/process';

/** May this reader accept the quote? Only the job's poster, while both still wait for a decision. */
export function mayAccept(
  quote: { state: QuoteState },
  job: { poster_id: number; state: JobState },
  readerId: number,
): Ability {
  if (job.poster_id !== readerId) return { allowed: false, reason: 'common.not_allowed' };
  if (quote.state !== 'accepted' && isAwarded(job.state))
    return { allowed: false, reason: 'quotes.job_awarded' };
  if (job.state !== 'open' || quote.state !== 'submitted')
    return { allowed: false, reason: 'quotes.not_open' };
  return { allowed: true };
}

const isAwarded = (state: JobState): boolean =>
  state === 'awarded' || state === 'in_progress' || state === 'completed';
