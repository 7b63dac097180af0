import * as calls from '@fws/contract/admin/tasks/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decideTask, readTask } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminTask, ({ taskId }) => readTask(deps, taskId)),
  adminRoute(calls.adminTaskDecide, (command, { caller }) => decideTask(deps, caller.userId, command)),
];
