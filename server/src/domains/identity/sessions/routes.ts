import * as calls from '@fws/contract/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { userRoute, type Route } from '../../../platform/http/route.ts';
import { toClient } from '../login/http.ts';
import { endOneSession, endOtherSessions, listSessions } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.sessionList, (page, { caller }) => listSessions(deps, caller, page)),
  userRoute(calls.sessionEnd, ({ sessionId }, { caller }) => endOneSession(deps, caller.userId, sessionId)),
  userRoute(calls.sessionEndOthers, (_, context) =>
    endOtherSessions(deps, context.caller, toClient(context)),
  ),
];
