import type { Domain } from '../../platform/domain.ts';
import { tasks } from './jobs.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';

export { reviewJob } from './reviews.ts';
export {
  budgetIn,
  countQuote,
  jobById,
  jobsByIds,
  lockJob,
  setJobState,
  uncountQuote,
  type JobRow,
} from './store.ts';
export { mayQuote, wordsOf } from './rules.ts';
export { jobFor, jobsFor } from './service.ts';

export const jobsDomain: Domain = {
  name: 'jobs',
  routes,
  tasks,
  // A day in India ends at 18:30 UTC. Jobs that a stopped worker missed expire within half an hour of its restart.
  crontab: ['1,31 * * * * expire_jobs'],
  fileAccess: { job: (db, caller, jobId) => mayReadFiles(db, caller.userId, jobId) },
};
