import { call } from '../platform/call.ts';
import { appLinksReply, businessForm } from './wire.ts';

/** The form of the page For Business. It needs no account. */
export const enquireForBusiness = call({
  name: 'fws_business',
  access: 'public',
  reads: false,
  form: businessForm,
  done: 'business.sent',
});

/** The store links of the apps, from the settings. */
export const appLinks = call({
  name: 'app_links',
  access: 'public',
  reads: true,
  reply: appLinksReply,
  done: 'common.ok',
});
