import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const adminJob = call({
  name: 'admin_job',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: schema('jobId'),
  reply: schema('jobCase'),
  done: 'common.ok',
});
/** Gives the job the verified mark or declines it. Both remove the job from the queue. */
export const adminJobVerify = call({
  name: 'admin_job_verify',
  access: 'admin',
  reads: false,
  decides: 'job',
  permission: 'jobs.verify',
  form: schema('verification'),
  done: 'admin.job_decided',
});
