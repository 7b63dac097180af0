import type { JobState } from '@fws/contract/jobs/process';

/** While a job is open anyone signed in may see it; afterwards those it concerns: its poster and who quoted on it. */
export function maySeeJob(
  userId: number,
  job: { poster_id: number; state: JobState },
  hasQuoted: boolean,
): boolean {
  return job.state === 'open' || job.poster_id === userId || hasQuoted;
}
