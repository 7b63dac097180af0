import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const jobIdForm = wireForm(schema('jobId'), { jobId: 'jobId' });
export const verificationForm = wireForm(schema('verification'), {
  jobId: 'jobId',
  decision: 'decision',
  reason: 'reason',
});
export const jobCaseReply = plainReply(schema('jobCase'));
