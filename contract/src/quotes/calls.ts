import { call, emptyReply } from '../platform/call.ts';
import { pageForm } from '../jobs/wire.ts';
import { quoteIdForm, quotePageReply, quoteReply, requestsForm, submitQuoteForm } from './wire.ts';

export const submitQuote = call({
  name: 'submit_quote',
  access: 'user',
  form: submitQuoteForm,
  files: [{ name: 'proposal', wireName: 'attach_portfolio', kinds: ['image', 'pdf'] }],
  reply: quoteReply,
  done: 'quotes.submitted',
});

/** The caller's own quotes, newest first. */
export const myQuotes = call({
  name: 'my_quotes',
  access: 'user',
  form: pageForm,
  reply: quotePageReply,
  done: 'common.ok',
});

/** The requests on one of the caller's posted jobs, oldest first. */
export const contractRequests = call({
  name: 'my_contract_request_users',
  access: 'user',
  form: requestsForm,
  reply: quotePageReply,
  done: 'common.ok',
});

export const acceptQuote = call({
  name: 'accept_quote',
  access: 'user',
  form: quoteIdForm,
  reply: emptyReply,
  done: 'quotes.accepted',
  money: true,
});
