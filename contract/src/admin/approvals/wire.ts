import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const approvalForm = wireForm(schema('approvalDecision'), {
  approvalId: 'approvalId',
  decision: 'decision',
  reason: 'reason',
});

export const approvalIdForm = wireForm(schema('approvalId'), { approvalId: 'approvalId' });
export const approvalReply = plainReply(schema('approval'));
