import { plainReply } from '../../platform/call.ts';
import { schemasOf, wireForm } from '../../platform/form.ts';

const schema = schemasOf(() => import('./schemas.ts'));

export const webhookIdForm = wireForm(schema('webhookId'), { webhookId: 'webhookId' });
export const webhookDecisionForm = wireForm(schema('webhookDecision'), {
  webhookId: 'webhookId',
  decision: 'decision',
  reason: 'reason',
});
export const webhookCaseReply = plainReply(schema('webhookCase'));
export const webhookDecidedReply = plainReply(schema('webhookDecided'));
