import * as calls from '@fws/contract/admin/queue/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { countQueue, readQueue } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminQueue, (params, { caller }) => readQueue(deps, caller, params)),
  adminRoute(calls.adminQueueCounts, (_, { caller }) => countQueue(deps, caller.role)),
];
