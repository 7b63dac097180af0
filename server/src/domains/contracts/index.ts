import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { crontab, tasks } from './tasks.ts';
import { routes } from './routes.ts';

export { findDeductions } from './deductions.ts';
export { splitEscrow, lockHeldAmounts, type SplitAmount, type HeldAmount } from './dispute-split.ts';
export { holdMoney, liftHold, lockContract, type LockedContract } from './holds.ts';
export {
  listHeldMilestones,
  loadMilestoneDetails,
  type HeldMilestone,
  type MilestoneDetails,
} from './store.ts';
export { enqueueRefundCheck, listRefundTries, resendRefund } from './refunds.ts';
export {
  enqueueChargebackCheck,
  payOutLateChargeback,
  expediteUnappliedRefund,
  writeOffChargeback,
} from './money-back.ts';
export { recoverOrder, recoverUnmatchedOrder } from './order-recovery.ts';
export { buildWebhooks } from './http.ts';
export { invariants } from './invariants.ts';

export const contractsDomain: Domain = { name: 'contracts', routes, tasks, crontab, http };
