import * as calls from '@fws/contract/admin/webhooks/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decideWebhook, readWebhook } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminWebhook, ({ webhookId }) => readWebhook(deps, webhookId)),
  adminRoute(calls.adminWebhookDecide, async (command, { caller }) => {
    const decided = await decideWebhook(deps, caller.userId, command);
    if (!decided.ok || command.decision === 'dismiss') return decided;
    const code = decided.value.accepted ? 'admin.webhook_accepted' : 'admin.webhook_refused';
    return { ...decided, message: { code } };
  }),
];
