import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** One ops case: what happened, where the money is, the provider's statuses, and the possible decisions. */
export const adminCase = call({
  name: 'admin_case',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: schema('caseId'),
  reply: schema('caseDetail'),
  done: 'common.ok',
});
/** What a decision would post. This is a dry run. */
export const adminCasePreview = call({
  name: 'admin_case_preview',
  access: 'admin',
  reads: true,
  decides: 'case',
  permission: 'money.decide',
  form: schema('decision'),
  reply: schema('preview'),
  done: 'common.ok',
});
/** Executes the decision at once, or after a second admin approves when the amount is above the limit. */
export const adminCaseDecide = call({
  name: 'admin_case_decide',
  access: 'admin',
  reads: false,
  decides: 'case',
  permission: 'money.decide',
  form: schema('decide'),
  reply: schema('settled'),
  done: 'admin.case_decided',
  money: true,
});
