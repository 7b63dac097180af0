import { call } from '../../platform/call.ts';
import { decideForm, caseDetailReply, caseIdForm, previewForm, previewReply, settledReply } from './wire.ts';

/** One ops case: what happened, where the money is, the provider's statuses, and the possible decisions. */
export const adminCase = call({
  name: 'admin_case',
  access: 'admin',
  reads: true,
  permission: 'money.read',
  form: caseIdForm,
  reply: caseDetailReply,
  done: 'common.ok',
});
/** What a decision would post. This is a dry run. */
export const adminCasePreview = call({
  name: 'admin_case_preview',
  access: 'admin',
  reads: true,
  permission: 'money.decide',
  form: previewForm,
  reply: previewReply,
  done: 'common.ok',
});
/** Executes the decision at once, or after a second admin approves when the amount is above the limit. */
export const adminCaseDecide = call({
  name: 'admin_case_decide',
  access: 'admin',
  reads: false,
  permission: 'money.decide',
  form: decideForm,
  reply: settledReply,
  done: 'admin.case_decided',
  money: true,
});
