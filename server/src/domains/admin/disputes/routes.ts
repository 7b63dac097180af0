import * as calls from '@fws/contract/admin/disputes/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { requireRecentCode } from '../policy.ts';
import { askBothSides, decideDispute, previewSettlement, readCase, readConversation } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminDispute, ({ disputeId }, { caller, locale }) =>
    readCase(deps, caller.userId, disputeId, locale),
  ),
  adminRoute(calls.adminDisputeMessages, (params, { caller }) =>
    readConversation(deps, caller.userId, params),
  ),
  adminRoute(calls.adminDisputePreview, (decision, { caller }) =>
    previewSettlement(deps, caller.userId, decision),
  ),
  adminRoute(calls.adminDisputeSettle, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    const settled = await decideDispute(deps, caller.userId, command, idempotency);
    return settled.ok && !settled.value.done
      ? { ...settled, message: { code: 'admin.dispute_waits' } }
      : settled;
  }),
  adminRoute(calls.adminDisputeAsk, (command, { caller }) => askBothSides(deps, caller.userId, command)),
];
