import { call, emptyReply } from '../../platform/call.ts';
import {
  findForm,
  securityForm,
  securityReply,
  suspensionForm,
  userCaseReply,
  userIdForm,
  usersReply,
} from './wire.ts';

/** Newest first; with `search` those whose names, e-mail or mobile begin so. Contacts are masked in lists. */
export const adminUsers = call({
  name: 'admin_users',
  access: 'admin',
  permission: 'users.read',
  form: findForm,
  reply: usersReply,
  done: 'common.ok',
});
export const adminUser = call({
  name: 'admin_user',
  access: 'admin',
  permission: 'users.read',
  form: userIdForm,
  reply: userCaseReply,
  done: 'common.ok',
});
/** What happened to the security of an account, newest first. */
export const adminUserSecurity = call({
  name: 'admin_user_security',
  access: 'admin',
  permission: 'users.security',
  form: securityForm,
  reply: securityReply,
  done: 'common.ok',
});
/** For somebody who has lost every second factor and recovery code, and has proven who they are in another way. */
export const adminUserFactorsReset = call({
  name: 'admin_user_factors_reset',
  access: 'admin',
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.user_factors_reset',
});
/** Ends every session at once; the person is told by mail why, and cannot come back until restored. */
export const adminUserSuspend = call({
  name: 'admin_user_suspend',
  access: 'admin',
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.user_suspended',
});
export const adminUserRestore = call({
  name: 'admin_user_restore',
  access: 'admin',
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.user_restored',
});
/** After their owner said that something was not them, and support made sure who it is: they may withdraw again. */
export const adminUserWithdrawalsAllow = call({
  name: 'admin_user_withdrawals_allow',
  access: 'admin',
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.withdrawals_allowed',
});
