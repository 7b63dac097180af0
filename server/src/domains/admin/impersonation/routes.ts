import * as calls from '@fws/contract/admin/impersonation/calls';
import { done, refuse } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { startImpersonation } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminImpersonationStart, async (command, { caller, impersonation, web }) => {
    // The token is kept in a cookie next to the session cookie, so only a browser client may start an impersonation.
    if (!web) return refuse('forbidden', 'common.csrf');
    const begun = await startImpersonation(deps, caller, command);
    if (!begun.ok) return begun;
    impersonation.start(begun.value);
    return done(null);
  }),
];
