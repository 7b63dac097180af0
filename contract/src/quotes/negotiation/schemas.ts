import * as z from 'zod/mini';
import { PAYMENT_TERMS } from '../../jobs/model.ts';
import { MILESTONES_MAX, REASON_MAX, TITLE_MAX } from '../../platform/limits.ts';
import { parseRupees, toPaise } from '../../platform/money.ts';
import type { SharedMessageId } from '../../platform/messages.ts';
import {
  idText,
  maybeDate,
  maybeText,
  optionalIdText,
  optionalText,
  rupeeText,
} from '../../platform/schemas.ts';
import { DECLINE_REASONS, OFFER_FIELDS, QUOTE_STEPS } from './model.ts';
import { visitOffer } from '../../visits/offer.ts';
import { areDatesInOrder, isBid, isPayable, sumAmounts } from '../schemas.ts';

const quoteAsRead = {
  quoteId: idText('quotes.not_found'),
  /** The `offerVersion` that the poster has read, so that no other is answered. Older clients omit it. */
  offerVersion: z.optional(optionalIdText('quotes.changed_meanwhile')),
};

export const declineQuote = z.object({
  ...quoteAsRead,
  reason: z.enum(DECLINE_REASONS, 'quotes.decline_reason_required'),
  note: maybeText(REASON_MAX),
});
export type DeclineQuoteValues = z.input<typeof declineQuote>;
export type DeclineQuote = z.output<typeof declineQuote>;

const askFields = z.object({
  ...quoteAsRead,
  /** Null: as in the offer. */
  bidText: z.pipe(
    z.optional(rupeeText(z.refine((text) => text === '' || isBid(text), 'quotes.amount_invalid'))),
    z.transform((text) => (text ? toPaise(text) : null)),
  ),
  term: z.pipe(
    z.optional(z.enum(['', ...PAYMENT_TERMS], 'quotes.term_required')),
    z.transform((text) => text || null),
  ),
  /** By Milestone only, by choice: what each part is, and its amount, row by row. */
  milestoneNames: z.pipe(
    z.optional(
      z.array(optionalText(TITLE_MAX)).check(z.maxLength(MILESTONES_MAX, 'quotes.too_many_milestones')),
    ),
    z.transform((names) => names ?? []),
  ),
  milestoneAmountTexts: z.pipe(
    z.optional(z.array(z.pipe(rupeeText(), z.transform(parseRupees)))),
    z.transform((amounts) => amounts ?? []),
  ),
  startsOn: maybeDate('quotes.date_wrong'),
  finishBy: maybeDate('quotes.date_wrong'),
  note: maybeText(REASON_MAX),
});
type AskForm = z.output<typeof askFields>;

const rule = (isValid: (form: AskForm) => boolean, field: keyof AskForm, message: SharedMessageId) =>
  z.refine<AskForm>(isValid, { path: [field], message });

const asksForSomething = (form: AskForm): boolean =>
  form.bidText !== null ||
  form.term !== null ||
  form.note !== '' ||
  Boolean(form.startsOn) ||
  Boolean(form.finishBy);

export const askAnotherQuote = z.pipe(
  askFields.check(
    rule(asksForSomething, 'bidText', 'quotes.ask_required'),
    rule(
      ({ term, milestoneNames }) => milestoneNames.length === 0 || term === 'milestone',
      'term',
      'quotes.term_required',
    ),
    rule(
      (form) =>
        form.milestoneNames.length === form.milestoneAmountTexts.length &&
        form.milestoneNames.every((name) => name !== ''),
      'milestoneNames',
      'quotes.milestone_name_required',
    ),
    rule(
      (form) => form.milestoneAmountTexts.every(isPayable),
      'milestoneAmountTexts',
      'quotes.milestone_amount_invalid',
    ),
    rule(
      ({ bidText, milestoneAmountTexts: amounts }) =>
        bidText === null || amounts.length === 0 || sumAmounts(amounts) === bidText,
      'milestoneAmountTexts',
      'quotes.milestones_differ_from_bid',
    ),
    rule(areDatesInOrder, 'finishBy', 'quotes.dates_order'),
  ),
  z.transform((form) => {
    const parts = form.milestoneNames.map((name, row) => ({
      name,
      amountPaise: form.milestoneAmountTexts[row] ?? 0,
    }));
    return {
      quoteId: form.quoteId,
      offerVersion: form.offerVersion,
      bidPaise: form.bidText ?? (parts.length > 0 ? sumAmounts(form.milestoneAmountTexts) : null),
      term: form.term,
      parts,
      startsOn: form.startsOn ?? null,
      finishBy: form.finishBy ?? null,
      note: form.note,
    };
  }),
);
export type AskAnotherQuoteValues = z.input<typeof askAnotherQuote>;
export type AskAnotherQuote = z.output<typeof askAnotherQuote>;

/** One step of a quote: an offer of the worker, or what the poster answered. */
const historyStep = z.object({
  step: z.enum(QUOTE_STEPS),
  by: z.enum(['poster', 'worker']),
  at: z.string(),
  turn: z.number(),
  /** Of the offer; null: it is none. */
  version: z.nullable(z.number()),
  /** In an answer of the poster: null, or no parts, where nothing else was asked for. */
  bidPaise: z.nullable(z.number()),
  term: z.nullable(z.enum(PAYMENT_TERMS)),
  parts: z.array(z.object({ name: z.string(), amountPaise: z.number() })),
  startsOn: z.nullable(z.string()),
  finishBy: z.nullable(z.string()),
  visit: z.nullable(visitOffer),
  workScope: z.string(),
  note: z.string(),
  /** Why the poster declined. */
  reason: z.nullable(z.enum(DECLINE_REASONS)),
  /** What differs from the offer before it. */
  changed: z.array(z.enum(OFFER_FIELDS)),
});
export type HistoryStep = z.output<typeof historyStep>;
export const quoteHistory = z.object({ items: z.array(historyStep) });
export type QuoteHistory = z.output<typeof quoteHistory>;
