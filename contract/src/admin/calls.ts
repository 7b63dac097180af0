import { call, emptyReply } from '../platform/call.ts';
import { noForm } from '../identity/session/wire.ts';
import {
  auditForm,
  auditReply,
  codeForm,
  factorBeginForm,
  newFactorReply,
  recoveryCodesReply,
  statusReply,
} from './wire.ts';

// At the door: for users with a role, before the second factor was given.

export const adminStatus = call({
  name: 'admin_status',
  access: 'user',
  form: noForm,
  reply: statusReply,
  done: 'common.ok',
});
/** A secret for the authenticator app; it counts from when the first code comes back. */
export const adminFactorBegin = call({
  name: 'admin_factor_begin',
  access: 'user',
  form: factorBeginForm,
  reply: newFactorReply,
  done: 'common.ok',
});
/** Takes the first code, enters, and tells the recovery codes, this once. */
export const adminFactorSet = call({
  name: 'admin_factor_set',
  access: 'user',
  form: codeForm,
  reply: recoveryCodesReply,
  done: 'admin.factor_set',
});
export const adminEnter = call({
  name: 'admin_enter',
  access: 'user',
  form: codeForm,
  reply: emptyReply,
  done: 'admin.entered',
});
export const adminLeave = call({
  name: 'admin_leave',
  access: 'user',
  form: noForm,
  reply: emptyReply,
  done: 'admin.left',
});

/** Every act of an admin, newest first; of one thing when `subject` and `subjectId` name it. */
export const auditLog = call({
  name: 'admin_audit_log',
  access: 'admin',
  permission: 'audit.read',
  form: auditForm,
  reply: auditReply,
  done: 'common.ok',
});
