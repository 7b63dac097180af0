import type { JobRow } from '../jobs/index.ts';
import type { ContractParties, MilestoneRow } from './store.ts';

/** A milestone, locked together with its job. */
export interface LockedMilestone {
  job: JobRow;
  contract: ContractParties;
  milestone: MilestoneRow;
}
