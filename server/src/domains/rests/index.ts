export { estimateRests, type EstimatedRests } from './estimate/service.ts';
export {
  holdReleases,
  liftHolds,
  sumHeldReleases,
  type HeldReleases,
  type HoldReason,
  type LiftedReleases,
} from './holds/service.ts';
export { findGreatestCashOut } from './greatest-cash-out/rules.ts';
export { invariants } from './invariants.ts';
export type { ReachedLimit } from './limits.ts';
export {
  allowPayer,
  endPayerStop,
  findPayerStop,
  findFundingObstacle,
  findIdentityLimit,
  isPayerStopped,
  lockPayer,
  stopPayer,
  type FundingObstacle,
} from './payers/service.ts';
export { lockWallet, recordReleases, type Released, type WalletReleaseRow } from './releases/service.ts';
export { findTermsAt, type RestTerms } from './terms/store.ts';
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
} from './withdrawals/service.ts';
