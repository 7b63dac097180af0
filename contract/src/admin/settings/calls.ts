import { call } from '../../platform/call.ts';
import { createSchemaLoader } from '../../platform/schema-loader.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

/** Current, upcoming and past settings, each with who set it, when and why. */
export const adminSettings = call({
  name: 'admin_settings',
  access: 'admin',
  reads: true,
  permission: 'settings.read',
  reply: schema('settings'),
  done: 'common.ok',
});
/** Requires a fresh second-factor code. */
export const adminSettingSet = call({
  name: 'admin_setting_set',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'settings.edit',
  form: schema('settingSet'),
  done: 'backoffice.setting_set',
});
/** Sets the fees and taxes of releases from a future day on. Requires a fresh second-factor code. */
export const adminFeesSet = call({
  name: 'admin_fees_set',
  access: 'admin',
  reads: false,
  decides: 'nothing',
  permission: 'settings.edit',
  form: schema('feesSet'),
  done: 'backoffice.setting_set',
});
