import type { JobState } from '@fws/contract/jobs/lifecycle';

/**
 * Any signed-in user may see an open job. Later only its poster and those who quoted on it may; while its poster is
 * suspended, the poster alone.
 */
export function maySeeJob(
  job: { poster_id: number; state: JobState },
  userId: number,
  hasQuoted: boolean,
): boolean {
  return job.state === 'open' || job.poster_id === userId || (hasQuoted && job.state !== 'withheld');
}
