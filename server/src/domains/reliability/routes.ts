import * as calls from '@fws/contract/reliability/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { contestOutcome } from './service.ts';
import { readOutcome, readOwnReliability } from './view.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.myReliability, (request, { caller }) => readOwnReliability(deps, caller.userId, request)),
  userRoute(calls.jobOutcome, ({ jobId }, { caller }) => readOutcome(deps, caller.userId, jobId)),
  userRoute(calls.contestOutcome, (command, { caller }) => contestOutcome(deps, caller.userId, command)),
];
