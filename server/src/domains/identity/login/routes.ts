import * as calls from '@fws/contract/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { publicRoute, userRoute, type Route } from '../../../platform/http/route.ts';
import { respondToLogin, toClient } from './http.ts';
import { logIn, logOut, readCurrentUser } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.userLogin, async (form, context) =>
    respondToLogin(await logIn(deps, form, toClient(context)), context),
  ),
  userRoute(calls.logout, async (_, context) => {
    context.session.end();
    return logOut(deps, context.caller);
  }),
  userRoute(calls.currentUser, (_, { caller }) => readCurrentUser(deps, caller)),
];
