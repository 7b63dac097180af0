export { acceptQuote, dismissQuotes } from './service.ts';
export { calculateLapseTime, checkOfferVersion, isPayable, isVisitOver } from './rules.ts';
export { findQuote, hasLiveQuote, listQuoterIds, lockQuote, readVisit, type QuoteRow } from './store.ts';
export { offerQuotesAgain, withholdQuotes } from './withholding/service.ts';
export { repeatQuote } from './repeating/service.ts';
export { listPosterNotes } from './history/store.ts';
export { quoteContent } from './content/service.ts';
export { listQuoteEvents } from './timeline/service.ts';
