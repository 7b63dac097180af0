import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** The form of the page For Business. It needs no account. */
export const enquireForBusiness = call({
  name: 'fws_business',
  access: 'public',
  reads: false,
  form: schema('businessEnquiry'),
  done: 'business.sent',
});

/** The store links of the apps, from the settings. */
export const appLinks = call({
  name: 'app_links',
  access: 'public',
  reads: true,
  // Pages of the server, and links from messages.
  kept: false,
  reply: schema('appLinks'),
  done: 'common.ok',
});
