import { call, emptyReply } from '../../platform/call.ts';
import { approvalForm, approvalIdForm, approvalReply } from './wire.ts';

export const adminApproval = call({
  name: 'admin_approval',
  access: 'admin',
  reads: true,
  permission: 'money.decide',
  form: approvalIdForm,
  reply: approvalReply,
  done: 'common.ok',
});

/** A second admin approves or declines a decision. Approving executes it; admins can only decline their own. */
export const adminApprove = call({
  name: 'admin_approve',
  access: 'admin',
  reads: false,
  permission: 'money.decide',
  form: approvalForm,
  reply: emptyReply,
  done: 'admin.approval_decided',
  money: true,
});
