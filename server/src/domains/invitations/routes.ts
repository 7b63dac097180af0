import * as calls from '@fws/contract/invitations/calls';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { declineInvitation } from './answers/service.ts';
import {
  findOwnInvitation,
  listInviteOptions,
  listJobInvitations,
  listOwnInvitations,
} from './lists/service.ts';
import { listMutedPosters, muteInvitations, unmuteInvitations } from './muting/service.ts';
import { inviteWorker } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.inviteWorker, (command, { caller }) => inviteWorker(deps, caller.userId, command)),
  userRoute(calls.inviteOptions, (params, { caller }) => listInviteOptions(deps, caller.userId, params)),
  userRoute(calls.myInvitations, (params, { caller }) => listOwnInvitations(deps, caller.userId, params)),
  userRoute(calls.jobInvitation, ({ jobId }, { caller }) => findOwnInvitation(deps, caller.userId, jobId)),
  userRoute(calls.declineInvitation, ({ invitationId }, { caller }) =>
    declineInvitation(deps, caller.userId, invitationId),
  ),
  userRoute(calls.jobInvitations, (params, { caller }) => listJobInvitations(deps, caller.userId, params)),
  userRoute(calls.muteInvitations, ({ userId }, { caller }) => muteInvitations(deps, caller.userId, userId)),
  userRoute(calls.unmuteInvitations, ({ userId }, { caller }) =>
    unmuteInvitations(deps, caller.userId, userId),
  ),
  userRoute(calls.mutedPosters, (params, { caller }) => listMutedPosters(deps, caller.userId, params)),
];
