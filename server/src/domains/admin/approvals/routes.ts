import * as calls from '@fws/contract/admin/approvals/calls';
import type { MatterCommand } from '@fws/contract/admin/matters/model';
import type { Deps } from '../../../platform/domain.ts';
import { runMoneyCommand } from '../../../platform/http/idempotency.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { applySettlement, type SettleCommand } from '../disputes/service.ts';
import { applyMatterDecision } from '../matters/service.ts';
import { applyReopening } from '../restore/service.ts';
import { requireRecentCode } from '../policy.ts';
import { decideApproval, readApproval, type Acts } from './service.ts';

/** Executes the stored command in the name of the admin who requested it. */
const acts = (deps: Deps): Acts => ({
  dispute_settled: (tx, row) => applySettlement(deps, tx, row.asked_by, row.command as SettleCommand),
  payouts_reopened: (tx, row) => applyReopening(deps, tx, row.asked_by, row.command as { runId: number }),
  matter_decided: (tx, row) => applyMatterDecision(deps, tx, row.asked_by, row.command as MatterCommand),
});

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminApproval, ({ approvalId }, { caller }) =>
    readApproval(deps, caller.userId, approvalId),
  ),
  adminRoute(calls.adminApprove, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!confirmed.ok) return confirmed;
    return runMoneyCommand(deps.db, idempotency, (tx) =>
      decideApproval(deps, tx, caller.userId, command, acts(deps)),
    );
  }),
];
