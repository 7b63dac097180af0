import { call, pageSchema } from '../platform/call.ts';
import { createSchemaLoader } from '../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

// Calls for users with a role who have not given the second factor yet. None is marked as a read: nobody calls them
// during an impersonation, or before their mobile number is verified.

export const adminStatus = call({
  name: 'admin_status',
  access: 'user',
  reads: false,
  reply: schema('status'),
  done: 'common.ok',
});
/** Returns a secret for the authenticator app. It takes effect once the first code is confirmed. */
export const adminFactorBegin = call({
  name: 'admin_factor_begin',
  access: 'user',
  reads: false,
  form: schema('factorBegin'),
  reply: schema('newFactor'),
  done: 'common.ok',
});
/** Confirms the first code, enters the admin area, and returns the recovery codes, only this once. */
export const adminFactorSet = call({
  name: 'admin_factor_set',
  access: 'user',
  reads: false,
  form: schema('code'),
  reply: schema('recoveryCodes'),
  done: 'admin.factor_set',
});
export const adminEnter = call({
  name: 'admin_enter',
  access: 'user',
  reads: false,
  form: schema('code'),
  done: 'admin.entered',
});
export const adminLeave = call({
  name: 'admin_leave',
  access: 'user',
  reads: false,
  done: 'admin.left',
});

/** The audit log, newest first; only the entries of one subject when `subject` and `subjectId` are given. */
export const auditLog = call({
  name: 'admin_audit_log',
  access: 'admin',
  reads: true,
  permission: 'audit.read',
  form: schema('auditPage'),
  reply: pageSchema(schema('auditEntry')),
  done: 'common.ok',
});
