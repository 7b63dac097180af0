export { escrowOf, refundOf, unappliedOf, walletOf, withdrawalOf } from './accounts.ts';
export type { Posting, PostingKind } from './posting.ts';
export {
  disputeSettled,
  disputeSplit,
  paymentUnapplied,
  paymentVerified,
  providerSettled,
  refundChargePaise,
  refundDecided,
  refundSucceeded,
  release,
  unappliedRefundDecided,
  withdrawalPaid,
  withdrawalRequested,
  withdrawalReturned,
  withdrawalReversed,
} from './postings.ts';
export { balance, entriesOf, post } from './store.ts';
export type { AccountEntry, PostResult } from './store.ts';
export { invariants, verifyLedger } from './verify.ts';
export type { Invariant, Violation } from './verify.ts';
