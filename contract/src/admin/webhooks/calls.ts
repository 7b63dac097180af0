import { call } from '../../platform/call.ts';
import { webhookCaseReply, webhookDecidedReply, webhookDecisionForm, webhookIdForm } from './wire.ts';

export const adminWebhook = call({
  name: 'admin_webhook',
  access: 'admin',
  reads: true,
  permission: 'tasks.decide',
  form: webhookIdForm,
  reply: webhookCaseReply,
  done: 'common.ok',
});
/**
 * Verifies the webhook again, for example after a secret was corrected, or marks it as seen. Its body alone never decides
 * anything.
 */
export const adminWebhookDecide = call({
  name: 'admin_webhook_decide',
  access: 'admin',
  reads: false,
  permission: 'tasks.decide',
  form: webhookDecisionForm,
  reply: webhookDecidedReply,
  done: 'admin.webhook_seen',
});
