import { plainReply } from '../../platform/call.ts';
import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const settingForm = wireForm(schema('settingSet'), {
  key: 'key',
  value: 'value',
  from: 'from',
  reason: 'reason',
});
export const feesForm = wireForm(schema('feesSet'), {
  effectiveOn: 'effectiveOn',
  platformFeeBps: 'platformFee',
  gstBps: 'gst',
  tdsBps: 'tds',
  welfareBps: 'welfare',
  welfareCapPaise: 'welfareCap',
  reason: 'reason',
});
export const settingsReply = plainReply(schema('settings'));
