import * as z from 'zod/mini';
import {
  idText,
  maybeText,
  maybeTrue,
  optionalText,
  pageFields,
  photoIds,
  requiredText,
  rupeeText,
} from '../platform/schemas.ts';
import { REASON_MAX } from '../platform/limits.ts';
import { parseRupees } from '../platform/money.ts';
import { doorCodeText } from '../visits/door/code-text.ts';
import { excuseText } from '../visits/excuse.ts';
import { FUND_STEPS, NOTE_MAX, SPLIT_ANSWERS, WORK_STEPS } from './model.ts';

const base = { jobId: idText('contracts.not_found'), milestoneId: idText('contracts.milestone_not_found') };

/** An amount in rupees that a client may repeat. It must equal the one that we know. */
const ownAmount = z.pipe(rupeeText(), z.transform(parseRupees));

export const moveFund = z.pipe(
  z.object({
    ...base,
    step: z.enum(FUND_STEPS, 'contracts.step_unknown'),
    /** When sent, it must be the milestone's own amount. */
    amountText: ownAmount,
    /** Releasing accepts finished work too, in the same transaction. Only the step `released` reads it. */
    acceptsWork: maybeTrue,
  }),
  z.transform(({ amountText: amountPaise, ...command }) => ({ ...command, amountPaise })),
);

export type MoveFund = z.output<typeof moveFund>;

export const moveWork = z.object({
  ...base,
  step: z.enum(WORK_STEPS, 'contracts.step_unknown'),
  /** What the worker says of the completed work, and its photos. Only the step `completed` reads them. */
  note: maybeText(NOTE_MAX),
  photoIds,
  /** The poster’s door code. Needed to start a milestone that begins with a visit. */
  code: doorCodeText,
});

export type MoveWork = z.output<typeof moveWork>;

export const requestChange = z.object({
  ...base,
  comment: requiredText('contracts.change_comment_required', REASON_MAX),
});

export type RequestChange = z.output<typeof requestChange>;

export const cancelJob = z.pipe(
  z.object({
    jobId: base.jobId,
    comment: optionalText(REASON_MAX),
    /** The refund that was shown to the poster. */
    refundText: ownAmount,
    /** Why it does not count against who cancels, where the job begins with a visit. */
    excuse: excuseText,
  }),
  z.transform(({ refundText: refundPaise, ...command }) => ({ ...command, refundPaise })),
);

export type CancelJob = z.output<typeof cancelJob>;

/** The worker's part of a split; all of it and nothing are possible too. */
const workerPart = z.pipe(
  rupeeText(z.refine((text) => parseRupees(text) !== null, 'contracts.split_amount')),
  z.transform((text) => parseRupees(text) ?? 0),
);

/** Of the milestone's splits, as it was shown to the caller. */
const splitVersion = z.pipe(
  z.string().check(z.regex(/^\d{1,6}$/, 'contracts.split_changed')),
  z.transform((text: string) => Number(text)),
);

export const proposeSplit = z.pipe(
  z.object({
    milestoneId: base.milestoneId,
    workerText: workerPart,
    comment: maybeText(REASON_MAX),
    version: splitVersion,
  }),
  z.transform(({ workerText: workerPaise, ...command }) => ({ ...command, workerPaise })),
);

export type ProposeSplit = z.output<typeof proposeSplit>;

export const answerSplit = z.pipe(
  z.object({
    splitId: idText('contracts.split_not_found'),
    answer: z.enum(SPLIT_ANSWERS, 'contracts.split_answer_required'),
    /** The other sum. Only the answer `counter` reads it. */
    workerText: ownAmount,
    comment: maybeText(REASON_MAX),
    version: splitVersion,
  }),
  z.transform(({ workerText: workerPaise, ...command }) => ({ ...command, workerPaise })),
);

export type AnswerSplit = z.output<typeof answerSplit>;

export const jobId = z.object({ jobId: base.jobId });

export const milestoneOfJob = z.object(base);

export const quoteId = z.object({ quoteId: idText('quotes.not_found') });

export const page = z.object(pageFields);

export const orderId = z.object({
  orderId: z.string().check(z.regex(/^[A-Za-z0-9_-]{3,50}$/, 'contracts.order_not_found')),
});

export const myJobs = z.object({
  scope: z.catch(z.enum(['ongoing', 'all']), 'ongoing'),
  filter: z.catch(z.enum(['all', 'awarded', 'completed']), 'all'),
  ...pageFields,
});
