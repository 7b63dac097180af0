import { call } from '../../platform/call.ts';
import {
  decideForm,
  matterCaseReply,
  matterIdForm,
  previewForm,
  previewReply,
  settledReply,
} from './wire.ts';

/** One ops case: what happened, where the money is, the provider's statuses, and the possible decisions. */
export const adminMatter = call({
  name: 'admin_matter',
  access: 'admin',
  permission: 'money.read',
  form: matterIdForm,
  reply: matterCaseReply,
  done: 'common.ok',
});
/** What a decision would post. This is a dry run. */
export const adminMatterPreview = call({
  name: 'admin_matter_preview',
  access: 'admin',
  permission: 'money.decide',
  form: previewForm,
  reply: previewReply,
  done: 'common.ok',
});
/** Executes the decision at once, or after a second admin approves when the amount is above the limit. */
export const adminMatterDecide = call({
  name: 'admin_matter_decide',
  access: 'admin',
  permission: 'money.decide',
  form: decideForm,
  reply: settledReply,
  done: 'admin.matter_decided',
  money: true,
});
