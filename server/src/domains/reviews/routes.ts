import * as calls from '@fws/contract/reviews/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { leaveRating } from './ratings/service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.leaveRating, (command, { caller }) => leaveRating(deps, command, caller.userId)),
];
