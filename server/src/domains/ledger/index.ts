export {
  toEscrowAccount,
  toRefundAccount,
  toUnappliedAccount,
  toWalletAccount,
  toWithdrawalAccount,
} from './accounts.ts';
export type { Posting, PostingKind } from './posting.ts';
export { findRatesAt, listRates, selectRatesAt, setRates, type DatedRates, type FeeRates } from './fees.ts';
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
} from './postings.ts';
export {
  chargebackReturned,
  chargebackTaken,
  chargebackWrittenOff,
  ownFundsBrought,
} from './provider-postings.ts';
export {
  withdrawalPaid,
  withdrawalPaidAfterAll,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from './withdrawal-postings.ts';
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
export { listGatewaysInUse } from './settlements.ts';
export { verifySeals } from './seals.ts';
export { entryArchivePolicy } from './archive-policy.ts';
export type { ArchiveCheck } from './archive-checks.ts';
export { findInclusionProof, verifyInclusion, type EntryId, type InclusionProof } from './inclusion.ts';
export * as sources from './sources.ts';
export { invariants } from './invariants.ts';
export {
  listProviderStatuses,
  recordProviderStatus,
  type LoggedProviderStatus,
} from './provider-status-log.ts';
export {
  arePayoutsPaused,
  closeRestore,
  markRestore,
  findNewestTransactionTime,
  findOpenRestore,
  PAUSED_WAIT_MS,
  type OpenRestore,
} from './restores.ts';
export { resolveCase, resolveCasesExcept, openCase, listOpenCases, type OpsCaseKind } from './ops-cases.ts';
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
} from './verify.ts';
