import * as calls from '@fws/contract/safety/calls';
import type { Deps } from '../../platform/deps.ts';
import { publicRoute, userRoute, type Route } from '../../platform/http/route.ts';
import { blockPerson, listBlockedPeople, unblockPerson } from './blocks/service.ts';
import { listReports, reportContent } from './reports/service.ts';
import { appeal, listOwnTakedowns, readTakedown } from './takedowns/service.ts';

export const routes = (deps: Deps): Route[] => [
  publicRoute(calls.reportContent, async (report, { caller, addressKey, locale }) => {
    const reporter = { userId: caller?.userId ?? null, addressKey, locale };
    const reported = await reportContent(deps, report, reporter);
    if (!reported.ok) return reported;
    const { number, dueAt } = reported.value;
    const values = { number, time: dueAt };
    return { ...reported, message: { code: 'safety.reported', values } };
  }),
  userRoute(calls.reportList, (params, { caller }) => listReports(deps, caller.userId, params)),
  userRoute(calls.takedownList, (params, { caller }) => listOwnTakedowns(deps, caller.userId, params)),
  userRoute(calls.takedownDetail, ({ takedownId }, { caller }) =>
    readTakedown(deps, caller.userId, takedownId),
  ),
  userRoute(calls.appealTakedown, (command, { caller }) => appeal(deps, caller.userId, command)),
  userRoute(calls.blockUser, ({ userId }, { caller }) => blockPerson(deps, caller.userId, userId)),
  userRoute(calls.unblockUser, ({ userId }, { caller }) => unblockPerson(deps, caller.userId, userId)),
  userRoute(calls.blockedUsers, (params, { caller }) => listBlockedPeople(deps, caller.userId, params)),
];
