import * as calls from '@fws/contract/admin/names/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decideNameChange, readNameChange } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminNameChange, ({ changeId }, { caller }) =>
    readNameChange(deps, caller.userId, changeId),
  ),
  adminRoute(calls.adminNameChangeReview, (review, { caller }) =>
    decideNameChange(deps, { ...review, adminId: caller.userId }),
  ),
];
