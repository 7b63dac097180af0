import { RECORD_JOBS, RECORD_MIN_JOBS, type JobOutcome } from './model.ts';

/** One awarded job in the record of one side. */
export interface RecordedJob {
  jobId: number;
  awardedMs: number;
  outcome: JobOutcome;
  /** Contested, and FWS agreed. */
  isLifted: boolean;
}

export interface Reliability {
  kept: number;
  cancelled: number;
  late: number;
}

/** It is in the record. */
export const counts = ({ outcome, isLifted }: Pick<RecordedJob, 'outcome' | 'isLifted'>): boolean =>
  outcome !== 'uncounted' && !isLifted;

/**
 * The record of one side: its last jobs by their award, of those that count. What does not count leaves no gap, so that
 * nothing of it can be seen from the numbers. Null: too few jobs count.
 */
export function countReliability(jobs: readonly RecordedJob[]): Reliability | null {
  const counted = jobs
    .filter(counts)
    .toSorted((a, b) => b.awardedMs - a.awardedMs || b.jobId - a.jobId)
    .slice(0, RECORD_JOBS);
  if (counted.length < RECORD_MIN_JOBS) return null;
  const count = (outcome: JobOutcome) => counted.filter((job) => job.outcome === outcome).length;
  return { kept: count('kept'), cancelled: count('cancelled'), late: count('late') };
}
