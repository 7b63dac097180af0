import * as z from 'zod/mini';
import { idText, optionalText } from '../platform/form.ts';
import { JOB_MAX_PAISE, MILESTONES_MAX, TEXT_MAX, TITLE_MAX } from '../platform/limits.ts';
import { parseRupees, splitByShares } from '../platform/money.ts';
import type { SharedMessageId } from '../platform/messages.ts';
import type { Ability } from '../platform/process.ts';
import type { FileLink } from '../platform/wire.ts';
import { PAYMENT_TERMS, type Budget, type PaymentTerm } from '../jobs/model.ts';
import type { QuoteState } from './process.ts';

/** By Terms: hundredths of a percent of the bid, and the message that names each part. */
export const TERM_PARTS = [
  { shareBps: 2000, name: 'quotes.part_initial' },
  { shareBps: 6000, name: 'quotes.part_service_done' },
  { shareBps: 2000, name: 'quotes.part_reviewed' },
] as const;

/** A paisa amount someone bids; at least one rupee, so that every part of a split is worth paying. */
const bid = z.pipe(
  z.string().check(
    z.trim(),
    z.refine((text) => {
      const paise = parseRupees(text);
      return paise !== null && paise >= 1_00 && paise <= JOB_MAX_PAISE;
    }, 'quotes.amount_invalid'),
  ),
  z.transform((text: string) => parseRupees(text) ?? 0),
);

const fields = z.object({
  jobId: idText('jobs.not_found'),
  bidPaise: bid,
  term: z.enum(PAYMENT_TERMS, 'quotes.term_required'),
  /** By Milestone only: what each part is, and its amount, row by row. */
  milestoneNames: z
    .array(z.string().check(z.trim(), z.maxLength(TITLE_MAX, 'common.too_long')))
    .check(z.maxLength(MILESTONES_MAX, 'quotes.too_many_milestones')),
  milestoneAmounts: z.array(z.string().check(z.trim())),
  workScope: optionalText(TEXT_MAX),
});

export interface QuoteRow {
  name: string;
  amountPaise: number;
}

const rowsOf = (form: { milestoneNames: string[]; milestoneAmounts: string[] }): QuoteRow[] =>
  form.milestoneNames.map((name, index) => ({
    name,
    amountPaise: parseRupees(form.milestoneAmounts[index] ?? '') ?? 0,
  }));

type QuoteForm = z.output<typeof fields>;

/** A rule over the milestone rows. It is judged beside those of the single fields, so that a screen shows all errors at once. */
const rowRule = (holds: (form: QuoteForm) => boolean, field: keyof QuoteForm, message: SharedMessageId) =>
  z.refine<QuoteForm>((form) => form.term !== 'milestone' || holds(form), {
    path: [field],
    message,
    when: () => true,
  });

const sumOf = (rows: readonly QuoteRow[]) => rows.reduce((sum, row) => sum + row.amountPaise, 0);

export const submitQuote = z.pipe(
  fields.check(
    rowRule((form) => form.milestoneNames.length > 0, 'milestoneNames', 'quotes.milestones_required'),
    rowRule(
      (form) =>
        form.milestoneNames.length === form.milestoneAmounts.length &&
        form.milestoneNames.every((name) => name !== ''),
      'milestoneNames',
      'quotes.milestone_name_required',
    ),
    rowRule(
      (form) => rowsOf(form).every((row) => row.amountPaise >= 1_00),
      'milestoneAmounts',
      'quotes.milestone_amount_invalid',
    ),
    rowRule(
      (form) => typeof form.bidPaise !== 'number' || sumOf(rowsOf(form)) === form.bidPaise,
      'milestoneAmounts',
      'quotes.milestones_differ_from_bid',
    ),
  ),
  z.transform((form) => ({
    jobId: form.jobId,
    bidPaise: form.bidPaise,
    term: form.term,
    rows: form.term === 'milestone' ? rowsOf(form) : [],
    workScope: form.workScope,
  })),
);
export type SubmitQuoteValues = z.input<typeof submitQuote>;
export type SubmitQuote = z.output<typeof submitQuote>;

/** The parts a quote is paid in. Names of the standard parts are message ids; the worker's own are their words. */
export function quoteParts(quote: {
  term: PaymentTerm;
  bidPaise: number;
  rows: readonly QuoteRow[];
}): QuoteRow[] {
  switch (quote.term) {
    case 'terms': {
      const amounts = splitByShares(
        quote.bidPaise,
        TERM_PARTS.map((part) => part.shareBps),
      );
      return TERM_PARTS.map((part, index) => ({ name: part.name, amountPaise: amounts[index] ?? 0 }));
    }
    case 'milestone':
      return [...quote.rows];
    case 'completion':
      return [{ name: 'quotes.part_completion', amountPaise: quote.bidPaise }];
  }
}

export interface Quote {
  id: number;
  jobId: number;
  jobNumber: string;
  jobTitle: string;
  jobLocation: string;
  jobBudget: Budget;
  jobClosesOn: string;
  jobPaymentTerm: PaymentTerm;
  worker: QuoteWorker;
  bidPaise: number;
  term: PaymentTerm;
  parts: QuoteRow[];
  workScope: string;
  proposal: FileLink | null;
  state: QuoteState;
  createdAt: string;
  abilities: { accept: Ability };
}

export interface QuoteWorker {
  id: number;
  name: string;
  image: string;
  skills: string[];
  rating: number | null;
  completedProjects: number;
  verified: boolean;
}
