/** `unmatched`: a payment for a milestone that the books also lack; it is sent back. */
export const FORGOTTEN_KINDS = ['transfer', 'order', 'unmatched'] as const;
/** Why something could not be compared. All but the first require the statement of the payout account. */
export const NOT_COMPARED_CODES = [
  'older_withdrawals',
  'no_list_or_balance',
  'no_earlier_balance',
  'balance_known_since',
  'money_came_in',
] as const;
/** Why payouts cannot be reopened. The first that applies is reported. */
export const REOPEN_BLOCKERS = [
  'not_restored',
  'not_compared',
  'comparing',
  'compared_before',
  'too_old',
  'differences',
] as const;
/** How long a comparison stays valid. */
export const COMPARISON_COUNTS_HOURS = 24;

export type ForgottenKind = (typeof FORGOTTEN_KINDS)[number];
export type ReopenBlocker = (typeof REOPEN_BLOCKERS)[number];
