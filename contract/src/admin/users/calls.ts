import { call, pageSchema } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Newest first; `search` matches prefixes of names, e-mail or mobile. Contacts are masked in lists. */
export const adminUsers = call({
  name: 'admin_users',
  access: 'admin',
  reads: true,
  permission: 'users.read',
  form: schema('find'),
  reply: pageSchema(schema('userRow')),
  done: 'common.ok',
});
export const adminUser = call({
  name: 'admin_user',
  access: 'admin',
  reads: true,
  permission: 'users.read',
  form: schema('userId'),
  reply: schema('userCase'),
  done: 'common.ok',
});
/** The security log of an account, newest first. */
export const adminUserSecurity = call({
  name: 'admin_user_security',
  access: 'admin',
  reads: true,
  permission: 'users.security',
  form: schema('securityPage'),
  reply: pageSchema(schema('securityLine')),
  done: 'common.ok',
});
/** For a user who has lost every second factor and recovery code. Takes effect a day later, unless the owner objects. */
export const adminUserFactorsReset = call({
  name: 'admin_user_factors_reset',
  access: 'admin',
  reads: false,
  decides: 'user',
  permission: 'users.suspend',
  form: schema('factorsReset'),
  done: 'admin.user_factors_reset',
});
/** Ends every session at once. The user gets the reason by e-mail and cannot log in until restored. */
export const adminUserSuspend = call({
  name: 'admin_user_suspend',
  access: 'admin',
  reads: false,
  decides: 'user',
  permission: 'users.suspend',
  form: schema('suspension'),
  done: 'admin.user_suspended',
});
export const adminUserRestore = call({
  name: 'admin_user_restore',
  access: 'admin',
  reads: false,
  decides: 'user',
  permission: 'users.suspend',
  form: schema('suspension'),
  done: 'admin.user_restored',
});
/** Allows withdrawals again after the owner denied an event and support has verified who they are. */
export const adminUserWithdrawalsAllow = call({
  name: 'admin_user_withdrawals_allow',
  access: 'admin',
  reads: false,
  decides: 'user',
  permission: 'users.suspend',
  form: schema('suspension'),
  done: 'admin.withdrawals_allowed',
});
/** Lets a payer fund again whose bank took a payment back, also after the case was closed without that. */
export const adminUserFundingAllow = call({
  name: 'admin_user_funding_allow',
  access: 'admin',
  reads: false,
  decides: 'user',
  permission: 'money.decide',
  form: schema('suspension'),
  done: 'admin.funding_allowed',
});
