import { call, emptyReply } from '../../platform/call.ts';
import { lookForm } from './wire.ts';

/** From here on this browser shows the product as that user sees it, and changes nothing; ten minutes, or until it is ended. */
export const adminLookBegin = call({
  name: 'admin_look_begin',
  access: 'admin',
  permission: 'users.see',
  form: lookForm,
  reply: emptyReply,
  done: 'admin.look_begun',
});
