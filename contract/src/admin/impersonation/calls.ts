import { call, emptyReply } from '../../platform/call.ts';
import { impersonationForm } from './wire.ts';

/** Starts impersonation: this browser shows the product as the user sees it, read-only, for at most ten minutes. */
export const adminImpersonationStart = call({
  name: 'admin_impersonation_start',
  access: 'admin',
  reads: false,
  permission: 'users.see',
  form: impersonationForm,
  reply: emptyReply,
  done: 'admin.impersonation_started',
});
