import type * as z from 'zod/mini';
import { firstItemReply, pageReply } from '../platform/call.ts';
import { createSchemaLoader, textList, wireForm, type WireBody } from '../platform/form.ts';
import { monthFirst } from '../platform/dates.ts';
import { personFromWire, personToWire } from '../platform/person.ts';
import { parseRupees, toRupees } from '../platform/money.ts';
import { abilityFromWire, abilityToWire } from '../platform/wire.ts';
import {
  budgetFromWire,
  budgetKindToWire,
  budgetToWire,
  jobIdForm,
  jobNumberFromWire,
  jobNumberToWire,
  optionField,
  pageForm,
  termFromWire,
  termToWire,
} from '../jobs/wire.ts';
import type { PaymentTerm } from '../jobs/model.ts';
import type { Quote } from './model.ts';
import type { QuoteState } from './lifecycle.ts';
import type { quoteWire } from './schemas.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

const BID: Record<PaymentTerm, string> = {
  terms: 'By Terms',
  milestone: 'By Milestone',
  completion: 'By Completion',
};
export const bidField = (name: string) => optionField(name, BID);

const NAMES = 'milestone_descriction[]';
const AMOUNTS = 'milestone_amount[]';

/** A value sent as a list keeps its items, including commas. `bid_payment_terms` is another name of `job_bid_type`. */
function unpackQuote(body: WireBody): WireBody {
  const readList = (name: string) => {
    const value = body[name] ?? body[name.replace('[]', '')];
    return Array.isArray(value) ? JSON.stringify(value) : value;
  };
  const term = body['job_bid_type'] === undefined ? body['bid_payment_terms'] : body['job_bid_type'];
  return { ...body, [NAMES]: readList(NAMES), [AMOUNTS]: readList(AMOUNTS), job_bid_type: term };
}

const offerFields = {
  bidText: 'amount',
  term: bidField('job_bid_type'),
  milestoneNames: textList(NAMES),
  milestoneAmountTexts: textList(AMOUNTS),
  workScope: 'work_scope',
} as const;

export const submitQuoteForm = wireForm(
  schema('submitQuote'),
  // The legacy form calls the job's id "quote_id".
  { jobId: 'quote_id', ...offerFields },
  { unpack: unpackQuote },
);

export const updateQuoteForm = wireForm(
  schema('updateQuote'),
  { quoteId: 'quote_id', ...offerFields },
  { unpack: unpackQuote },
);

export const cancelQuoteForm = wireForm(schema('cancelQuote'), {
  quoteId: 'quote_id',
  comment: 'cancel_comment',
});

export const quoteIdForm = wireForm(schema('quoteId'), { quoteId: 'quote_id' });
export const requestsForm = wireForm(schema('requestsOfJob'), { ...jobIdForm.fields, ...pageForm.fields });

export type QuoteWire = z.infer<typeof quoteWire>;

export function quoteToWire(quote: Quote): QuoteWire {
  return {
    quote_id: quote.id,
    job_id: quote.jobId,
    job_unique_id: jobNumberToWire(quote.jobNumber),
    job_title: quote.jobTitle,
    job_location: quote.jobLocation,
    budjet: budgetKindToWire(quote.jobBudget),
    job_amount: budgetToWire(quote.jobBudget),
    target_closed_date: monthFirst.toWire(quote.jobClosesOn),
    payment_term: termToWire(quote.jobPaymentTerm),
    ...personToWire(quote.worker),
    bid_amount: toRupees(quote.bidPaise),
    job_bid_type: BID[quote.term],
    payment_terms: BID[quote.term],
    payment_milestone: quote.parts.map((part) => ({
      milestone_descriction: part.name,
      milestone_amount: toRupees(part.amountPaise),
    })),
    work_scope: quote.workScope,
    attach_portfolio: quote.proposal?.url ?? '',
    attach_portfolio_name: quote.proposal?.name ?? '',
    attach_portfolio_bytes: quote.proposal?.bytes ?? 0,
    attach_portfolio_is_image: quote.proposal?.image ?? false,
    quote_status: quote.state,
    cancel_comment: quote.cancelComment,
    created_at: quote.createdAt,
    lapses_at: quote.lapsesAt,
    can_accept: abilityToWire(quote.abilities.accept),
    can_edit: abilityToWire(quote.abilities.edit),
    can_cancel: abilityToWire(quote.abilities.cancel),
  };
}

export function quoteFromWire(wire: QuoteWire): Quote {
  return {
    id: wire.quote_id,
    jobId: wire.job_id,
    jobNumber: jobNumberFromWire(wire.job_unique_id),
    jobTitle: wire.job_title,
    jobLocation: wire.job_location,
    jobBudget: budgetFromWire(wire.budjet, wire.job_amount),
    jobClosesOn: monthFirst.fromWire(wire.target_closed_date),
    jobPaymentTerm: termFromWire(wire.payment_term),
    worker: personFromWire(wire),
    bidPaise: parseRupees(wire.bid_amount) ?? 0,
    term: bidField('job_bid_type').fromWire(wire.job_bid_type),
    parts: wire.payment_milestone.map((part) => ({
      name: part.milestone_descriction,
      amountPaise: parseRupees(part.milestone_amount) ?? 0,
    })),
    workScope: wire.work_scope,
    proposal:
      wire.attach_portfolio === ''
        ? null
        : {
            url: wire.attach_portfolio,
            name: wire.attach_portfolio_name,
            bytes: wire.attach_portfolio_bytes,
            image: wire.attach_portfolio_is_image,
          },
    state: wire.quote_status as QuoteState,
    cancelComment: wire.cancel_comment,
    createdAt: wire.created_at,
    lapsesAt: wire.lapses_at,
    abilities: {
      accept: abilityFromWire(wire.can_accept),
      edit: abilityFromWire(wire.can_edit),
      cancel: abilityFromWire(wire.can_cancel),
    },
  };
}

export const quoteReply = firstItemReply(schema('quoteWire'), quoteToWire, quoteFromWire);
export const quotePageReply = pageReply(schema('quoteWire'), quoteToWire, quoteFromWire);
