import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const adminWebhook = call({
  name: 'admin_webhook',
  access: 'admin',
  reads: true,
  permission: 'tasks.decide',
  form: schema('webhookId'),
  reply: schema('webhookCase'),
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
  decides: 'nothing',
  permission: 'tasks.decide',
  form: schema('webhookDecision'),
  reply: schema('webhookDecided'),
  done: 'admin.webhook_seen',
});
