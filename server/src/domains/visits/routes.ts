import * as calls from '@fws/contract/visits/calls';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { addDoorKey } from './door/service.ts';
import type { VisitDeps } from './events.ts';
import { answerNoShow, claimNoShow, endVisit } from './service.ts';
import { startVisit } from './start/service.ts';
import { noteStep } from './steps/service.ts';
import { listVisits } from './view.ts';

export const routes = (deps: VisitDeps): Route[] => [
  userRoute(calls.visitList, ({ jobId }, { caller }) =>
    listVisits(deps, caller.userId, { jobId, isImpersonated: caller.impersonation !== undefined }),
  ),
  userRoute(calls.onMyWay, (step, { caller }) =>
    noteStep(deps, caller.userId, { kind: 'on_my_way', ...step }),
  ),
  userRoute(calls.arrived, (step, { caller }) => noteStep(deps, caller.userId, { kind: 'arrived', ...step })),
  userRoute(calls.startVisit, (command, { caller }) => startVisit(deps, caller.userId, command)),
  userRoute(calls.endVisit, ({ milestoneId }, { caller }) => endVisit(deps, caller.userId, milestoneId)),
  userRoute(calls.claimNoShow, ({ milestoneId }, { caller }) =>
    claimNoShow(deps, caller.userId, milestoneId),
  ),
  userRoute(calls.answerNoShow, (command, { caller, idempotency }) =>
    answerNoShow(deps, caller.userId, { command, idempotency }),
  ),
  userRoute(calls.addDoorKey, (command, { caller }) => addDoorKey(deps, caller.userId, command)),
];
