import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const adminApproval = call({
  name: 'admin_approval',
  access: 'admin',
  reads: true,
  permission: 'money.decide',
  form: schema('approvalId'),
  reply: schema('approval'),
  done: 'common.ok',
});

/** A second admin approves or declines a decision. Approving executes it; admins can only decline their own. */
export const adminApprove = call({
  name: 'admin_approve',
  access: 'admin',
  reads: false,
  decides: 'approval',
  permission: 'money.decide',
  form: schema('approvalDecision'),
  done: 'admin.approval_decided',
  money: true,
});
