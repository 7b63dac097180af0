import * as z from 'zod/mini';
import { maybeText, pageFields, requiredText } from '../../platform/schemas.ts';
import { ACCOUNT_KINDS, TXN_KEYS } from './model.ts';

const enumOrNull = <T extends string>(options: readonly T[]) =>
  z.pipe(
    z.optional(z.string()),
    z.transform((text: string | undefined): T | null => options.find((option) => option === text) ?? null),
  );

export const accountsQuery = z.object({
  ...pageFields,
  kind: enumOrNull(ACCOUNT_KINDS),
  search: maybeText(100),
});
export const accountQuery = z.object({ code: requiredText('backoffice.account_unknown', 100) });
export const entriesQuery = z.object({ ...pageFields, ...accountQuery.shape });
export const txnsQuery = z.object({ ...pageFields, by: enumOrNull(TXN_KEYS), value: maybeText(200) });

export const account = z.object({
  code: z.string(),
  class: z.enum(['asset', 'expense', 'liability', 'equity', 'income']),
  /** On the account's normal side. Null for a platform account until a trial balance has run. */
  balancePaise: z.nullable(z.number()),
  /** Null: the current balance. */
  balanceAt: z.nullable(z.string()),
  /** A person's name, or a job and its milestone; empty for platform accounts. */
  owner: z.string(),
  openedAt: z.string(),
});
export type ExplorerAccount = z.output<typeof account>;
export const accountEntry = z.object({
  txnId: z.number(),
  at: z.string(),
  kind: z.string(),
  /** A debit is positive, a credit negative. */
  amountPaise: z.number(),
  /** Null on platform accounts, which keep no running balance. */
  balanceAfterPaise: z.nullable(z.number()),
});
export type ExplorerEntry = z.output<typeof accountEntry>;
export const explorerTxn = z.object({
  txnId: z.number(),
  at: z.string(),
  kind: z.string(),
  key: z.string(),
  jobId: z.nullable(z.number()),
  milestoneId: z.nullable(z.number()),
  orderId: z.nullable(z.string()),
  lines: z.array(z.object({ account: z.string(), amountPaise: z.number() })),
});
export type ExplorerTxn = z.output<typeof explorerTxn>;
