import { userRegister } from '@fws/contract/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { publicRoute, type Route } from '../../../platform/http/route.ts';
import { respondSignedIn, toClient } from '../login/http.ts';
import { register } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(userRegister, async (form, context) =>
    respondSignedIn(await register(deps, form, toClient(context)), context),
  ),
];
