import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** A case of something that was reported, or that waits for a look before it is shown. */
export const adminReport = call({
  name: 'admin_report',
  access: 'admin',
  reads: true,
  permission: 'content.decide',
  form: schema('reportCaseId'),
  reply: schema('reportCase'),
  done: 'common.ok',
});
export const adminReportDecide = call({
  name: 'admin_report_decide',
  access: 'admin',
  reads: false,
  decides: 'report',
  permission: 'content.decide',
  form: schema('reportDecision'),
  done: 'admin.report_decided',
});
/** Not by the one who took it down. */
export const adminAppealDecide = call({
  name: 'admin_appeal_decide',
  access: 'admin',
  reads: false,
  decides: 'report',
  permission: 'content.decide',
  form: schema('appealDecision'),
  done: 'admin.appeal_decided',
});
