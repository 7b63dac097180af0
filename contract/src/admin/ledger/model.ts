/** The prefix before the colon of an account's code; platform accounts have none. */
export const ACCOUNT_KINDS = ['platform', 'escrow', 'wallet', 'withdrawal', 'refund', 'unapplied'] as const;
/** What a transaction can be searched by. */
export const TXN_KEYS = ['key', 'txn', 'milestone', 'order'] as const;

export type TxnKey = (typeof TXN_KEYS)[number];
