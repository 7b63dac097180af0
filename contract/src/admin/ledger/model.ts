import type * as z from 'zod/mini';
import type { account, accountEntry, explorerTxn } from './schemas.ts';

/** What comes before the colon of an account's code; the platform's own have none. */
export const ACCOUNT_KINDS = ['platform', 'escrow', 'wallet', 'withdrawal', 'refund', 'unapplied'] as const;
/** What a transaction is found by. */
export const TXN_KEYS = ['key', 'txn', 'milestone', 'order'] as const;

export type TxnKey = (typeof TXN_KEYS)[number];
export type ExplorerAccount = z.infer<typeof account>;
export type ExplorerEntry = z.infer<typeof accountEntry>;
export type ExplorerTxn = z.infer<typeof explorerTxn>;
