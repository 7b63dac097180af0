import type { Locale } from '@fws/contract/platform/messages';
import * as calls from '@fws/contract/quotes/calls';
import type { Quote } from '@fws/contract/quotes/schemas';
import { done } from '@fws/contract/platform/refusal';
import type { Deps } from '../../platform/deps.ts';
import { userRoute, type Route } from '../../platform/http/route.ts';
import { translateIfId } from '../../platform/messages.ts';
import { cancelQuote, findVisibleQuote, updateQuote } from './changes/service.ts';
import { readQuoteHistory } from './history/service.ts';
import { askAnotherQuote, declineQuote } from './negotiation/service.ts';
import { listOwnQuotes, listQuoteRequests, submitQuote } from './service.ts';

export const routes = (deps: Deps): Route[] => [
  userRoute(calls.submitQuote, async (command, { caller, files, locale }) => {
    const quote = await submitQuote(deps, caller.userId, command, files['proposal']);
    return quote.ok ? done(translateParts(quote.value, locale)) : quote;
  }),
  userRoute(calls.updateQuote, async (command, { caller, files, locale }) => {
    const quote = await updateQuote(deps, caller.userId, command, files['proposal']);
    return quote.ok ? done(translateParts(quote.value, locale)) : quote;
  }),
  userRoute(calls.cancelQuote, (command, { caller }) => cancelQuote(deps, caller.userId, command)),
  userRoute(calls.declineQuote, (command, { caller }) => declineQuote(deps, caller.userId, command)),
  userRoute(calls.askAnotherQuote, (command, { caller }) => askAnotherQuote(deps, caller.userId, command)),
  userRoute(calls.quoteHistory, ({ quoteId }, { caller, locale }) =>
    readQuoteHistory(deps, caller.userId, { quoteId, locale }),
  ),
  userRoute(calls.quoteDetail, async ({ quoteId }, { caller, locale }) => {
    const isImpersonated = caller.impersonation !== undefined;
    const quote = await findVisibleQuote(deps, caller.userId, { quoteId, isImpersonated });
    return quote.ok ? done(translateParts(quote.value, locale)) : quote;
  }),
  userRoute(calls.myQuotes, async (params, { caller, locale, readFrom }) => {
    const page = await listOwnQuotes(readFrom(deps), caller.userId, params);
    return page.ok
      ? done({ ...page.value, items: page.value.items.map((quote) => translateParts(quote, locale)) })
      : page;
  }),
  userRoute(calls.contractRequests, async (params, { caller, locale, readFrom }) => {
    const page = await listQuoteRequests(readFrom(deps), caller.userId, params);
    return page.ok
      ? done({ ...page.value, items: page.value.items.map((quote) => translateParts(quote, locale)) })
      : page;
  }),
];

/** Translates the names of standard parts into the reader's language. */
const translateParts = (quote: Quote, locale: Locale): Quote => ({
  ...quote,
  parts: translateNames(quote.parts, locale),
});

const translateNames = (parts: Quote['parts'], locale: Locale): Quote['parts'] =>
  parts.map((part) => ({ ...part, name: translateIfId(locale, part.name) }));
