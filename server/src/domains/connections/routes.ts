import * as calls from '@fws/contract/connections/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { connect, disconnect, findFriends, findProfiles, listOwnConnections, findPerson } from './service.ts';
import { shareJob, listSharedJobs, likeShare } from './sharing/service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.profileList, (params, { caller, readFrom }) =>
    findProfiles(readFrom(deps), caller.userId, params),
  ),
  userRoute(calls.connectedUsers, ({ scope, ...params }, { caller, readFrom }) =>
    (scope === 'everybody' ? findProfiles : listOwnConnections)(readFrom(deps), caller.userId, params),
  ),
  userRoute(calls.personDetail, ({ userId }, { caller }) => findPerson(deps, caller.userId, userId)),
  userRoute(calls.connect, ({ userId }, { caller }) => connect(deps, caller.userId, userId)),
  userRoute(calls.disconnect, ({ userId }, { caller }) => disconnect(deps, caller.userId, userId)),
  userRoute(calls.friendsSearch, (params, { caller, readFrom }) =>
    findFriends(readFrom(deps), caller.userId, params),
  ),
  userRoute(calls.shareJob, (command, { caller }) => shareJob(deps, caller.userId, command)),
  userRoute(calls.sharedJobs, (params, { caller, readFrom }) =>
    listSharedJobs(readFrom(deps), caller.userId, params),
  ),
  userRoute(calls.thumbsUp, ({ shareId }, { caller }) => likeShare(deps, caller.userId, shareId)),
];
