import * as z from 'zod/mini';
import { idText, maybeText, requiredText } from '../../platform/schemas.ts';
import { FORGOTTEN_KINDS, NOT_COMPARED_CODES, REOPEN_BLOCKERS } from './model.ts';
import { STATEMENT_MAX } from './statement.ts';

const reason = requiredText('admin.reason_required', 500);

/** `statement`: of the payout account, for `readStatement`; empty when its provider lists transfers. */
export const compare = z.object({
  // Not trimmed, because problems name their line number.
  statement: z.pipe(
    z.optional(z.string().check(z.maxLength(STATEMENT_MAX, 'admin.statement_too_long'))),
    z.transform((text: string | undefined) => text ?? ''),
  ),
});
export type CompareCommand = z.output<typeof compare>;

export const reopen = z.object({
  /** The comparison that the caller has seen. */
  runId: idText('admin.restore_compare_first'),
  /** "yes": a person has reviewed what could not be compared. */
  seen: maybeText(3),
  reason,
});
export type ReopenCommand = z.output<typeof reopen>;

/** What the restored database lacks, by its number at the provider. */
export const recover = z.object({
  kind: z.enum(FORGOTTEN_KINDS, 'admin.decision_required'),
  number: requiredText('admin.restore_number_required', 60),
  /** The worker whose wallet a transfer was paid from; empty for a payment. */
  workerId: z.pipe(
    maybeText(15).check(z.refine((text) => text === '' || /^[1-9]\d*$/.test(text), 'admin.user_unknown')),
    z.transform((text: string) => (text === '' ? null : Number(text))),
  ),
  reason,
});
export type RecoverCommand = z.output<typeof recover>;

const difference = z.object({ subject: z.string(), what: z.string(), ours: z.string(), theirs: z.string() });
/** What could not be compared and why, with the values that the code's message uses. */
export const notCompared = z.object({
  code: z.enum(NOT_COMPARED_CODES),
  provider: z.string(),
  count: z.optional(z.number()),
  amountPaise: z.optional(z.number()),
  at: z.optional(z.string()),
});
export type NotCompared = z.output<typeof notCompared>;
const waiting = z.object({ count: z.number(), paise: z.number() });

/** The stored result of `compareWithProvider`. */
export const restoreComparison = z.object({
  since: z.string(),
  until: z.string(),
  checked: z.object({
    payments: z.number(),
    refunds: z.number(),
    settlements: z.number(),
    transfers: z.number(),
    /** Lines of an uploaded statement. */
    statementLines: z.number(),
  }),
  differences: z.array(difference),
  notFinal: z.array(difference),
  notCompared: z.array(notCompared),
});
export type RestoreComparison = z.output<typeof restoreComparison>;

export const restoreCase = z.object({
  /** Null while payouts are sent. */
  restore: z.nullable(z.object({ id: z.number(), restoredTo: z.string(), markedAt: z.string() })),
  /** When payouts were last reopened; null if never, or while they are paused. */
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
  /** Why payouts cannot be reopened now; null when two admins can reopen them. */
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
export type RestoreCase = z.output<typeof restoreCase>;
