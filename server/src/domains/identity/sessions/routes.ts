import * as calls from '@fws/contract/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { userRoute, type Route } from '../../../platform/http/route.ts';
import { requireAuthentication, toClient } from '../login/http.ts';
import { endOneSession, endOtherSessions, listSessions } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.sessionList, (page, { caller }) => listSessions(deps, caller, page)),
  userRoute(calls.sessionEnd, async ({ sessionId, ...proof }, context) => {
    const proven = await requireAuthentication(deps, context, proof);
    return proven.ok ? endOneSession(deps, context.caller.userId, sessionId) : proven;
  }),
  userRoute(calls.sessionEndOthers, async (proof, context) => {
    const proven = await requireAuthentication(deps, context, proof);
    return proven.ok ? endOtherSessions(deps, context.caller, toClient(context)) : proven;
  }),
];
