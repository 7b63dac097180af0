import * as calls from '@fws/contract/admin/matters/calls';
import { movesNothing } from '@fws/contract/admin/matters/model';
import type { Deps } from '../../../platform/domain.ts';
import { runMoneyCommand } from '../../../platform/http/idempotency.ts';
import { adminRoute, type Route } from '../../../platform/http/route.ts';
import { requireRecentCode } from '../policy.ts';
import { decideMatter, previewMatter, readMatter } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  adminRoute(calls.adminMatter, ({ matterId }, { locale }) => readMatter(deps, matterId, locale)),
  adminRoute(calls.adminMatterPreview, (params, { caller }) => previewMatter(deps, caller.userId, params)),
  adminRoute(calls.adminMatterDecide, async (command, { caller, idempotency }) => {
    const confirmed = requireRecentCode(caller, deps.ports.clock.now());
    if (!movesNothing(command.decision) && !confirmed.ok) return confirmed;
    const decided = await runMoneyCommand(deps.db, idempotency, (tx) =>
      decideMatter(deps, tx, caller.userId, command),
    );
    if (!decided.ok) return decided;
    if (command.decision === 'ask') return { ...decided, message: { code: 'admin.matter_asked' } };
    return decided.value.done ? decided : { ...decided, message: { code: 'admin.dispute_waits' } };
  }),
];
