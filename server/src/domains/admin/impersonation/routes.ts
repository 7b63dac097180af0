import * as calls from '@fws/contract/admin/impersonation/calls';
import { done, refuse } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { mayImpersonate } from '../policy.ts';
import { startImpersonation } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminImpersonationStart, async (command, { caller, impersonation, web }) => {
    const ability = mayImpersonate(web);
    if (!ability.allowed) return refuse('forbidden', ability.reason);
    const begun = await startImpersonation(deps, caller, command);
    if (!begun.ok) return begun;
    impersonation.start(begun.value);
    return done(null);
  }),
];
