import type { Deps } from '../../platform/domain.ts';
import { getPayloadNumber, getPayloadText, type Tasks } from '../../platform/queue/index.ts';
import { sealDays } from './seals.ts';
import { checkSettlement, reconcileSettlements } from './settlements.ts';
import { alertOperators } from './ops-cases.ts';

export const tasks = (deps: Deps): Tasks => ({
  check_settlement: (payload) =>
    checkSettlement(deps, getPayloadText(payload, 'provider'), getPayloadText(payload, 'settlementId')),
  reconcile_settlements: () => reconcileSettlements(deps),
  seal_days: () => sealDays(deps),
  tell_operators: (payload) => alertOperators(deps, getPayloadNumber(payload, 'caseId')),
});

/** The second runs at ten past midnight in India. */
export const crontab = ['25 * * * * reconcile_settlements', '40 18 * * * seal_days'];
