/**
 * Why money cannot be sent to an account at once: it was added before the owner's identity was verified, its bank gave
 * a name that may be the owner's or not, another name, or no name; or the password was reset, a contact was changed, or
 * both, shortly before.
 */
export const WAIT_REASONS = [
  'unverified',
  'unclear_name',
  'other_name',
  'no_answer',
  'password_reset',
  'contact_changed',
  'reset_and_changed',
] as const;
export type WaitReason = (typeof WAIT_REASONS)[number];

export const PASSBOOK_KINDS = [
  'release',
  'withdrawal',
  'withdrawal_returned',
  'withdrawal_reversed',
  'held',
] as const;
export type PassbookKind = (typeof PASSBOOK_KINDS)[number];
