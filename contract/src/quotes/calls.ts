import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const submitQuote = call({
  name: 'submit_quote',
  access: 'user',
  reads: false,
  form: schema('submitQuote'),
  files: [{ name: 'proposal', kinds: ['image', 'pdf'] }],
  reply: schema('quote'),
  done: 'quotes.submitted',
});

/** Changes an unanswered quote. A proposal that is not sent again is kept, and so are photos without `photoIds`. */
export const updateQuote = call({
  name: 'update_quote',
  access: 'user',
  reads: false,
  form: schema('updateQuote'),
  files: [{ name: 'proposal', kinds: ['image', 'pdf'] }],
  reply: schema('quote'),
  done: 'quotes.updated',
});

/** The worker cancels a quote. */
export const cancelQuote = call({
  name: 'cancel_quote',
  access: 'user',
  reads: false,
  form: schema('cancelQuote'),
  done: 'quotes.cancelled',
});

/** One quote, for its worker or the job's poster. */
export const quoteDetail = call({
  name: 'quote_detail',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('quoteId'),
  reply: schema('quote'),
  done: 'common.ok',
});

/** The caller's own quotes, newest first. */
export const myQuotes = call({
  name: 'my_quotes',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('ownQuotes'),
  reply: pageSchema(schema('quote')),
  done: 'common.ok',
});

/** The quotes on one of the caller's posted jobs, oldest first. */
export const contractRequests = call({
  name: 'my_contract_request_users',
  access: 'user',
  reads: true,
  kept: true,
  mayLag: true,
  form: schema('requestsOfJob'),
  reply: pageSchema(schema('quote')),
  done: 'common.ok',
});

export const acceptQuote = call({
  name: 'accept_quote',
  access: 'user',
  reads: false,
  needsProvenDevice: true,
  form: schema('acceptQuote'),
  done: 'quotes.accepted',
  money: true,
});
