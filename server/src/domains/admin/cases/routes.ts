import * as calls from '@fws/contract/admin/cases/calls';
import { movesNothing } from '@fws/contract/admin/cases/model';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { requireRecentCode } from '../policy.ts';
import { decideCase, previewCase } from './service.ts';
import { readCase } from './view.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminCase, ({ caseId }, { caller, locale }) =>
    readCase(deps, caller.userId, caseId, locale),
  ),
  adminRoute(calls.adminCasePreview, (params, { caller }) => previewCase(deps, caller.userId, params)),
  adminRoute(calls.adminCaseDecide, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!movesNothing(command.decision) && !confirmed.ok) return confirmed;
    const decided = await decideCase(deps, caller.userId, command, idempotency);
    if (!decided.ok) return decided;
    if (command.decision === 'ask') return { ...decided, message: { code: 'admin.case_asked' } };
    return decided.value.done ? decided : { ...decided, message: { code: 'admin.dispute_waits' } };
  }),
];
