import * as calls from '@fws/contract/connections/calls';
import type { Deps } from '../../platform/domain.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { connect, disconnect, findFriends, findProfiles, ownConnections, personFor } from './service.ts';
import { shareJob, sharedWith, thumbsUp } from './sharing.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.profileList, (asked, { caller }) => findProfiles(deps, caller.userId, asked)),
  userRoute(calls.connectedUsers, (asked, { caller }) => ownConnections(deps, caller.userId, asked)),
  userRoute(calls.personDetail, ({ userId }, { caller }) => personFor(deps, caller.userId, userId)),
  userRoute(calls.connect, ({ userId }, { caller }) => connect(deps, caller.userId, userId)),
  userRoute(calls.disconnect, ({ userId }, { caller }) => disconnect(deps, caller.userId, userId)),
  userRoute(calls.friendsSearch, (asked, { caller }) => findFriends(deps, caller.userId, asked)),
  userRoute(calls.shareJob, (command, { caller }) => shareJob(deps, caller.userId, command)),
  userRoute(calls.sharedJobs, (asked, { caller }) => sharedWith(deps, caller.userId, asked)),
  userRoute(calls.thumbsUp, ({ shareId }, { caller }) => thumbsUp(deps, caller.userId, shareId)),
];
