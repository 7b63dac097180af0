import * as z from 'zod/mini';
import * as calls from '@fws/contract/quotes/calls';
import type { QuoteState } from '@fws/contract/quotes/lifecycle';
import { DECLINE_REASONS, type DeclineReason } from '@fws/contract/quotes/negotiation/model';
import type { HistoryStep, QuoteHistory } from '@fws/contract/quotes/negotiation/schemas';
import type { Quote } from '@fws/contract/quotes/schemas';
import { toRupees } from '@fws/contract/platform/money';
import { encodePhoto, photoIdsField, photoReply } from './files.ts';
import type { VisitOffer } from '@fws/contract/visits/offer';
import type { Locale } from '@fws/contract/platform/messages';
import { translateIfId } from '../platform/messages.ts';
import { allowMissing, dateField, dayFirst, option, PLAN_ROWS, textList, unpackPlanRows } from './fields.ts';
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

/** `bid_payment_terms` is another name of `job_bid_type`. */
function unpackOffer(body: Fields): Fields {
  const term = body['job_bid_type'] === undefined ? body['bid_payment_terms'] : body['job_bid_type'];
  return { ...unpackPlanRows(body), job_bid_type: term };
}

const offerFields = {
  bidText: 'amount',
  term: option('job_bid_type', QUOTE_TERMS),
  milestoneNames: textList(PLAN_ROWS.names),
  milestoneAmountTexts: textList(PLAN_ROWS.amounts),
  workScope: 'work_scope',
  startsOn: allowMissing(dateField('starts_on', dayFirst)),
  finishBy: allowMissing(dateField('finish_by', dayFirst)),
  photoIds: photoIdsField,
  visitDate: allowMissing(dateField('visit_date', dayFirst)),
  visitWindow: allowMissing('visit_window'),
  visitFeeText: allowMissing('visit_fee'),
} as const;

/** The states that the specification's clients know. Newer ones are in `negotiation_status`. */
const KNOWN_STATES: Partial<Record<QuoteState, QuoteState>> = {
  asked: 'submitted',
  declined: 'not_selected',
};

const partReply = z.object({ milestone_descriction: z.string(), milestone_amount: z.string() });

const encodePart = ({ name, amountPaise }: Quote['parts'][number], locale: Locale) => ({
  milestone_descriction: translateIfId(locale, name),
  milestone_amount: toRupees(amountPaise),
});

/** What an offer or a wish for another consists of. Empty: nothing of the kind. */
const termsReply = {
  amount: z.string(),
  job_bid_type: z.string(),
  payment_milestone: z.array(partReply),
  starts_on: z.string(),
  finish_by: z.string(),
  note: z.string(),
};

const encodeTerms = (
  terms: Pick<HistoryStep, 'bidPaise' | 'term' | 'parts' | 'startsOn' | 'finishBy' | 'note'>,
  locale: Locale,
) => ({
  amount: terms.bidPaise === null ? '' : toRupees(terms.bidPaise),
  job_bid_type: terms.term === null ? '' : QUOTE_TERMS[terms.term],
  payment_milestone: terms.parts.map((part) => encodePart(part, locale)),
  starts_on: terms.startsOn ?? '',
  finish_by: terms.finishBy ?? '',
  note: terms.note,
});

const visitReply = { visit_date: z.string(), visit_window: z.string(), visit_fee: z.string() };

const encodeVisitOffer = (visit: VisitOffer | null) => ({
  visit_date: visit?.date ?? '',
  visit_window: visit?.window ?? '',
  visit_fee: visit ? toRupees(visit.feePaise) : '',
});

