export {
  createSharedPages,
  exploreJobs,
  findOwnRowsQuery,
  presentFoundJobs,
  type SharedPages,
} from './explore.ts';
export { reviewJob } from './reviews.ts';
export {
  readBudget,
  incrementQuoteCount,
  addToQuoteCounts,
  findJob,
  loadJobs,
  lockJob,
  lockJobs,
  decrementQuoteCount,
  transitionJobs,
  type JobRow,
} from './store.ts';
export { countAwardedJob, enqueueRecount, findPosterRecord } from './poster-record.ts';
export { getQuoteAbility, parseWords } from './rules.ts';
export { findVisibleJob, loadVisibleJobs, presentJobs } from './service.ts';
export { offerJobsAgain, withholdJobs } from './withholding.ts';
