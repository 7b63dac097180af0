import * as calls from '@fws/contract/admin/reports/calls';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { answerAppeal, decide, readCase } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminReport, ({ reportCaseId }, { caller }) =>
    readCase(deps, caller.userId, reportCaseId),
  ),
  adminRoute(calls.adminReportDecide, (verdict, { caller }) => decide(deps, caller.userId, verdict)),
  adminRoute(calls.adminAppealDecide, (answer, { caller }) => answerAppeal(deps, caller.userId, answer)),
];
