import type { Domain } from '../../platform/domain.ts';
import { http } from '../escrow/http.ts';
import { crontab, tasks } from '../escrow/tasks.ts';
import { routes } from './routes.ts';

export { findDeductions } from '../escrow/releases/store.ts';
export {
  splitEscrow,
  lockHeldAmounts,
  type SplitAmount,
  type HeldAmount,
} from '../escrow/dispute-split/service.ts';
export { holdMoney, liftHold, lockContract, type LockedContract } from '../escrow/holds.ts';
export {
  listHeldMilestones,
  loadMilestoneDetails,
  type HeldMilestone,
  type MilestoneDetails,
} from './store.ts';
export { enqueueRefundCheck, listRefundTries, resendRefund } from '../escrow/refunds/service.ts';
export {
  enqueueChargebackCheck,
  payOutLateChargeback,
  expediteUnappliedRefund,
  writeOffChargeback,
} from '../escrow/operator-decisions.ts';
export { recoverOrder, recoverUnmatchedOrder } from '../escrow/orders/recovery.ts';
export { buildWebhooks } from '../escrow/http.ts';
export { invariants } from '../escrow/invariants.ts';

export const contractsDomain: Domain = { name: 'contracts', routes, tasks, crontab, http };
