import { noForm } from '../../identity/session/wire.ts';
import { call, emptyReply } from '../../platform/call.ts';
import { feesForm, settingForm, settingsReply } from './wire.ts';

/** What holds, what is to come and what was, each with who, when and why. */
export const adminSettings = call({
  name: 'admin_settings',
  access: 'admin',
  permission: 'settings.read',
  form: noForm,
  reply: settingsReply,
  done: 'common.ok',
});
/** With a code given just now. */
export const adminSettingSet = call({
  name: 'admin_setting_set',
  access: 'admin',
  permission: 'settings.edit',
  form: settingForm,
  reply: emptyReply,
  done: 'office.setting_set',
});
/** Fees and taxes of a release, from a day to come on; with a code given just now. */
export const adminFeesSet = call({
  name: 'admin_fees_set',
  access: 'admin',
  permission: 'settings.edit',
  form: feesForm,
  reply: emptyReply,
  done: 'office.setting_set',
});
