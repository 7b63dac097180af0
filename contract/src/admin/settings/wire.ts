import { createSchemaLoader, wireForm } from '../../platform/form.ts';

const schema = createSchemaLoader(() => import('./schemas.ts'));

export const feesForm = wireForm(schema('feesSet'), {
  effectiveOn: 'effectiveOn',
  platformFeeBps: 'platformFee',
  gstBps: 'gst',
  tdsBps: 'tds',
  welfareBps: 'welfare',
  welfareCapPaise: 'welfareCap',
  reason: 'reason',
});
