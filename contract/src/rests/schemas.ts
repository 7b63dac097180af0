import * as z from 'zod/mini';
import { knownText } from '../platform/schemas.ts';
import type { PayMethod } from './model.ts';

/** Money in the wallet that cannot be withdrawn yet. */
export const restingRelease = z.object({
  id: z.number(),
  /** What no withdrawal took. */
  amountPaise: z.number(),
  releasedAt: z.string(),
  /** ISO time from which it can be withdrawn. Null: it is on hold, and a person decides. */
  until: z.nullable(z.string()),
  /** In the reader's language: "Your first job with Anil T. Paid by UPI. 3 days." */
  reason: z.string(),
  jobNumber: z.nullable(z.string()),
});
export type RestingRelease = z.output<typeof restingRelease>;

/** What a fresh account may still withdraw, where that is less than what is ready. */
export const withdrawalLimit = z.object({
  /** In this many hours. */
  hours: z.number(),
  maxPaise: z.number(),
  leftPaise: z.number(),
  /** ISO time from which more can be withdrawn. */
  moreFrom: z.nullable(z.string()),
});
export type WithdrawalLimit = z.output<typeof withdrawalLimit>;

/** The rest that a release would get today, by each way to pay. */
export const restEstimate = z.object({
  methods: z.array(
    z.object({
      method: knownText<PayMethod>(),
      days: z.number(),
      /** In the reader's language. */
      reason: z.string(),
    }),
  ),
  /** After so many releases, the oldest so many days ago, it does not rest; null if that is so already. */
  known: z.nullable(z.object({ releases: z.number(), days: z.number() })),
  /** Why this payer cannot fund it now, in the reader's language; null if nothing is in the way. The payer's alone. */
  obstacle: z.nullable(z.string()),
  /** An identity check removes what is in the way. */
  needsIdentity: z.boolean(),
});
export type RestEstimate = z.output<typeof restEstimate>;
