/** The kinds of ops cases: what no rule decides. */
export const OPS_CASE_KINDS = [
  'payment_unapplied',
  'refund_failed',
  'withdrawal_unknown',
  'withdrawal_contradicted',
  'chargeback_open',
  'chargeback_lost',
  'chargeback_late',
  'release_withdrawn',
  'payer_stopped',
  'settlement_odd',
  'ledger_broken',
  'cover_short',
] as const;
export type OpsCaseKind = (typeof OPS_CASE_KINDS)[number];

/** In display order. */
export const OPS_CASE_DECISIONS = [
  /** Queries the provider, or checks the books, now instead of when it is due. */
  'ask',
  /** Sends a refund again that was given up. */
  'resend',
  /** Sends the money back to the payer. */
  'send_back',
  /** Credits the worker's wallet. */
  'credit',
  /** Debits the worker's wallet. */
  'debit',
  /** Writes a receivable off as a loss. */
  'write_off',
  /** Ends the hold of what was released of a payment. */
  'free_releases',
  /** Lets a stopped payer fund again. */
  'allow_payer',
  /** Records own funds that the platform brought in. */
  'bring_in',
  /** Closes the case: nothing is left to do. */
  'resolve',
] as const;
export type OpsCaseDecision = (typeof OPS_CASE_DECISIONS)[number];

/** These decisions change nothing by themselves, so they do not require a fresh second-factor code. */
export const movesNothing = (decision: OpsCaseDecision): boolean =>
  decision === 'ask' || decision === 'resolve';
