import * as calls from '@fws/contract/admin/users/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import {
  allowFundingAgain,
  allowWithdrawalsAgain,
  listSecurity,
  listUsers,
  readUser,
  resetFactors,
  restore,
  suspend,
} from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminUsers, (params) => listUsers(deps, params)),
  adminRoute(calls.adminUser, ({ userId }, { caller }) => readUser(deps, caller, userId)),
  adminRoute(calls.adminUserSecurity, (page, { caller }) => listSecurity(deps, caller.userId, page)),
  adminRoute(calls.adminUserFactorsReset, (command, { caller }) =>
    resetFactors(deps, caller.userId, command),
  ),
  adminRoute(calls.adminUserSuspend, (command, { caller }) => suspend(deps, caller.userId, command)),
  adminRoute(calls.adminUserRestore, (command, { caller }) => restore(deps, caller.userId, command)),
  adminRoute(calls.adminUserWithdrawalsAllow, (command, { caller }) =>
    allowWithdrawalsAgain(deps, caller.userId, command),
  ),
  adminRoute(calls.adminUserFundingAllow, (command, { caller }) =>
    allowFundingAgain(deps, caller.userId, command),
  ),
];
