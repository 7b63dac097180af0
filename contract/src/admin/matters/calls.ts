import { call } from '../../platform/call.ts';
import {
  decideForm,
  matterCaseReply,
  matterIdForm,
  previewForm,
  previewReply,
  settledReply,
} from './wire.ts';

/** What happened, where the money is, what the provider said, and what can be decided. */
export const adminMatter = call({
  name: 'admin_matter',
  access: 'admin',
  permission: 'money.read',
  form: matterIdForm,
  reply: matterCaseReply,
  done: 'common.ok',
});
/** What a decision would post; nothing is done. */
export const adminMatterPreview = call({
  name: 'admin_matter_preview',
  access: 'admin',
  permission: 'money.decide',
  form: previewForm,
  reply: previewReply,
  done: 'common.ok',
});
/** Decides: at once, or when a second person agrees where it moves much. */
export const adminMatterDecide = call({
  name: 'admin_matter_decide',
  access: 'admin',
  permission: 'money.decide',
  form: decideForm,
  reply: settledReply,
  done: 'admin.matter_decided',
  money: true,
});
