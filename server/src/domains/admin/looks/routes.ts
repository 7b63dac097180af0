import * as calls from '@fws/contract/admin/looks/calls';
import { done, refuse } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/domain.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { beginLook } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminLookBegin, async (command, { caller, look, web }) => {
    // The token is kept in a cookie next to the session cookie, so only a browser client may start an impersonation.
    if (!web) return refuse('forbidden', 'common.csrf');
    const begun = await beginLook(deps, caller, command);
    if (!begun.ok) return begun;
    look.start(begun.value);
    return done(null);
  }),
];
