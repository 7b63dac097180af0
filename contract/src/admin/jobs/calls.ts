import { call, emptyReply } from '../../platform/call.ts';
import { jobCaseReply, jobIdForm, verificationForm } from './wire.ts';

export const adminJob = call({
  name: 'admin_job',
  access: 'admin',
  reads: true,
  permission: 'jobs.read',
  form: jobIdForm,
  reply: jobCaseReply,
  done: 'common.ok',
});
/** Gives the job the verified mark or declines it. Both remove the job from the queue. */
export const adminJobVerify = call({
  name: 'admin_job_verify',
  access: 'admin',
  reads: false,
  permission: 'jobs.verify',
  form: verificationForm,
  reply: emptyReply,
  done: 'admin.job_decided',
});
