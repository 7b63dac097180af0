export { estimateRests, type EstimatedRests } from './estimate.ts';
export {
  holdReleases,
  liftHolds,
  sumHeldReleases,
  type HeldReleases,
  type HoldReason,
  type LiftedReleases,
} from './holds.ts';
export { findGreatestCashOut } from './greatest-cash-out.ts';
export { invariants } from './invariants.ts';
export type { ReachedLimit } from './limits.ts';
export {
  allowPayer,
  endPayerStop,
  findPayerStop,
  findFundingObstacle,
  isPayerStopped,
  lockPayer,
  stopPayer,
  type FundingObstacle,
} from './payers.ts';
export { lockWallet, recordReleases, type Released, type WalletReleaseRow } from './releases.ts';
export { findTermsAt, type RestTerms } from './terms.ts';
export { isFree, type Rest } from './rules.ts';
export { describeRest } from './words.ts';
export {
  findWithdrawableTime,
  findWithdrawalLimit,
  giveBack,
  readWalletState,
  takeFree,
  takeLate,
  tookHeldRelease,
  type WalletState,
} from './withdrawals.ts';
