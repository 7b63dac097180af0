import { splitByShares } from '../platform/money.ts';
import type { PaymentTerm } from '../jobs/model.ts';

/** By Terms: hundredths of a percent of the bid, and the message that names each part. */
export const TERM_PARTS = [
  { shareBps: 2000, name: 'quotes.part_initial' },
  { shareBps: 6000, name: 'quotes.part_service_done' },
  { shareBps: 2000, name: 'quotes.part_reviewed' },
] as const;

export interface QuoteRow {
  name: string;
  amountPaise: number;
}

/** A quote lapses so long after its last turn when nobody acts; the poster is reminded before. */
export const QUOTE_LASTS_DAYS = 7;
export const QUOTE_REMINDER_DAYS = 5;

/**
 * The first quote is the first turn. Each time that the poster asks for another, and each answer of the worker, is one more.
 * The turns alternate, so that the odd ones are offers.
 */
export const QUOTE_TURNS_MAX = 6;

/** A worker may change an offer that the poster has not answered; it then has another version in the same turn. */
export const QUOTE_VERSIONS_MAX = 20;

/** How often the poster may still ask for another. An answer of the worker must fit in after it. */
export const countAsksLeft = (turn: number): number => Math.max(0, Math.floor((QUOTE_TURNS_MAX - turn) / 2));

/** Whether the last turn was an offer, which the poster may answer. */
export const isPosterTurn = (turn: number): boolean => turn % 2 === 1;

/** Why a poster declines a quote. */
export const DECLINE_REASONS = [
  'price',
  'dates',
  'payment',
  'somebody_else',
  'work_changed',
  'another_reason',
] as const;
export type DeclineReason = (typeof DECLINE_REASONS)[number];

/** What the history of a quote consists of. */
export const QUOTE_STEPS = ['offered', 'edited', 'asked', 'revised', 'declined'] as const;
export type QuoteStep = (typeof QUOTE_STEPS)[number];

/** What two offers of a quote, or an offer and what the poster asked for, can differ in. */
export const OFFER_FIELDS = ['bidPaise', 'term', 'parts', 'startsOn', 'finishBy', 'workScope'] as const;
export type OfferField = (typeof OFFER_FIELDS)[number];

/** The parts a quote is paid in. Names of standard parts are message ids; a worker's own parts keep their text. */
export function buildQuoteParts(quote: {
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
