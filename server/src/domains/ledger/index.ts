export {
  toEscrowAccount,
  toRefundAccount,
  toUnappliedAccount,
  toWalletAccount,
  toWithdrawalAccount,
} from './postings/accounts.ts';
export type { Posting } from './postings/posting.ts';
export {
  findRatesAt,
  listRates,
  selectRatesAt,
  setRates,
  type DatedRates,
  type FeeRates,
} from './fees/store.ts';
export {
  disputeSettled,
  disputeSplit,
  paymentUnapplied,
  paymentVerified,
  calculateRefundChargePaise,
  refundDecided,
  refundSucceeded,
  release,
  splitAgreed,
  unappliedCredited,
  unappliedRefundDecided,
} from './postings/escrow.ts';
export {
  chargebackReturned,
  chargebackTaken,
  chargebackWrittenOff,
  ownFundsBrought,
} from './postings/provider.ts';
export {
  withdrawalPaid,
  withdrawalPaidAfterAll,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from './postings/withdrawals.ts';
export {
  callPost,
  getBalance,
  listAccountEntries,
  post,
  postOrThrow,
  requirePosted,
  sumAccountByMonth,
} from './store.ts';
export type { AccountEntry, PostedRow, PostResult } from './store.ts';
export { listGatewaysInUse } from './settlements/service.ts';
export { verifySeals } from './seals/service.ts';
export { entryArchivePolicy } from './archives/archive-policy.ts';
export type { ArchiveCheck } from './archives/checks.ts';
export {
  findInclusionProof,
  verifyInclusion,
  type EntryId,
  type InclusionProof,
} from './inclusion/service.ts';
export * as sources from './sources.ts';
export { invariants } from './invariants.ts';
export {
  listProviderStatuses,
  recordProviderStatus,
  type LoggedProviderStatus,
} from './provider-status-log/store.ts';
export {
  arePayoutsPaused,
  closeRestore,
  markRestore,
  findNewestTransactionTime,
  findOpenRestore,
  PAUSED_WAIT_MS,
  type OpenRestore,
} from './restores/store.ts';
export {
  resolveCase,
  resolveCasesExcept,
  openCase,
  listOpenCases,
  type OpsCaseKind,
} from './cases/service.ts';
export {
  calculateCover,
  findVerifiedDay,
  preferIndexes,
  recordVerifiedDay,
  verifyLedger,
  type DistantTable,
  type Invariant,
  type VerifiedDay,
  type Violation,
} from './verification/service.ts';
