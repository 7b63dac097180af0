export {
  createSharedPages,
  exploreJobs,
  findOwnRowsQuery,
  presentFoundJobs,
  type SharedPages,
} from './explore/service.ts';
export { reviewJob } from './reviews/service.ts';
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
export { countAwardedJob, enqueueRecount, findPosterRecord } from './poster-record/service.ts';
export { readJobTitle, readMaskedTexts, readSearchableTexts, type StoredJobTexts } from './masking/rules.ts';
export { repostJob } from './repeating/service.ts';
export { isPoster } from './policy.ts';
export { locateJob } from './public-place/service.ts';
export { getQuoteAbility, isOpenForQuotes, parseWords } from './rules.ts';
export { findVisibleJob, loadVisibleJobs, presentJobs } from './service.ts';
export { offerJobsAgain, withholdJobs } from './withholding/service.ts';
export { jobContent } from './content/service.ts';
