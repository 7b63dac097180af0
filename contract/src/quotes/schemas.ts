import { heldBack } from '../safety/schemas.ts';
import * as z from 'zod/mini';
import {
  ability,
  fileLink,
  formVersion,
  idText,
  knownText,
  maybeDate,
  maybeText,
  optionalIdText,
  optionalText,
  photo,
  photoIds,
  publicPerson,
  requiredText,
  rupeeText,
} from '../platform/schemas.ts';
import { JOB_MAX_PAISE, MILESTONES_MAX, REASON_MAX, TEXT_MAX, TITLE_MAX } from '../platform/limits.ts';
import { parseRupees, toPaise } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import { budget, jobId, page } from '../jobs/schemas.ts';
import { PAYMENT_TERMS } from '../jobs/model.ts';
import type { QuoteState } from './lifecycle.ts';
import type { QuoteRow } from './model.ts';
import { DECLINE_REASONS } from './negotiation/model.ts';
import { HIDDEN_KINDS } from '../platform/contact-data.ts';
import { reliability } from '../reliability/shown.ts';
import { readVisitForm, visitFields, visitOffer, visitRules } from '../visits/offer.ts';

export const areDatesInOrder = (form: {
  startsOn?: string | null | undefined;
  finishBy?: string | null | undefined;
}): boolean => !form.startsOn || !form.finishBy || form.startsOn <= form.finishBy;

export const isBid = (text: string): boolean => {
  const paise = parseRupees(text);
  return paise !== null && paise >= 1_00 && paise <= JOB_MAX_PAISE;
};

/** A bid in rupees, as paise; at least one rupee, so that every part of a split is worth paying. */
const bid = z.pipe(rupeeText(z.refine(isBid, 'quotes.amount_invalid')), z.transform(toPaise));

/** The fields of a worker's offer, for a new or an edited quote. */
const offer = {
  bidText: bid,
  term: z.enum(PAYMENT_TERMS, 'quotes.term_required'),
  /** By Milestone only: what each part is, and its amount, row by row. */
  milestoneNames: z
    .array(optionalText(TITLE_MAX))
    .check(z.maxLength(MILESTONES_MAX, 'quotes.too_many_milestones')),
  milestoneAmountTexts: z.array(z.pipe(rupeeText(), z.transform(parseRupees))),
  workScope: optionalText(TEXT_MAX),
  startsOn: maybeDate('quotes.date_wrong'),
  finishBy: maybeDate('quotes.date_wrong'),
  photoIds,
  ...visitFields,
};
const offerFields = z.object(offer);
type OfferForm = z.output<typeof offerFields>;

/** A rule for the milestone rows. It runs with the single-field rules, so that a screen shows all errors at once. */
const rowRule = (isValid: (form: OfferForm) => boolean, field: keyof OfferForm, message: SharedMessageId) =>
  z.refine<OfferForm>((form) => form.term !== 'milestone' || isValid(form), {
    path: [field],
    message,
    when: () => true,
  });

export const isPayable = (amountPaise: number | null | undefined): amountPaise is number =>
  typeof amountPaise === 'number' && amountPaise >= 1_00;

/** Null if an amount is missing. */
export const sumAmounts = (amounts: readonly (number | null)[]): number | null =>
  amounts.reduce((sum, amount) => (sum === null || amount === null ? null : sum + amount), 0);

const rowRules = [
  rowRule((form) => form.milestoneNames.length > 0, 'milestoneNames', 'quotes.milestones_required'),
  rowRule(
    (form) =>
      form.milestoneNames.length === form.milestoneAmountTexts.length &&
      form.milestoneNames.every((name) => name !== ''),
    'milestoneNames',
    'quotes.milestone_name_required',
  ),
  rowRule(
    (form) => form.milestoneNames.every((_, row) => isPayable(form.milestoneAmountTexts[row])),
    'milestoneAmountTexts',
    'quotes.milestone_amount_invalid',
  ),
  rowRule(
    (form) => typeof form.bidText !== 'number' || sumAmounts(form.milestoneAmountTexts) === form.bidText,
    'milestoneAmountTexts',
    'quotes.milestones_differ_from_bid',
  ),
  z.refine<OfferForm>(areDatesInOrder, {
    path: ['finishBy'],
    message: 'quotes.dates_order',
    when: () => true,
  }),
  ...visitRules,
] as const;

/** Pairs the names of the milestones with their amounts. */
const toRows = ({ milestoneNames, milestoneAmountTexts }: OfferForm): QuoteRow[] =>
  milestoneNames.map((name, row) => {
    const amountPaise = milestoneAmountTexts[row];
    if (!isPayable(amountPaise)) throw new TypeError('the rules of the form let an incomplete row pass');
    return { name, amountPaise };
  });

const toOffer = (form: OfferForm) => ({
  bidPaise: form.bidText,
  term: form.term,
  rows: form.term === 'milestone' ? toRows(form) : [],
  workScope: form.workScope,
  startsOn: form.startsOn,
  finishBy: form.finishBy,
  /** Undefined: left out. */
  visit: readVisitForm(form),
  photoIds: form.photoIds,
});

