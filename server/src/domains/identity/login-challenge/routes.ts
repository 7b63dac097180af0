import * as calls from '@fws/contract/identity/calls';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../../platform/deps.ts';
import { publicRoute, type Route } from '../../../platform/http/route.ts';
import { respondToLogin, toClient } from '../login/http.ts';
import { confirmLogin, readChallenge, sendLoginCode } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.loginChallenge, (_, context) => readChallenge(deps, context.login.read())),
  publicRoute(calls.codeDelivery, async () => done({ isLate: await deps.workers.areTasksLate() })),
  publicRoute(calls.loginCodeSend, (_, context) => sendLoginCode(deps, context.login.read())),
  publicRoute(calls.loginConfirm, async (form, context) =>
    respondToLogin(await confirmLogin(deps, context.login.read(), form, toClient(context)), context),
  ),
];
