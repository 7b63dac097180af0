import * as z from 'zod/mini';
import * as calls from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { encodePhoto, photoIdsField, photoReply } from './files.ts';
import { translateIfId } from '../platform/messages.ts';
import { option, textList } from './fields.ts';
import { QUOTE_TERMS } from './job-items.ts';
import { encodeJob, getJob, jobReply, loadJobsExtra, type JobsExtra } from './job-items.ts';
import {
  abilityReply,
  encodeAbility,
  encodeFile,
  encodePerson,
  pageFields,
  personReply,
  toFlag,
} from './shared.ts';
import { replyWithItem, replyWithPage, translateCall, type EncodeContext } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

const NAMES = 'milestone_descriction[]';
const AMOUNTS = 'milestone_amount[]';

/** A value sent as a list keeps its items, including commas. `bid_payment_terms` is another name of `job_bid_type`. */
function unpackOffer(body: Fields): Fields {
  const readList = (name: string) => {
    const value = body[name] ?? body[name.replace('[]', '')];
    return Array.isArray(value) ? JSON.stringify(value) : value;
  };
  const term = body['job_bid_type'] === undefined ? body['bid_payment_terms'] : body['job_bid_type'];
  return { ...body, [NAMES]: readList(NAMES), [AMOUNTS]: readList(AMOUNTS), job_bid_type: term };
}

const offerFields = {
  bidText: 'amount',
  term: option('job_bid_type', QUOTE_TERMS),
  milestoneNames: textList(NAMES),
  milestoneAmountTexts: textList(AMOUNTS),
  workScope: 'work_scope',
  photoIds: photoIdsField,
} as const;

/** The job's fields, and over those that both have, the quote's own: its worker, its amount and its parts. */
const quoteReply = z.object({
  ...jobReply.shape,
  /** The job's, as in every reply. */
  job_skills: z.string(),
  job_amount: z.string(),
  quote_id: z.number(),
  job_id: z.number(),
  ...personReply.shape,
  bid_amount: z.string(),
  job_bid_type: z.string(),
  payment_terms: z.string(),
  payment_milestone: z.array(z.object({ milestone_descriction: z.string(), milestone_amount: z.string() })),
  work_scope: z.string(),
  attach_portfolio: z.string(),
  attach_portfolio_name: z.string(),
  attach_portfolio_bytes: z.number(),
  attach_portfolio_is_image: z.boolean(),
  photos: z.array(photoReply),
  quote_status: z.string(),
  cancel_comment: z.string(),
  is_waiting: z.number(),
  is_taken_down: z.number(),
  created_at: z.string(),
  lapses_at: z.nullable(z.string()),
  version: z.string(),
  can_accept: abilityReply,
  can_edit: abilityReply,
  can_cancel: abilityReply,
});

function encodeQuote(quote: Quote, { locale, extra }: EncodeContext<JobsExtra>): z.output<typeof quoteReply> {
  const job = encodeJob(getJob(extra.jobs, quote.jobId), extra.awards.get(quote.jobId), locale);
  return {
    ...job,
    job_skills: job.skills,
    job_amount: job.amount,
    quote_id: quote.id,
    job_id: quote.jobId,
    ...encodePerson(quote.worker),
    bid_amount: toRupees(quote.bidPaise),
    job_bid_type: QUOTE_TERMS[quote.term],
    payment_terms: QUOTE_TERMS[quote.term],
    payment_milestone: quote.parts.map((part) => ({
      milestone_descriction: translateIfId(locale, part.name),
      milestone_amount: toRupees(part.amountPaise),
    })),
    work_scope: quote.workScope,
    ...encodeFile('attach_portfolio', quote.proposal),
    photos: quote.photos.map(encodePhoto),
    quote_status: quote.state,
    cancel_comment: quote.cancelComment,
    is_waiting: toFlag(quote.heldBack?.reason === 'waiting'),
    is_taken_down: toFlag(quote.heldBack !== null && quote.heldBack.reason !== 'waiting'),
    created_at: quote.createdAt,
    lapses_at: quote.lapsesAt,
    version: quote.version,
    can_accept: encodeAbility(quote.abilities.accept),
    can_edit: encodeAbility(quote.abilities.edit),
    can_cancel: encodeAbility(quote.abilities.cancel),
  };
}

const proposal = { proposal: 'attach_portfolio' };
const quoteInReply = replyWithItem(quoteReply, encodeQuote, ({ jobId }: Quote, reader) =>
  loadJobsExtra([jobId], reader),
);
const quotesInReply = replyWithPage(quoteReply, encodeQuote, (quotes: readonly Quote[], reader) =>
  loadJobsExtra(
    quotes.map(({ jobId }) => jobId),
    reader,
  ),
);

export const quoteTranslations = [
  translateCall(calls.submitQuote, {
    // The specification's form calls the job's id "quote_id".
    fields: { jobId: 'quote_id', ...offerFields },
    unpack: unpackOffer,
    files: proposal,
    reply: quoteInReply,
  }),
  translateCall(calls.updateQuote, {
    fields: { quoteId: 'quote_id', version: 'version', ...offerFields },
    unpack: unpackOffer,
    files: proposal,
    reply: quoteInReply,
  }),
  translateCall(calls.cancelQuote, { fields: { quoteId: 'quote_id', comment: 'cancel_comment' } }),
  translateCall(calls.quoteDetail, { fields: { quoteId: 'quote_id' }, reply: quoteInReply }),
  translateCall(calls.myQuotes, { fields: pageFields, reply: quotesInReply }),
  translateCall(calls.contractRequests, {
    fields: { jobId: 'job_id', ...pageFields },
    reply: quotesInReply,
  }),
  translateCall(calls.acceptQuote, { fields: { quoteId: 'quote_id', jobId: 'job_id' } }),
];
