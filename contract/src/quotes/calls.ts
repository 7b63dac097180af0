import { call } from '../platform/call.ts';
import { pageForm } from '../jobs/wire.ts';
import {
  cancelQuoteForm,
  quoteIdForm,
  quotePageReply,
  quoteReply,
  requestsForm,
  submitQuoteForm,
  updateQuoteForm,
} from './wire.ts';

export const submitQuote = call({
  name: 'submit_quote',
  access: 'user',
  reads: false,
  form: submitQuoteForm,
  files: [{ name: 'proposal', wireName: 'attach_portfolio', kinds: ['image', 'pdf'] }],
  reply: quoteReply,
  done: 'quotes.submitted',
});

/** Changes an unanswered quote. A proposal that is not sent again is kept. */
export const updateQuote = call({
  name: 'update_quote',
  access: 'user',
  reads: false,
  form: updateQuoteForm,
  files: [{ name: 'proposal', wireName: 'attach_portfolio', kinds: ['image', 'pdf'] }],
  reply: quoteReply,
  done: 'quotes.updated',
});

/** The worker cancels a quote. */
export const cancelQuote = call({
  name: 'cancel_quote',
  access: 'user',
  reads: false,
  form: cancelQuoteForm,
  done: 'quotes.cancelled',
});

/** One quote, for its worker or the job's poster. */
export const quoteDetail = call({
  name: 'quote_detail',
  access: 'user',
  reads: true,
  form: quoteIdForm,
  reply: quoteReply,
  done: 'common.ok',
});

/** The caller's own quotes, newest first. */
export const myQuotes = call({
  name: 'my_quotes',
  access: 'user',
  reads: true,
  form: pageForm,
  reply: quotePageReply,
  done: 'common.ok',
});

/** The quotes on one of the caller's posted jobs, oldest first. */
export const contractRequests = call({
  name: 'my_contract_request_users',
  access: 'user',
  reads: true,
  form: requestsForm,
  reply: quotePageReply,
  done: 'common.ok',
});

export const acceptQuote = call({
  name: 'accept_quote',
  access: 'user',
  reads: false,
  form: quoteIdForm,
  done: 'quotes.accepted',
  money: true,
});
