import * as z from 'zod/mini';
import { idText, maybeText, requiredText } from '../../platform/schemas.ts';
import { FORGOTTEN_KINDS, NOT_COMPARED_CODES, REOPEN_BLOCKERS } from './model.ts';
import { STATEMENT_MAX } from './statement.ts';

const reason = requiredText('admin.reason_required', 500);

/** `statement`: of the payout account, as `readStatement` reads it; empty where its provider lists transfers. */
export const compare = z.object({
  // Not trimmed: its lines are counted.
  statement: z.pipe(
    z.optional(z.string().check(z.maxLength(STATEMENT_MAX, 'admin.statement_too_long'))),
    z.transform((text: string | undefined) => text ?? ''),
  ),
});

export const reopen = z.object({
  /** The comparison that the caller has seen. */
  runId: idText('admin.restore_compare_first'),
  /** "yes": what could not be compared was looked at by a person. */
  seen: maybeText(3),
  reason,
});

/** What a restored database does not know, by its number at the provider. */
export const recover = z.object({
  kind: z.enum(FORGOTTEN_KINDS, 'admin.decision_required'),
  number: requiredText('admin.restore_number_required', 60),
  /** Whose wallet a transfer was paid from; empty for a payment. */
  workerId: z.pipe(
    maybeText(15).check(z.refine((text) => text === '' || /^[1-9]\d*$/.test(text), 'admin.user_unknown')),
    z.transform((text: string) => (text === '' ? null : Number(text))),
  ),
  reason,
});

const difference = z.object({ subject: z.string(), what: z.string(), ours: z.string(), theirs: z.string() });
/** What nobody lists, and why; the values that its code names. */
export const notCompared = z.object({
  code: z.enum(NOT_COMPARED_CODES),
  provider: z.string(),
  count: z.optional(z.number()),
  amountPaise: z.optional(z.number()),
  at: z.optional(z.string()),
});
const waiting = z.object({ count: z.number(), paise: z.number() });

/** What `compareWithProvider` found, as it is kept. */
export const restoreComparison = z.object({
  since: z.string(),
  until: z.string(),
  checked: z.object({
    payments: z.number(),
    refunds: z.number(),
    settlements: z.number(),
    transfers: z.number(),
    /** Of a statement that somebody gave. */
    statementLines: z.number(),
  }),
  differences: z.array(difference),
  notFinal: z.array(difference),
  notCompared: z.array(notCompared),
});

export const restoreCase = z.object({
  /** Null: payouts go out. */
  restore: z.nullable(z.object({ id: z.number(), restoredTo: z.string(), markedAt: z.string() })),
  /** When payouts were last reopened; null: never, or they are paused. */
  reopenedAt: z.nullable(z.string()),
  waiting: z.object({ withdrawals: waiting, refunds: waiting }),
  comparison: z.nullable(
    z.object({
      runId: z.number(),
      askedBy: z.string(),
      running: z.boolean(),
      finishedAt: z.nullable(z.string()),
      result: z.nullable(restoreComparison),
    }),
  ),
  /** Why payouts cannot be reopened now; null: two admins can. */
  blocker: z.nullable(z.enum(REOPEN_BLOCKERS)),
  proposal: z.nullable(
    z.object({
      approvalId: z.number(),
      askedBy: z.string(),
      at: z.string(),
      reason: z.string(),
      own: z.boolean(),
    }),
  ),
});
