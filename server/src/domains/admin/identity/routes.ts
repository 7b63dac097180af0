import * as calls from '@fws/contract/admin/identity/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { decideIdentity, readIdentity } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminIdentity, ({ checkId }, { caller }) => readIdentity(deps, caller.userId, checkId)),
  adminRoute(calls.adminIdentityReview, (review, { caller }) =>
    decideIdentity(deps, { ...review, adminId: caller.userId }),
  ),
];
