import { call } from '../platform/call.ts';
import {
  categoriesReply,
  exploreJobsForm,
  jobIdForm,
  jobPageReply,
  jobReply,
  pageForm,
  postJobForm,
  updateJobForm,
} from './wire.ts';

/** Open jobs for a worker to choose from; combinations of the three filters are allowed. */
export const exploreJobs = call({
  name: 'explore_jobs',
  access: 'user',
  reads: true,
  form: exploreJobsForm,
  reply: jobPageReply,
  done: 'common.ok',
});

export const jobDetail = call({
  name: 'job_detail',
  access: 'user',
  reads: true,
  form: jobIdForm,
  reply: jobReply,
  done: 'common.ok',
});

export const postJob = call({
  name: 'post_job',
  access: 'user',
  reads: false,
  form: postJobForm,
  files: [{ name: 'attachment', wireName: 'attach_file', kinds: ['image', 'pdf'] }],
  reply: jobReply,
  done: 'jobs.posted',
});

/** Changes a job without quotes. An attachment that is not sent again is kept. */
export const updateJob = call({
  name: 'update_job',
  access: 'user',
  reads: false,
  form: updateJobForm,
  files: [{ name: 'attachment', wireName: 'attach_file', kinds: ['image', 'pdf'] }],
  reply: jobReply,
  done: 'jobs.updated',
});

/** The caller's posted jobs that are not awarded yet. */
export const myContracts = call({
  name: 'my_contracts',
  access: 'user',
  reads: true,
  form: pageForm,
  reply: jobPageReply,
  done: 'common.ok',
});

export const categoryList = call({
  name: 'category_list',
  access: 'public',
  reads: true,
  reply: categoriesReply,
  done: 'common.ok',
});
