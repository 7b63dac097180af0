import { call, emptyReply } from '../../platform/call.ts';
import { lookForm } from './wire.ts';

/** Starts impersonation: this browser shows the product as the user sees it, read-only, for at most ten minutes. */
export const adminLookBegin = call({
  name: 'admin_look_begin',
  access: 'admin',
  permission: 'users.see',
  form: lookForm,
  reply: emptyReply,
  done: 'admin.look_begun',
});
