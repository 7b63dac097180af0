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

/** Newest first; `search` matches prefixes of names, e-mail or mobile. Contacts are masked in lists. */
export const adminUsers = call({
  name: 'admin_users',
  access: 'admin',
  reads: true,
  permission: 'users.read',
  form: findForm,
  reply: usersReply,
  done: 'common.ok',
});
export const adminUser = call({
  name: 'admin_user',
  access: 'admin',
  reads: true,
  permission: 'users.read',
  form: userIdForm,
  reply: userCaseReply,
  done: 'common.ok',
});
/** The security log of an account, newest first. */
export const adminUserSecurity = call({
  name: 'admin_user_security',
  access: 'admin',
  reads: true,
  permission: 'users.security',
  form: securityForm,
  reply: securityReply,
  done: 'common.ok',
});
/** For a user who has lost every second factor and recovery code and has proven their identity in another way. */
export const adminUserFactorsReset = call({
  name: 'admin_user_factors_reset',
  access: 'admin',
  reads: false,
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.user_factors_reset',
});
/** Ends every session at once. The user gets the reason by e-mail and cannot log in until restored. */
export const adminUserSuspend = call({
  name: 'admin_user_suspend',
  access: 'admin',
  reads: false,
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.user_suspended',
});
export const adminUserRestore = call({
  name: 'admin_user_restore',
  access: 'admin',
  reads: false,
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.user_restored',
});
/** Allows withdrawals again after the owner denied an event and support has verified who they are. */
export const adminUserWithdrawalsAllow = call({
  name: 'admin_user_withdrawals_allow',
  access: 'admin',
  reads: false,
  permission: 'users.suspend',
  form: suspensionForm,
  reply: emptyReply,
  done: 'admin.withdrawals_allowed',
});
