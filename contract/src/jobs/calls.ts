import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Open jobs for a worker to choose from: searched, filtered and sorted; all filters combine. */
export const exploreJobs = call({
  name: 'explore_jobs',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('exploreJobs'),
  reply: schema('jobPage'),
  sharesItems: true,
  done: 'common.ok',
});

export const jobDetail = call({
  name: 'job_detail',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('jobId'),
  reply: schema('jobDetail'),
  done: 'common.ok',
});

export const postJob = call({
  name: 'post_job',
  access: 'user',
  reads: false,
  form: schema('postJob'),
  files: [{ name: 'attachment', kinds: ['image', 'pdf'] }],
  reply: schema('jobDetail'),
  done: 'jobs.posted',
});

/** Changes a job without quotes. An attachment that is not sent again is kept, and so are photos without `photoIds`. */
export const updateJob = call({
  name: 'update_job',
  access: 'user',
  reads: false,
  form: schema('updateJob'),
  files: [{ name: 'attachment', kinds: ['image', 'pdf'] }],
  reply: schema('jobDetail'),
  done: 'jobs.updated',
});

/** The caller's posted jobs that are not awarded yet. */
export const myContracts = call({
  name: 'my_contracts',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('page'),
  reply: pageSchema(schema('ownJob')),
  done: 'common.ok',
});

export const categoryList = call({
  name: 'category_list',
  access: 'public',
  reads: true,
  kept: true,
  mayLag: true,
  reply: schema('listedCategories'),
  done: 'common.ok',
});
