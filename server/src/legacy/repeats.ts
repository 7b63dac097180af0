import * as z from 'zod/mini';
import { toRupees } from '@fws/contract/platform/money';
import * as calls from '@fws/contract/repeats/calls';
import type { Repeat } from '@fws/contract/repeats/schemas';
import { allowMissing } from './fields.ts';
import { pageFields, toFlag } from './shared.ts';
import { replyWithItem, replyWithPage, translateCall } from './translation.ts';

const repeatReply = z.object({
  repeat_id: z.number(),
  job_id: z.number(),
  job_title: z.string(),
  side: z.string(),
  other_name: z.string(),
  amount: z.string(),
  rule: z.string(),
  state: z.string(),
  proposed_at: z.string(),
  answer_by: z.nullable(z.string()),
  can_answer: z.number(),
  can_end: z.number(),
  dates: z.array(
    z.object({
      day: z.string(),
      state: z.string(),
      job_id: z.nullable(z.number()),
      can_skip: z.number(),
    }),
  ),
});

const encodeRepeat = (repeat: Repeat): z.output<typeof repeatReply> => ({
  repeat_id: repeat.id,
  job_id: repeat.jobId,
  job_title: repeat.jobTitle,
  side: repeat.side,
  other_name: repeat.otherName,
  amount: toRupees(repeat.amountPaise),
  rule: repeat.rule,
  state: repeat.state,
  proposed_at: repeat.proposedAt,
  answer_by: repeat.answerBy,
  can_answer: toFlag(repeat.abilities.answer.allowed),
  can_end: toFlag(repeat.abilities.end.allowed),
  dates: repeat.dates.map(({ day, state, jobId, skip }) => ({
    day,
    state,
    job_id: jobId,
    can_skip: toFlag(skip.allowed),
  })),
});

const reply = replyWithItem(repeatReply, encodeRepeat);

export const repeatTranslations = [
  translateCall(calls.repeatJob, {
    fields: {
      jobId: 'job_id',
      rule: 'rule',
      until: allowMissing('until'),
      startsOn: allowMissing('starts_on'),
    },
    reply,
  }),
  translateCall(calls.answerRepeat, { fields: { repeatId: 'repeat_id', answer: 'answer' }, reply }),
  translateCall(calls.skipRepeat, { fields: { repeatId: 'repeat_id', day: 'day' }, reply }),
  translateCall(calls.endRepeat, { fields: { repeatId: 'repeat_id' }, reply }),
  translateCall(calls.repeatList, {
    fields: { jobId: allowMissing('job_id'), ...pageFields },
    reply: replyWithPage(repeatReply, encodeRepeat),
  }),
];
