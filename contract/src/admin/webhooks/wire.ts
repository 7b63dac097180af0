import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const webhookIdForm = wireForm(schema('webhookId'), { webhookId: 'webhookId' });
export const webhookDecisionForm = wireForm(schema('webhookDecision'), {
  webhookId: 'webhookId',
  decision: 'decision',
  reason: 'reason',
});
export const webhookCaseReply = plainReply(schema('webhookCase'));
export const webhookDecidedReply = plainReply(schema('webhookDecided'));
