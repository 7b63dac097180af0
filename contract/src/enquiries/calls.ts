import { call, emptyReply } from '../platform/call.ts';
import { businessForm } from './wire.ts';

/** The form of the page For Business; nobody needs an account to ask. */
export const enquireForBusiness = call({
  name: 'fws_business',
  access: 'public',
  form: businessForm,
  reply: emptyReply,
  done: 'business.sent',
});
