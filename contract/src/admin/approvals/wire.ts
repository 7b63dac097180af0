import { plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const approvalForm = wireForm(schema('approvalDecision'), {
  approvalId: 'approvalId',
  decision: 'decision',
  reason: 'reason',
});

export const approvalIdForm = wireForm(schema('approvalId'), { approvalId: 'approvalId' });
export const approvalReply = plainReply(schema('approval'));
