import * as z from 'zod/mini';
import * as calls from '@fws/contract/quotes/calls';
import type { PaymentTerm } from '@fws/contract/jobs/model';
import type { Quote } from '@fws/contract/quotes/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { encodePhoto, photoIdsField, photoReply } from './files.ts';
import { monthFirst, option, textList } from './fields.ts';
import { BUDGETS, encodeBudget, encodeJobNumber, JOB_TERMS } from './jobs.ts';
import { abilityReply, encodeAbility, encodeFile, encodePerson, pageFields, personReply } from './shared.ts';
import { replyWithItem, replyWithPage, translateCall } from './translation.ts';
import type { Fields } from '../platform/http/fields.ts';

/** How a quote is paid; a job names the same terms otherwise. */
export const QUOTE_TERMS: Record<PaymentTerm, string> = {
  terms: 'By Terms',
  milestone: 'By Milestone',
  completion: 'By Completion',
};

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

const quoteReply = z.object({
  quote_id: z.number(),
  job_id: z.number(),
  job_unique_id: z.string(),
  job_title: z.string(),
  job_location: z.string(),
  budjet: z.string(),
  job_amount: z.string(),
  target_closed_date: z.string(),
  payment_term: z.string(),
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
  created_at: z.string(),
  lapses_at: z.nullable(z.string()),
  can_accept: abilityReply,
  can_edit: abilityReply,
  can_cancel: abilityReply,
});

const encodeQuote = (quote: Quote): z.output<typeof quoteReply> => ({
  quote_id: quote.id,
  job_id: quote.jobId,
  job_unique_id: encodeJobNumber(quote.jobNumber),
  job_title: quote.jobTitle,
  job_location: quote.jobLocation,
  budjet: BUDGETS[quote.jobBudget.kind],
  job_amount: encodeBudget(quote.jobBudget),
  target_closed_date: monthFirst.write(quote.jobClosesOn),
  payment_term: JOB_TERMS[quote.jobPaymentTerm],
  ...encodePerson(quote.worker),
  bid_amount: toRupees(quote.bidPaise),
  job_bid_type: QUOTE_TERMS[quote.term],
  payment_terms: QUOTE_TERMS[quote.term],
  payment_milestone: quote.parts.map((part) => ({
    milestone_descriction: part.name,
    milestone_amount: toRupees(part.amountPaise),
  })),
  work_scope: quote.workScope,
  ...encodeFile('attach_portfolio', quote.proposal),
  photos: quote.photos.map(encodePhoto),
  quote_status: quote.state,
  cancel_comment: quote.cancelComment,
  created_at: quote.createdAt,
  lapses_at: quote.lapsesAt,
  can_accept: encodeAbility(quote.abilities.accept),
  can_edit: encodeAbility(quote.abilities.edit),
  can_cancel: encodeAbility(quote.abilities.cancel),
});

const proposal = { proposal: 'attach_portfolio' };
const quoteInReply = replyWithItem(quoteReply, encodeQuote);
const quotesInReply = replyWithPage(quoteReply, encodeQuote);

export const quoteTranslations = [
  translateCall(calls.submitQuote, {
    // The specification's form calls the job's id "quote_id".
    fields: { jobId: 'quote_id', ...offerFields },
    unpack: unpackOffer,
    files: proposal,
    reply: quoteInReply,
  }),
  translateCall(calls.updateQuote, {
    fields: { quoteId: 'quote_id', ...offerFields },
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
  translateCall(calls.acceptQuote, { fields: { quoteId: 'quote_id' } }),
];
