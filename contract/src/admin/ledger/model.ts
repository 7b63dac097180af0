import type * as z from 'zod/mini';
import type { account, accountEntry, explorerTxn } from './schemas.ts';

/** The prefix before the colon of an account's code; platform accounts have none. */
export const ACCOUNT_KINDS = ['platform', 'escrow', 'wallet', 'withdrawal', 'refund', 'unapplied'] as const;
/** What a transaction can be searched by. */
export const TXN_KEYS = ['key', 'txn', 'milestone', 'order'] as const;

export type TxnKey = (typeof TXN_KEYS)[number];
export type ExplorerAccount = z.infer<typeof account>;
export type ExplorerEntry = z.infer<typeof accountEntry>;
export type ExplorerTxn = z.infer<typeof explorerTxn>;
