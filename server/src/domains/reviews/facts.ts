import type { MilestoneRow } from '../escrow/index.ts';
import type { Ends } from './store.ts';

/** What of a job decides whether it can be reviewed. */
export const toJobFacts = (
  ends: Ends,
  milestones: readonly Pick<MilestoneRow, 'released_at' | 'work_state'>[],
) => ({
  hasRelease: milestones.some((milestone) => milestone.released_at !== null),
  hasBegun: milestones.some((milestone) => milestone.work_state !== 'not_started'),
  completedAt: ends.completed_at,
  cancelledAt: ends.cancelled_at,
  isClosed: ends.closed_at !== null,
});
