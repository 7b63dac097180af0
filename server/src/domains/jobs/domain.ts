import { jobTranslations } from '../../legacy/jobs.ts';
import type { Domain } from '../../platform/domain.ts';
import { tasks } from './tasks.ts';
import { routes } from './routes.ts';
import { mayReadFiles } from './service.ts';
import { TABLES } from './tables.ts';

export const jobsDomain: Domain = {
  name: 'jobs',
  imports: ['profile', 'reliability'],
  translations: jobTranslations,
  tables: TABLES,
  objects: {
    jobId: 'job',
    categoryId: 'category',
    categoryIds: 'category',
  },
  routes,
  tasks,
  // A day in India ends at 18:30 UTC. Jobs that a stopped worker missed expire within half an hour of its restart.
  crontab: ['1,31 * * * * expire_jobs', '6,36 * * * * complete_public_jobs', '19 * * * * mask_jobs'],
  fileAccess: {
    job: (db, caller, jobId) => mayReadFiles(db, caller.userId, jobId),
    job_photo: (db, caller, jobId) => mayReadFiles(db, caller.userId, jobId),
  },
};
