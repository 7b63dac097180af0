import * as calls from '@fws/contract/admin/restore/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { requireRecentCode } from '../policy.ts';
import { recoverForgotten } from './recover.ts';
import { requestComparison, proposeReopening, readRestore } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminRestore, (_, { caller }) => readRestore(deps, caller.userId)),
  adminRoute(calls.adminRestoreCompare, (command, { caller }) =>
    requestComparison(deps, caller.userId, command),
  ),
  adminRoute(calls.adminRestoreReopen, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    return proposeReopening(deps, caller.userId, command, idempotency);
  }),
  adminRoute(calls.adminRestoreRecover, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    return recoverForgotten(deps, caller.userId, command, idempotency);
  }),
];
