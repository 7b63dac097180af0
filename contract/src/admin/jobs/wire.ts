import { plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const jobIdForm = wireForm(schema('jobId'), { jobId: 'jobId' });
export const verificationForm = wireForm(schema('verification'), {
  jobId: 'jobId',
  decision: 'decision',
  reason: 'reason',
});
export const jobCaseReply = plainReply(schema('jobCase'));
