import * as z from 'zod/mini';
import type { Deps } from '../../platform/deps.ts';
import { defineTasks, noPayload, type CronLine, type Payloads } from '../../platform/queue/index.ts';
import { sealDays } from './seals/service.ts';
import { checkSettlement, reconcileSettlements } from './settlements/service.ts';
import { alertOperators } from './cases/service.ts';

const payloads = {
  check_settlement: z.object({ provider: z.string(), settlementId: z.string() }),
  reconcile_settlements: noPayload,
  seal_days: noPayload,
  alert_operators: z.object({ caseId: z.int() }),
};
declare module '../../platform/queue/index.ts' {
  interface TaskMap extends Payloads<typeof payloads> {}
}

export const tasks = (deps: Deps) =>
  defineTasks(payloads, {
    check_settlement: ({ provider, settlementId }) => checkSettlement(deps, provider, settlementId),
    reconcile_settlements: () => reconcileSettlements(deps),
    seal_days: () => sealDays(deps),
    alert_operators: ({ caseId }) => alertOperators(deps, caseId),
  });

/** The second runs at ten past midnight in India. */
export const crontab: readonly CronLine[] = ['25 * * * * reconcile_settlements', '40 18 * * * seal_days'];