export const submitQuote = z.pipe(
  z.object({ jobId: idText('jobs.not_found'), ...offer }).check(...rowRules),
  z.transform((form) => ({ jobId: form.jobId, ...toOffer(form) })),
);
export type SubmitQuoteValues = z.input<typeof submitQuote>;
export type SubmitQuote = z.output<typeof submitQuote>;

export const updateQuote = z.pipe(
  z
    .object({
      quoteId: idText('quotes.not_found'),
      version: formVersion,
      /** The `turn` that the worker has read, so that nothing is sent past an answer of the poster. Older clients omit it. */
      turn: z.optional(optionalIdText('quotes.answered_meanwhile')),
      ...offer,
      /** What is new, or why it is as it is. */
      note: maybeText(REASON_MAX),
    })
    .check(...rowRules),
  z.transform((form) => ({
    quoteId: form.quoteId,
    version: form.version,
    turn: form.turn,
    note: form.note,
    ...toOffer(form),
  })),
);
export type UpdateQuoteValues = z.input<typeof updateQuote>;
export type UpdateQuote = z.output<typeof updateQuote>;

export const cancelQuote = z.object({
  quoteId: idText('quotes.not_found'),
  comment: requiredText('quotes.cancel_reason_required', REASON_MAX),
});

const part = z.object({ name: z.string(), amountPaise: z.number() });

/** What a poster asked for. Null, or no parts: as in the offer. */
const askedOffer = z.object({
  bidPaise: z.nullable(z.number()),
  term: z.nullable(z.enum(PAYMENT_TERMS)),
  parts: z.array(part),
  startsOn: z.nullable(z.string()),
  finishBy: z.nullable(z.string()),
  note: z.string(),
  at: z.string(),
});

export const quote = z.object({
  id: z.number(),
  jobId: z.number(),
  jobNumber: z.string(),
  jobTitle: z.string(),
  jobLocation: z.string(),
  jobBudget: budget,
  jobClosesOn: z.string(),
  jobPaymentTerm: z.enum(PAYMENT_TERMS),
  worker: z.extend(publicPerson, {
    /** Of the jobs that they were awarded. Null: too few count. */
    reliability: z.nullable(reliability),
  }),
  bidPaise: z.number(),
  term: z.enum(PAYMENT_TERMS),
  parts: z.array(part),
  workScope: z.string(),
  proposal: z.nullable(fileLink),
  photos: z.array(photo),
  /** The days on which the work would start and be done; null: the worker has not said. */
  startsOn: z.nullable(z.string()),
  finishBy: z.nullable(z.string()),
  /** When the worker would come, and what a visit costs besides the amount; null: not said. */
  visit: z.nullable(visitOffer),
  /** What the worker wrote about the newest version. */
  note: z.string(),
  state: knownText<QuoteState>(),
  /** Of this offer: 1 for the first, one more for every change. */
  offerVersion: z.number(),
  /** When this offer was sent. */
  offeredAt: z.string(),
  /** When the poster opened this offer; null: not yet. */
  seenAt: z.nullable(z.string()),
  /** Of at most six. */
  turn: z.number(),
  /** How often the poster may still ask for another. */
  asksLeft: z.number(),
  /** What the poster asked for last; null: the poster has asked for nothing else. */
  asked: z.nullable(askedOffer),
  /** Why the poster declined it. */
  declined: z.nullable(z.object({ reason: z.enum(DECLINE_REASONS), note: z.string() })),
  /** Why the worker cancelled it. */
  cancelComment: z.string(),
  /** Contact data in its texts that the poster does not read, for its worker. */
  hides: z.array(z.enum(HIDDEN_KINDS)),
  /** Why FWS hides it from the poster, for its worker; null: it does not. */
  heldBack: z.nullable(heldBack),
  createdAt: z.string(),
  /** When it lapses; null once it is no longer waiting for an answer. */
  lapsesAt: z.nullable(z.string()),
  /** What the form to edit it sends back, so that no other change is undone. */
  version: z.string(),
  abilities: z.object({
    accept: ability,
    ask: ability,
    decline: ability,
    /** The worker changes the offer, or answers what the poster asked for. */
    edit: ability,
    cancel: ability,
  }),
});
export type Quote = z.output<typeof quote>;

export const quoteId = z.object({ quoteId: idText('quotes.not_found') });
export const acceptQuote = z.object({
  quoteId: idText('quotes.not_found'),
  /** Older clients omit it. It is then looked up. */
  jobId: z.optional(optionalIdText('quotes.not_found')),
  /** The `offerVersion` that the poster has read, so that no other is accepted. Older clients omit it. */
  offerVersion: z.optional(optionalIdText('quotes.changed_meanwhile')),
});
export type AcceptQuote = z.output<typeof acceptQuote>;
export const ownQuotes = page;
export const requestsOfJob = z.object({ ...jobId.shape, ...page.shape });
