import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** A job as everybody may see it, or what is similar to it when it is closed. */
export const publicJob = call({
  name: 'public_job',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  mayLag: true,
  form: schema('publicJobForm'),
  reply: schema('publicJob'),
  done: 'common.ok',
});

/** Where everybody may read an open job. */
export const publicJobAddress = call({
  name: 'public_job_address',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  mayLag: true,
  form: schema('publicJobId'),
  reply: schema('publicJobAddress'),
  done: 'common.ok',
});

/** Open jobs of India, of a city, or of a category in a city, the newest first. */
export const publicJobs = call({
  name: 'public_jobs',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  mayLag: true,
  form: schema('publicJobsForm'),
  reply: schema('publicJobs'),
  done: 'common.ok',
});

/** A worker who has agreed to a page for everybody. */
export const publicWorker = call({
  name: 'public_worker',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  mayLag: true,
  form: schema('publicWorkerForm'),
  reply: schema('publicWorker'),
  done: 'common.ok',
});
