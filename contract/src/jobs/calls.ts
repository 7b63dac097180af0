import * as z from 'zod/mini';
import { call, dataReply, firstItemReply, pageReply } from '../platform/call.ts';
import { noForm } from '../identity/wire.ts';
import type { Category } from './model.ts';
import {
  categoryWire,
  exploreJobsForm,
  jobFromWire,
  jobIdForm,
  jobToWire,
  jobWire,
  pageForm,
  postJobForm,
} from './wire.ts';

/** Open jobs for a worker to choose from; combinations of the three filters are allowed. */
export const exploreJobs = call({
  name: 'explore_jobs',
  access: 'user',
  form: exploreJobsForm,
  reply: pageReply(jobWire, jobToWire, jobFromWire),
  done: 'common.ok',
});

export const jobDetail = call({
  name: 'job_detail',
  access: 'user',
  form: jobIdForm,
  reply: firstItemReply(jobWire, jobToWire, jobFromWire),
  done: 'common.ok',
});

export const postJob = call({
  name: 'post_job',
  access: 'user',
  form: postJobForm,
  files: [{ name: 'attachment', wireName: 'attach_file', kinds: ['image', 'pdf'] }],
  reply: firstItemReply(jobWire, jobToWire, jobFromWire),
  done: 'jobs.posted',
});

/** The caller's own posted jobs that nobody was awarded yet. */
export const myContracts = call({
  name: 'my_contracts',
  access: 'user',
  form: pageForm,
  reply: pageReply(jobWire, jobToWire, jobFromWire),
  done: 'common.ok',
});

export const categoryList = call({
  name: 'category_list',
  access: 'public',
  form: noForm,
  reply: dataReply<Category[], z.infer<typeof categoryWire>[]>(
    z.array(categoryWire),
    (list) => list.map((c) => ({ id: c.id, category_name: c.name, category_name_hi: c.nameHi })),
    (list) => list.map((c) => ({ id: c.id, name: c.category_name, nameHi: c.category_name_hi })),
  ),
  done: 'common.ok',
});
