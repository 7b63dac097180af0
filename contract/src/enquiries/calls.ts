import { call } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/form.ts';

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
  reply: schema('appLinks'),
  done: 'common.ok',
});
