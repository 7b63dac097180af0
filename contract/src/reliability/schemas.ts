import * as z from 'zod/mini';
import { SIDES } from '../contracts/model.ts';
import { ability, idText, knownText, pageFields, requiredText } from '../platform/schemas.ts';
import type { ContestState } from './lifecycle.ts';
import { reliability } from './shown.ts';
import { CONTEST_TEXT_MAX, type JobOutcome, type OutcomeReason } from './model.ts';

export const endedJob = z.object({ jobId: idText('reliability.not_found') });

export const contestOutcome = z.object({
  ...endedJob.shape,
  text: requiredText('reliability.text_required', CONTEST_TEXT_MAX),
});
export type ContestOutcome = z.output<typeof contestOutcome>;

export const outcomePage = z.object(pageFields);

/** What an awarded job is in the record of the reader. */
export const ownOutcome = z.object({
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  /** The reader's. */
  side: z.enum(SIDES),
  awardedAt: z.string(),
  outcome: knownText<JobOutcome>(),
  reason: knownText<OutcomeReason>(),
  writtenAt: z.string(),
  state: knownText<ContestState>(),
  /** Until when it can be contested. Null: it does not count against the reader. */
  contestUntil: z.nullable(z.string()),
  contest: z.nullable(
    z.object({
      text: z.string(),
      sentAt: z.string(),
      /** FWS decides by then. */
      dueAt: z.string(),
      /** Of FWS. Empty while it waits. */
      words: z.string(),
      decidedAt: z.nullable(z.string()),
    }),
  ),
  abilities: z.object({ contest: ability }),
});
export type OwnOutcome = z.output<typeof ownOutcome>;

export const ownReliability = z.object({
  asWorker: z.nullable(reliability),
  asPoster: z.nullable(reliability),
  /** Newest award first. */
  items: z.array(ownOutcome),
  nextCursor: z.nullable(z.string()),
});
export type OwnReliability = z.output<typeof ownReliability>;
