import * as calls from '@fws/contract/repeats/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { answerRepeat, endRepeat, listOwnSeries, repeatJob, skipRepeat } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.repeatJob, (command, { caller }) => repeatJob(deps, caller.userId, command)),
  userRoute(calls.answerRepeat, (command, { caller }) => answerRepeat(deps, caller.userId, command)),
  userRoute(calls.skipRepeat, (command, { caller }) => skipRepeat(deps, caller.userId, command)),
  userRoute(calls.endRepeat, (command, { caller }) => endRepeat(deps, caller.userId, command)),
  userRoute(calls.repeatList, (params, { caller }) => listOwnSeries(deps, caller.userId, params)),
];
