import type { MilestoneRow } from '../escrow/index.ts';

/** What of a job decides whether it can be reviewed. */
export const toJobFacts = (
  contract: { completed_at: Date | null; cancelled_at: Date | null },
  milestones: readonly Pick<MilestoneRow, 'released_at' | 'work_state'>[],
) => ({
  hasRelease: milestones.some((milestone) => milestone.released_at !== null),
  hasBegun: milestones.some((milestone) => milestone.work_state !== 'not_started'),
  completedAt: contract.completed_at,
  cancelledAt: contract.cancelled_at,
});
