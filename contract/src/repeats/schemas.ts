import * as z from 'zod/mini';
import { ability, calendarDate, idText, knownText, optionalIdText, pageFields } from '../platform/schemas.ts';
import { SIDES } from '../contracts/model.ts';
import type { RepeatDateState, RepeatState } from './lifecycle.ts';
import { REPEAT_ANSWERS, RULE_MAX } from './model.ts';

const optionalDate = z.pipe(
  z.optional(z.union([z.literal(''), calendarDate('repeats.day_invalid')])),
  z.transform((text: string | undefined) => (text ? text : null)),
);

export const newRepeat = z.object({
  jobId: idText('jobs.not_found'),
  /** A recurrence rule of RFC 5545 in days: FREQ=WEEKLY;BYDAY=MO,TH */
  rule: z
    .string()
    .check(z.trim(), z.minLength(1, 'repeats.rule_required'), z.maxLength(RULE_MAX, 'common.too_long')),
  /** The last day. It may be left out where the rule has a COUNT or UNTIL. */
  until: optionalDate,
  /** The first day that can be one of the dates; left out: tomorrow. */
  startsOn: optionalDate,
});
export type NewRepeat = z.output<typeof newRepeat>;

export const repeatId = z.object({ repeatId: idText('repeats.not_found') });
export const repeatAnswer = z.object({
  repeatId: idText('repeats.not_found'),
  answer: z.enum(REPEAT_ANSWERS, 'repeats.answer_required'),
});
export const repeatDay = z.object({
  repeatId: idText('repeats.not_found'),
  day: calendarDate('repeats.day_invalid'),
});
/** Left out: those of all jobs. */
export const repeatPage = z.object({ jobId: z.optional(optionalIdText('jobs.not_found')), ...pageFields });

export const repeatDate = z.object({
  day: z.string(),
  state: knownText<RepeatDateState>(),
  /** The job of this date, once it is there. */
  jobId: z.nullable(z.number()),
  skip: ability,
});

export const repeat = z.object({
  id: z.number(),
  /** The job that is repeated. */
  jobId: z.number(),
  jobTitle: z.string(),
  /** The reader's. */
  side: z.enum(SIDES),
  otherName: z.string(),
  /** What each date costs. */
  amountPaise: z.number(),
  rule: z.string(),
  state: knownText<RepeatState>(),
  proposedAt: z.string(),
  /** Until when the worker can answer; null: answered, or over. */
  answerBy: z.nullable(z.string()),
  /** In their order. */
  dates: z.array(repeatDate),
  abilities: z.object({ answer: ability, end: ability }),
});
export type Repeat = z.output<typeof repeat>;
