import * as z from 'zod/mini';
import { BOOKS_RUNS } from './model.ts';

export const runRequest = z.object({ kind: z.enum(BOOKS_RUNS, 'backoffice.run_unknown') });

/** Each kind of run has its own result. A background task computes all of them. */
export const invariantsResult = z.array(
  z.object({
    id: z.number(),
    name: z.string(),
    holds: z.boolean(),
    tookMs: z.number(),
    /** The first rows that violate the invariant, as text. */
    rows: z.array(z.string()),
  }),
);
export type InvariantsResult = z.output<typeof invariantsResult>;
export const trialBalanceResult = z.object({
  lines: z.array(
    z.object({
      /** A platform account, or all accounts of a kind: `escrow`, `wallet`, … */
      account: z.string(),
      accounts: z.number(),
      /** The number of accounts of this kind with a balance. */
      open: z.number(),
      debitPaise: z.number(),
      creditPaise: z.number(),
    }),
  ),
  heldPaise: z.number(),
  owedPaise: z.number(),
});
export type TrialBalanceResult = z.output<typeof trialBalanceResult>;
export const reconciliationResult = z.object({
  since: z.string(),
  orders: z.number(),
  refunds: z.number(),
  transfers: z.number(),
  settlements: z.number(),
  differences: z.array(z.object({ what: z.string(), ours: z.string(), theirs: z.string() })),
  /** Balances of payout accounts whose provider lists no transfers. Later balances are compared with them. */
  balances: z.optional(
    z.array(
      z.object({
        provider: z.string(),
        at: z.string(),
        balancePaise: z.number(),
        paidPaise: z.number(),
        underWayPaise: z.number(),
      }),
    ),
  ),
});
export type ReconciliationResult = z.output<typeof reconciliationResult>;
export const measuresResult = z.object({
  clearingPaise: z.number(),
  overduePaise: z.number(),
  files: z.number(),
  filesBytes: z.number(),
});
export type MeasuresResult = z.output<typeof measuresResult>;

const runShape = {
  id: z.number(),
  askedAt: z.string(),
  askedBy: z.string(),
  /** Null while the first run is in progress. */
  finishedAt: z.nullable(z.string()),
  /** A new run is in progress. */
  running: z.boolean(),
};
/** The newest finished run of each kind; null if none was ever requested. */
export const books = z.object({
  invariants: z.nullable(z.object({ ...runShape, result: z.nullable(invariantsResult) })),
  trialBalance: z.nullable(z.object({ ...runShape, result: z.nullable(trialBalanceResult) })),
  reconciliation: z.nullable(z.object({ ...runShape, result: z.nullable(reconciliationResult) })),
});
export type Books = z.output<typeof books>;
