import * as z from 'zod/mini';
import { SIDES } from '../../contracts/model.ts';
import { ability, idText, knownText, requiredText } from '../../platform/schemas.ts';
import { WORDS_MAX } from '../../safety/model.ts';
import type { ContestState } from '../../reliability/lifecycle.ts';
import { CONTEST_DECISIONS, type JobOutcome, type OutcomeReason } from '../../reliability/model.ts';

export const contestId = z.object({ contestId: idText('admin.contest_unknown') });

export const contestDecision = z.object({
  ...contestId.shape,
  decision: z.enum(CONTEST_DECISIONS, 'admin.decision_required'),
  /** To who contested it. */
  words: requiredText('admin.contest_words_required', WORDS_MAX),
});

/** What somebody says is not their fault. */
export const contestCase = z.object({
  id: z.number(),
  job: z.object({ id: z.number(), number: z.string(), title: z.string() }),
  side: z.enum(SIDES),
  by: z.object({ id: z.number(), name: z.string() }),
  other: z.object({ id: z.number(), name: z.string() }),
  outcome: knownText<JobOutcome>(),
  reason: knownText<OutcomeReason>(),
  writtenAt: z.string(),
  /** What who cancelled wrote. Null: nobody cancelled. */
  ending: z.nullable(z.object({ side: z.enum(SIDES), comment: z.string(), at: z.string() })),
  /** Empty for staff who may not decide, as are the words of the decision. */
  text: z.string(),
  sentAt: z.string(),
  dueAt: z.string(),
  state: knownText<ContestState>(),
  decided: z.nullable(z.object({ words: z.string(), by: z.string(), at: z.string() })),
  /** Nobody decides their own case. */
  mayDecide: ability,
});
export type ContestCase = z.output<typeof contestCase>;
