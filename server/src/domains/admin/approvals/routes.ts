import * as calls from '@fws/contract/admin/approvals/calls';
import type { OpsCaseCommand } from '@fws/contract/admin/cases/schemas';
import type { Deps } from '../../../platform/deps.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { applySettlement, type SettleCommand } from '../disputes/service.ts';
import { applyCaseDecision } from '../cases/service.ts';
import { applyReopening } from '../restore/service.ts';
import { requireRecentCode } from '../policy.ts';
import { decideApproval, readApproval, type ApprovalExecutors } from './service.ts';

/** Executes the stored command in the name of the admin who requested it. */
const executors = (deps: Deps): ApprovalExecutors => ({
  dispute_settled: (tx, row) => applySettlement(deps, tx, row.asked_by, row.command as SettleCommand),
  payouts_reopened: (tx, row) => applyReopening(deps, tx, row.asked_by, row.command as { runId: number }),
  case_decided: (tx, row) => applyCaseDecision(deps, tx, row.asked_by, row.command as OpsCaseCommand),
});

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminApproval, ({ approvalId }, { caller }) =>
    readApproval(deps, caller.userId, approvalId),
  ),
  adminRoute(calls.adminApprove, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    return decideApproval(deps, caller.userId, command, executors(deps), idempotency);
  }),
];
