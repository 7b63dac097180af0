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
