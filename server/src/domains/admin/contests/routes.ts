import * as calls from '@fws/contract/admin/contests/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decide, readCase } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminContest, ({ contestId }, { caller }) => readCase(deps, caller.userId, contestId)),
  adminRoute(calls.adminContestDecide, (decision, { caller }) => decide(deps, caller.userId, decision)),
];
