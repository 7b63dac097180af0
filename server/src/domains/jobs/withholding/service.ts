import type { Tx } from '../../../platform/db/index.ts';
import { publish } from '../../../platform/realtime/index.ts';
import type { Cause } from '../../../platform/transition.ts';
import { lockPosterJobs, transitionJobs } from '../store.ts';

// The open jobs of a suspended person are withheld. Whatever lists, finds, shows or takes quotes on open jobs then knows
// none of them, so no read has to ask about the poster.

/** Returns the ids of the jobs that were open. */
export async function withholdJobs(tx: Tx, posterId: number, cause: Cause): Promise<number[]> {
  const jobs = await lockPosterJobs(tx, posterId, 'open');
  await transitionJobs(tx, jobs, 'withhold', cause);
  return toIds(tx, posterId, jobs);
}

/** Those whose close date has passed meanwhile expire at the next run of `expire_jobs`, with their quotes. */
export async function offerJobsAgain(tx: Tx, posterId: number, cause: Cause): Promise<number[]> {
  const jobs = await lockPosterJobs(tx, posterId, 'withheld');
  await transitionJobs(tx, jobs, 'offer_again', cause);
  return toIds(tx, posterId, jobs);
}

async function toIds(tx: Tx, posterId: number, jobs: readonly { id: number }[]): Promise<number[]> {
  if (jobs.length > 0) await publish(tx, { users: [posterId], topic: 'job', id: null });
  return jobs.map(({ id }) => id);
}