const askedReply = z.object({ ...termsReply, asked_at: z.string() });

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
  payment_milestone: z.array(partReply),
  work_scope: z.string(),
  attach_portfolio: z.string(),
  attach_portfolio_name: z.string(),
  attach_portfolio_bytes: z.number(),
  attach_portfolio_is_image: z.boolean(),
  photos: z.array(photoReply),
  quote_status: z.string(),
  negotiation_status: z.string(),
  starts_on: z.string(),
  finish_by: z.string(),
  ...visitReply,
  note: z.string(),
  quote_version: z.number(),
  offered_at: z.string(),
  seen_at: z.nullable(z.string()),
  turn: z.number(),
  asks_left: z.number(),
  asked_for: z.nullable(askedReply),
  decline_reason: z.string(),
  decline_note: z.string(),
  cancel_comment: z.string(),
  is_waiting: z.number(),
  is_taken_down: z.number(),
  created_at: z.string(),
  lapses_at: z.nullable(z.string()),
  version: z.string(),
  can_accept: abilityReply,
  can_ask: abilityReply,
  can_decline: abilityReply,
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
    payment_milestone: quote.parts.map((part) => encodePart(part, locale)),
    work_scope: quote.workScope,
    ...encodeFile('attach_portfolio', quote.proposal),
    photos: quote.photos.map(encodePhoto),
    quote_status: KNOWN_STATES[quote.state] ?? quote.state,
    negotiation_status: quote.state,
    starts_on: quote.startsOn ?? '',
    finish_by: quote.finishBy ?? '',
    ...encodeVisitOffer(quote.visit),
    note: quote.note,
    quote_version: quote.offerVersion,
    offered_at: quote.offeredAt,
    seen_at: quote.seenAt,
    turn: quote.turn,
    asks_left: quote.asksLeft,
    asked_for: quote.asked && { ...encodeTerms(quote.asked, locale), asked_at: quote.asked.at },
    decline_reason: quote.declined?.reason ?? '',
    decline_note: quote.declined?.note ?? '',
    cancel_comment: quote.cancelComment,
    is_waiting: toFlag(quote.heldBack?.reason === 'waiting'),
    is_taken_down: toFlag(quote.heldBack !== null && quote.heldBack.reason !== 'waiting'),
    created_at: quote.createdAt,
    lapses_at: quote.lapsesAt,
    version: quote.version,
    can_accept: encodeAbility(quote.abilities.accept),
    can_ask: encodeAbility(quote.abilities.ask),
    can_decline: encodeAbility(quote.abilities.decline),
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

const REASONS = Object.fromEntries(DECLINE_REASONS.map((reason) => [reason, reason])) as Record<
  DeclineReason,
  string
>;

const historyReply = z.object({
  step: z.string(),
  by: z.string(),
  at: z.string(),
  turn: z.number(),
  quote_version: z.nullable(z.number()),
  ...termsReply,
  ...visitReply,
  work_scope: z.string(),
  reason: z.string(),
  changed: z.array(z.string()),
});

const encodeStep = (step: HistoryStep, locale: Locale): z.output<typeof historyReply> => ({
  step: step.step,
  by: step.by,
  at: step.at,
  turn: step.turn,
  quote_version: step.version,
  ...encodeTerms(step, locale),
  ...encodeVisitOffer(step.visit),
  work_scope: step.workScope,
  reason: step.reason ?? '',
  changed: step.changed,
});

const historyInReply = replyWithItem(
  z.object({ history: z.array(historyReply) }),
  ({ items }: QuoteHistory, { locale }) => ({ history: items.map((step) => encodeStep(step, locale)) }),
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
    fields: { quoteId: 'quote_id', version: 'version', turn: 'turn', ...offerFields, note: 'note' },
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
  translateCall(calls.acceptQuote, {
    fields: { quoteId: 'quote_id', jobId: 'job_id', offerVersion: 'quote_version' },
  }),
  translateCall(calls.declineQuote, {
    fields: {
      quoteId: 'quote_id',
      offerVersion: 'quote_version',
      reason: option('reason', REASONS),
      note: 'note',
    },
  }),
  translateCall(calls.askAnotherQuote, {
    fields: {
      quoteId: 'quote_id',
      offerVersion: 'quote_version',
      bidText: 'amount',
      term: offerFields.term,
      milestoneNames: offerFields.milestoneNames,
      milestoneAmountTexts: offerFields.milestoneAmountTexts,
      startsOn: offerFields.startsOn,
      finishBy: offerFields.finishBy,
      note: 'note',
    },
    unpack: unpackOffer,
  }),
  translateCall(calls.quoteHistory, { fields: { quoteId: 'quote_id' }, reply: historyInReply }),
];
