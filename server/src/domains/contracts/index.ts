import type { Domain } from '../../platform/domain.ts';
import { http } from './http.ts';
import { crontab, tasks } from './jobs.ts';
import { routes } from './routes.ts';

export { findDeductions } from './deductions.ts';
export { divideMoney, heldAmounts, type DividedAmount, type HeldAmount } from './dividing.ts';
export { holdMoney, liftHold, lockContract, type LockedContract } from './holds.ts';
export { heldMilestones, milestoneFacts, type HeldMilestone, type MilestoneFact } from './store.ts';
export { askAboutRefund, listRefundTries, resendRefund } from './refunds.ts';
export {
  askAboutChargeback,
  payOutLateChargeback,
  expediteUnappliedRefund,
  writeOffChargeback,
} from './money-back.ts';
export { recoverOrder, recoverUnmatchedOrder } from './recovering.ts';
export { webhooks } from './http.ts';
export { invariants } from './invariants.ts';

export const contractsDomain: Domain = { name: 'contracts', routes, tasks, crontab, http };
