import * as calls from '@fws/contract/admin/restore/calls';
import type { Deps } from '../../../platform/domain.ts';
import { moneyCommand } from '../../../platform/http/idempotency.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { confirmedLately } from '../policy.ts';
import { findForgotten, recoverForgotten } from './recover.ts';
import { askToCompare, proposeReopening, readRestore } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminRestore, (_, { caller }) => readRestore(deps, caller.userId)),
  adminRoute(calls.adminRestoreCompare, (command, { caller }) => askToCompare(deps, caller.userId, command)),
  adminRoute(calls.adminRestoreReopen, async (command, { caller, idempotency }) => {
    const confirmed = confirmedLately(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    return moneyCommand(deps.db, idempotency, (tx) => proposeReopening(deps, tx, caller.userId, command));
  }),
  adminRoute(calls.adminRestoreRecover, async (command, { caller, idempotency }) => {
    const confirmed = confirmedLately(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    const found = await findForgotten(deps, command);
    if (!found.ok) return found;
    return moneyCommand(deps.db, idempotency, (tx) =>
      recoverForgotten(deps, tx, caller.userId, command, found.value),
    );
  }),
];
