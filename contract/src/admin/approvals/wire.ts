import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const approvalForm = wireForm(schema('approvalDecision'), {
  approvalId: 'approvalId',
  decision: 'decision',
  reason: 'reason',
});
