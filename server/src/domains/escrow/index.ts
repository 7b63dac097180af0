export type { EscrowEvents } from './events.ts';
export { noteAllowed, noteFreed } from './chargebacks/ended-holds.ts';
export { splitEscrow, lockHeldAmounts, type SplitAmount, type HeldAmount } from './dispute-split/service.ts';
export { holdMilestones, holdUnheld, liftHold, listUndisputed } from './holds/service.ts';
export { buildWebhooks } from './http.ts';
export { archiveChecks, invariants } from './invariants.ts';
export {
  lockAwardedJob,
  lockMilestoneContext,
  lockMilestones,
  lockPartyJob,
  type LockedJob,
  type LockedMilestone,
} from './lock.ts';
export {
  buildNotice,
  loadNoticeSubject,
  publishContractChange,
  type NoticeSubject,
} from './notices/service.ts';
export {
  enqueueChargebackCheck,
  payOutLateChargeback,
  expediteUnappliedRefund,
  writeOffChargeback,
} from './operator-decisions/service.ts';
export { recoverOrder, recoverUnmatchedOrder } from './order-recovery/service.ts';
export { closeFunding, openOrder, registerSoon } from './orders/service.ts';
export { findLiveOrderIds } from './orders/store.ts';
export { changePlan, toPlanPart } from './plan/service.ts';
export { findSide, getOtherSideId } from './policy.ts';
export { findMilestoneReceipts } from './receipts/service.ts';
export { resendRefund } from './refunds/finish.ts';
export { listRefundTries, MILESTONE_REFUND_PREFIX } from './refunds/ids.ts';
export { refundMilestones, type MilestoneRefund } from './refunds/milestones.ts';
export { enqueueRefundCheck } from './refunds/store.ts';
export { releaseEscrow } from './releases/service.ts';
export { findDeductions } from './releases/store.ts';
export { selectReleasedPaise, sumReleasedPaise } from './releases/sums.ts';
export { isUnderWay, mayFund } from './rules.ts';
export {
  findOpenSplit,
  findSplit,
  insertTurn,
  listSplits,
  listTurns as listSplitTurns,
  openSplits,
  overtakeSplits,
  transitionSplits,
  type SplitRow,
  type SplitTurnRow,
} from './splits/store.ts';
export { claimReminders, fillWaits, listUnanswered, type ReleaseWaits } from './releases/unanswered.ts';
export { returnWork, startWait, type Wait } from './releases/wait.ts';
export {
  findContractParties,
  findMilestoneJobId,
  insertMilestones,
  listHeldMilestones,
  listMilestones,
  loadMilestones,
  loadMilestoneDetails,
  toWait,
  toWaitColumns,
  transitionFunds,
  transitionWork,
  type ContractParties,
  type HeldMilestone,
  type MilestoneDetails,
  type MilestoneRow,
} from './store.ts';
