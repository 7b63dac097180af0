/** The kinds of transactions in the ledger. */
export const POSTING_KINDS = [
  'payment_verified',
  'payment_unapplied',
  'provider_settled',
  'settlement_reversed',
  'chargeback_taken',
  'chargeback_returned',
  'chargeback_written_off',
  'release',
  'dispute_split',
  'split_agreed',
  'refund_decided',
  'refund_succeeded',
  'unapplied_refund_decided',
  'unapplied_credited',
  'own_funds_brought',
  'withdrawal_requested',
  'withdrawal_paid',
  'withdrawal_returned',
  'withdrawal_reversed',
] as const;
export type PostingKind = (typeof POSTING_KINDS)[number];
