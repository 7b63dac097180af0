export { acceptQuote, dismissQuotes } from './service.ts';
export { calculateLapseTime, isPayable } from './rules.ts';
export { findQuote, hasLiveQuote, isStanding, listQuoterIds, lockQuote, type QuoteRow } from './store.ts';
export { offerQuotesAgain, withholdQuotes } from './withholding/service.ts';
export { repeatQuote } from './repeating/service.ts';
export { quoteContent } from './content/service.ts';
export { listQuoteEvents } from './timeline/service.ts';
