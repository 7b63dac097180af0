import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));
const negotiation = createSchemaLoader(() => import('./negotiation/schemas.ts'));

export const submitQuote = call({
  name: 'submit_quote',
  access: 'user',
  reads: false,
  form: schema('submitQuote'),
  files: [{ name: 'proposal', kinds: ['image', 'pdf'] }],
  reply: schema('quote'),
  done: 'quotes.submitted',
});

/**
 * Changes a quote that the poster has not answered, or answers a poster who asked for another. Either is a new version. A proposal that is not sent again is
 * kept, and so are photos without `photoIds` and days that are left out.
 */
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

/** One quote, for its worker or the job's poster. The worker learns that the poster has opened it. */
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

/** The poster does not want this quote, and says why. */
export const declineQuote = call({
  name: 'decline_quote',
  access: 'user',
  reads: false,
  form: negotiation('declineQuote'),
  done: 'quotes.declined',
});

/** The poster asks for other money, parts or dates. The offer stands meanwhile. */
export const askAnotherQuote = call({
  name: 'ask_another_quote',
  access: 'user',
  reads: false,
  form: negotiation('askAnotherQuote'),
  done: 'quotes.asked',
});

/** What either side has offered and asked for, the first first, for the two sides of a quote. */
export const quoteHistory = call({
  name: 'quote_history',
  access: 'user',
  reads: true,
  kept: true,
  form: schema('quoteId'),
  reply: negotiation('quoteHistory'),
  done: 'common.ok',
});
