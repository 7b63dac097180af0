import { call, emptyReply, firstItemReply, pageReply } from '../platform/call.ts';
import { jobIdForm, pageForm } from '../jobs/wire.ts';
import { wireForm } from '../platform/form.ts';
import * as z from 'zod/mini';
import { quoteFromWire, quoteIdForm, quoteToWire, quoteWire, submitQuoteForm } from './wire.ts';

export const submitQuote = call({
  name: 'submit_quote',
  access: 'user',
  form: submitQuoteForm,
  files: [{ name: 'proposal', wireName: 'attach_portfolio', kinds: ['image', 'pdf'] }],
  reply: firstItemReply(quoteWire, quoteToWire, quoteFromWire),
  done: 'quotes.submitted',
});

/** The caller's own quotes, newest first. */
export const myQuotes = call({
  name: 'my_quotes',
  access: 'user',
  form: pageForm,
  reply: pageReply(quoteWire, quoteToWire, quoteFromWire),
  done: 'common.ok',
});

/** The requests on one of the caller's posted jobs, oldest first. */
export const contractRequests = call({
  name: 'my_contract_request_users',
  access: 'user',
  form: wireForm(z.object({ ...jobIdForm.schema.shape, ...pageForm.schema.shape }), {
    ...jobIdForm.fields,
    ...pageForm.fields,
  }),
  reply: pageReply(quoteWire, quoteToWire, quoteFromWire),
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
